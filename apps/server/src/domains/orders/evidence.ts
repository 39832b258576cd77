import {
  type BasketLeg,
  type Command,
  decodeCommand,
  decodeMarketMakerDepth,
  type Fill,
  type MarketMakerDepth,
} from '@tarazu/core';
import { type AccountId, formatDecimal, legOfOrder } from '@tarazu/core/values';
import { type FillRow, fillOf } from '#domains/orders/rows.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';
import type { Listing } from '#ports.ts';

/** Why this price: what one command met, from the journal that replays it. */
export interface Evidence {
  readonly fill: Fill;
  readonly sequence: number;
  readonly journalHash: string;
  readonly command: string;
  readonly levels: readonly {
    readonly price: string;
    readonly quantity: string;
    readonly owner: 'marketMaker' | 'customer';
    readonly taken: string;
  }[];
  readonly committedAtMs: number;
}

const fillsOfCommand = statement<FillRow>(
  'fills-of-command',
  'select * from fill where sequence = $1 order by index',
);
const journalOf = statement<{ at_ms: bigint; command: string; house_depth: string; leaf: Uint8Array }>(
  'journal-of-sequence',
  `select at_ms, command, house_depth, leaf from journal where sequence = $1
     and batch_last_sequence = (select min(last_sequence) from journal_batch where last_sequence >= $1)`,
);

export class EvidenceStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  /** Undefined for a fill that is not the account's own, as for one that does not exist. */
  async evidence(
    accountId: AccountId,
    id: { sequence: bigint; index: number },
    listingOf: (id: string) => Listing | undefined,
  ): Promise<Evidence | undefined> {
    const fills = (await fillsOfCommand(this.#database, [id.sequence])).map(fillOf);
    const fill = fills.find((one) => one.index === id.index);
    if (
      fill === undefined ||
      ![fill.taker, fill.maker].some((party) => !party.isMarketMaker && party.accountId === accountId)
    )
      return undefined;
    const [entry] = await journalOf(this.#database, [id.sequence]);
    const listing = listingOf(fill.instrumentId);
    if (entry === undefined || listing === undefined) return undefined;
    const isTaker = !fill.taker.isMarketMaker && fill.taker.accountId === accountId;
    return {
      fill,
      sequence: fill.sequence,
      journalHash: Buffer.from(entry.leaf).toString('hex'),
      command: sentenceOf(decodeCommand(entry.command), { fill, isTaker, listing }),
      levels: levelsMet({
        fills: fills.filter((one) => isSameTaker(one, fill)),
        fill,
        depth: decodeMarketMakerDepth(entry.house_depth),
        listing,
      }),
      committedAtMs: Number(entry.at_ms),
    };
  }
}

interface Told {
  readonly fill: Fill;
  readonly isTaker: boolean;
  readonly listing: Listing;
}

/** Command in words, another customer's by its kind alone, as what they sent is theirs. */
function sentenceOf(command: Command, { fill, isTaker, listing }: Told): string {
  const sent = sentBy(command, fill);
  if (sent === undefined) return command.type;
  if (!isTaker) return `${command.type} ${sent.side}`;
  const limit = sent.priceLimit === undefined ? 'market' : formatDecimal(sent.priceLimit, listing.priceScale);
  return `${command.type} ${sent.side} ${formatDecimal(sent.quantity, listing.baseScale)} ${listing.symbol} ${limit} ${sent.validity}`;
}

/** The order that was sent, or that leg of a basket which took. */
function sentBy(command: Command, { taker }: Fill): BasketLeg | undefined {
  if (command.type === 'order.place') return command;
  return command.type === 'order.basket' && !taker.isMarketMaker
    ? command.legs[legOfOrder(taker.orderId)]
    : undefined;
}

/** A command may have several takers: those that it activated, and the legs of a basket. */
function isSameTaker(one: Fill, other: Fill): boolean {
  const [taker, ofOther] = [one.taker, other.taker];
  if (taker.isMarketMaker || ofOther.isMarketMaker) return taker.isMarketMaker === ofOther.isMarketMaker;
  return taker.orderId === ofOther.orderId;
}

interface Met {
  readonly fills: readonly Fill[];
  readonly fill: Fill;
  readonly depth: readonly MarketMakerDepth[];
  readonly listing: Listing;
}

/**
 * The side that the taker met, best first: the market maker's quotes
 * as they stood, and the customers' orders that it filled.
 */
function levelsMet({ fills, fill, depth, listing }: Met): Evidence['levels'] {
  const buys = fill.takerSide === 'buy';
  const taker = fill.taker.isMarketMaker ? undefined : fill.taker.orderId;
  const ofBook = depth.filter(
    (book) => book.instrumentId === fill.instrumentId && book.environment === fill.environment,
  );
  // An order that the command activated, or the leg of a basket, met a depth of its own.
  const met = ofBook.find(({ orderId }) => orderId !== undefined && orderId === taker) ?? ofBook[0];
  const takenOf = (isMarketMaker: boolean, at: bigint) =>
    fills
      .filter((one) => one.maker.isMarketMaker === isMarketMaker && one.price === at)
      .reduce((sum, one) => sum + one.quantity, 0n);
  const quoted = ((buys ? met?.asks : met?.bids) ?? []).map((entry) => ({
    price: entry.price,
    quantity: entry.quantity,
    owner: 'marketMaker' as const,
    taken: takenOf(true, entry.price),
  }));
  const customers = [...new Set(fills.filter((one) => !one.maker.isMarketMaker).map((one) => one.price))].map(
    (at) => ({
      price: at,
      quantity: takenOf(false, at),
      owner: 'customer' as const,
      taken: takenOf(false, at),
    }),
  );
  return [...quoted, ...customers]
    .sort((a, b) => Number(buys ? a.price - b.price : b.price - a.price))
    .map((level) => ({
      price: formatDecimal(level.price, listing.priceScale),
      quantity: formatDecimal(level.quantity, listing.baseScale),
      owner: level.owner,
      taken: formatDecimal(level.taken, listing.baseScale),
    }));
}
