import {
  type Command,
  decodeCommand,
  decodeMarketMakerDepth,
  encodeCommand,
  type Outcome,
  type PlacedLeg,
  type RulesUpdate,
  readText,
} from '@tarazu/core';
import type {
  AuctionOpening,
  FillOpening,
  FillProof,
  FillTaker,
  JournalEntry,
  MetOrder,
  OwnSide,
  StandingOrder,
} from '@tarazu/core/proof';
import { type AccountId, accountId, SEQUENCES_MASK } from '@tarazu/core/values';
import { auctionOpening, type EndsOf } from '#domains/proof/fills/auction-opening.ts';
import {
  type OpenedFill,
  type OpenedOrder,
  type OpenedRow,
  OpeningStore,
  type StoredChargeRules,
} from '#domains/proof/fills/opening-store.ts';
import { queueRanks } from '#domains/proof/fills/queue-ranks.ts';
import { type PartsAsker, toldParts } from '#domains/proof/fills/told-parts.ts';
import { markSecret, maskOf, orderMarks } from '#domains/proof/log/salts.ts';
import { leafOf } from '#engine/journal/hash-chain.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/**
 * The one who asks: a customer about a fill of their own, or the operator, who may read the whole journal
 * anyway.
 */
export type Asker = { readonly accountId: AccountId } | 'operator';

/** A fill as its place names it: the command that caused it and its number among that command's fills. */
export interface FillPlace {
  readonly sequence: bigint;
  readonly index: number;
}

/** An opening with the rows that bind what it says of the asker's order. */
export type OpenedRows = Omit<FillProof, 'log'>;

/** More fills of one auction than this are not told one by one; those about the asked one are. */
const FILLS_MAX = 200;

interface Asked {
  readonly fill: OpenedFill;
  readonly role: 'taker' | 'maker';
  readonly account: AccountId;
  readonly order: OpenedOrder;
  readonly row: OpenedRow & { readonly told: ReturnType<typeof toldOrder> };
  readonly command: Command;
  readonly all: readonly OpenedFill[];
  /** Fills of the same taker, or of the same auction. */
  readonly group: readonly OpenedFill[];
  readonly how: FillOpening['how'];
}

/** Makes openings of fills: the parts of a fill, without those that belong to other customers. */
export class Openings {
  readonly #store: OpeningStore;
  readonly #secrets: Secrets;
  readonly #endsOf: EndsOf;

  constructor(database: Queryable, secrets: Secrets, endsOf: EndsOf) {
    this.#store = new OpeningStore(database);
    this.#secrets = secrets;
    this.#endsOf = endsOf;
  }

  /** Undefined for a fill that is not the asker's, as for one that does not exist. */
  async opening(asker: Asker, id: FillPlace): Promise<FillOpening | undefined> {
    return (await this.withRows(asker, id))?.opening;
  }

  /** The opening with the rows that bind what it says of the asker's order. */
  async withRows(asker: Asker, id: FillPlace): Promise<OpenedRows | undefined> {
    const asked = await this.#find(asker, id);
    const opening = asked && (await this.#open(asker, asked));
    if (asked === undefined || opening === undefined) return undefined;
    const { order } = asked;
    const placed = order.order_id & BigInt(SEQUENCES_MASK);
    const rules = await this.#store.rules(order.rule_version);
    if (rules === undefined) throw new Error(`Invariant: rules ${order.rule_version} of an order are kept`);
    return {
      opening,
      orderId: String(order.order_id),
      order:
        placed === id.sequence ? opening.entry : await this.#entry(asker, { ...asked, sequence: placed }),
      rules: await this.#entry('anybody', { ...asked, sequence: rules.sequence }),
    };
  }

  /** A row as the asker may read it; what sets charges may be read by anybody. */
  async #entry(
    asker: Asker | 'anybody',
    { sequence, order, fill }: Pick<Asked, 'order' | 'fill'> & { readonly sequence: bigint },
  ): Promise<JournalEntry> {
    const row = await this.#store.row(sequence);
    if (row === undefined) throw new Error(`Invariant: row ${sequence} of the journal is kept`);
    const all = await this.#store.fills(sequence);
    const command = decodeCommand(row.command);
    return entryOf(asker, { row, all, command, order, fill, sequence });
  }

  async #open(asker: Asker, asked: Asked): Promise<FillOpening | undefined> {
    const instrument = await this.#store.instrument(asked.fill.instrument_id);
    if (instrument === undefined) return undefined;
    const { fill, how, group } = asked;
    const makers = await this.#store.orders(
      group.map((one) => ({ account: one.maker_account_id, orderId: one.maker_order_id })),
    );
    const taker = takerOf(asked);
    const auction = how === 'auction' ? await this.#auctionOf(asked) : undefined;
    const stood = how === 'book' ? await this.#standing(asked) : [];
    const house = how === 'book' ? houseOf(asked) : [];
    const met = how === 'book' ? this.#metOf(group, makers) : [];
    const rankOf = queueRanks(house, [...met, ...stood]);
    return {
      sequence: Number(fill.sequence),
      index: fill.index,
      entry: entryOf(asker, { ...asked, sequence: fill.sequence }),
      instrument: {
        id: fill.instrument_id,
        kind: instrument.kind,
        priceScale: instrument.price_scale,
        baseScale: instrument.base_scale,
        quoteScale: instrument.quote_scale,
        quoteIsCoin: instrument.quote_is_coin,
      },
      environment: fill.environment,
      how,
      taker,
      house,
      met: met.map(({ priority, ...one }) =>
        priority === undefined ? one : { ...one, priority: rankOf(priority) },
      ),
      fills: group.map((one) => ({
        index: one.index,
        price: String(one.price),
        quantity: String(one.quantity),
        maker: this.#makerOf(one),
      })),
      standing: stood.map((one) => ({ ...one, priority: rankOf(one.priority) })),
      ...(auction && { auction }),
      own: await this.#own(asked, taker),
    };
  }

  #auctionOf({ all, fill, row, command, order }: Asked): Promise<AuctionOpening | undefined> {
    const { side, priority, order_id: orderId } = order;
    return auctionOpening({
      store: this.#store,
      secrets: this.#secrets,
      endsOf: this.#endsOf,
      ...{ all, fill, side, priority, orderId },
      atMs: Number(row.at_ms),
      outcome: row.outcome,
      isStep: command.type === 'sweep.step',
    });
  }

  /** Orders that stood at the price of the last fill or better, and were not filled by this taker. */
  async #standing({ fill, group, row }: Asked): Promise<StandingOrder[]> {
    const side = opposite(fill.taker_side);
    const worst = worstOf(fill, group);
    const at = {
      sequence: fill.sequence,
      atMs: row.at_ms,
      instrumentId: fill.instrument_id,
      environment: fill.environment,
    };
    const stood = await this.#store.standing({ ...at, side, price: worst });
    const filled = new Set(group.map(({ maker_order_id: id }) => id));
    const others = stood.filter(({ order_id: id }) => !filled.has(id) && id !== fill.taker_order_id);
    const markOf = orderMarks(this.#secrets, Number(fill.sequence));
    return others.map((one) => ({
      order: maskOf(this.#secrets, Number(fill.sequence), `order ${one.order_id}`),
      price: String(one.price_limit),
      quantity: String(one.left),
      priority: Number(one.priority),
      mark: markOf({ environment: fill.environment, orderId: one.order_id }),
    }));
  }

  async #find(asker: Asker, id: FillPlace): Promise<Asked | undefined> {
    const all = await this.#store.fills(id.sequence);
    const fill = all.find(({ index }) => index === id.index);
    const party = fill && partyOf(fill, asker);
    const stored = party && (await this.#store.row(id.sequence));
    if (fill === undefined || party === undefined || stored === undefined) return undefined;
    const order = (await this.#store.orders([party])).get(party.orderId);
    if (order === undefined) return undefined;
    const command = decodeCommand(stored.command);
    const how = isOfBook(command, stored.house_depth, fill) ? 'book' : 'auction';
    const row = { ...stored, told: toldOrder(stored.told, fill.taker_order_id) };
    const group = groupOf(all, { fill, how, isTaker: party.role === 'taker' });
    return {
      fill,
      role: party.role,
      account: accountId(Number(party.account)),
      order,
      row,
      command,
      all,
      group,
      how,
    };
  }

  #makerOf(fill: OpenedFill): string {
    if (fill.maker_account_id === 0n) return 'house';
    return maskOf(this.#secrets, Number(fill.sequence), `order ${fill.maker_order_id}`);
  }

  /**
   * A maker but the last was filled whole, so that what was filled
   * is what stood there; of the last it is what was needed.
   */
  #metOf(group: readonly OpenedFill[], makers: ReadonlyMap<bigint, OpenedOrder>): MetOrder[] {
    return group
      .filter((fill) => fill.maker_account_id !== 0n)
      .map((fill) => {
        const maker = makers.get(fill.maker_order_id);
        const isAsThen = maker !== undefined && maker.terms === null && maker.priority < fill.sequence;
        return {
          order: this.#makerOf(fill),
          price: String(fill.price),
          quantity: String(fill.quantity),
          ...(isAsThen && { priority: Number(maker.priority) }),
        };
      });
  }

  async #own(asked: Asked, taker: FillTaker): Promise<OwnSide> {
    const { fill, role, account, order } = asked;
    const place = { accountId: account, orderId: order.order_id, sequence: fill.sequence, index: fill.index };
    // One after the other: the operator's reading is one connection that sees one moment.
    const turnover = await this.#store.turnoverBefore(place);
    const charges = await this.#store.charges(place);
    const rules = await this.#store.rules(order.rule_version);
    if (rules === undefined) throw new Error(`Invariant: rules ${order.rule_version} of an order are kept`);
    const isAsThen = order.priority < fill.sequence;
    return {
      markSecret: markSecret(this.#secrets, { environment: fill.environment, orderId: order.order_id }),
      side: order.side,
      role,
      priceLimit: role === 'taker' ? taker.priceLimit : String(isAsThen ? order.price_limit : fill.price),
      value: String(fill.value),
      before: { turnoverTaken: turnover.taken, turnoverMade: turnover.made, charges: charges.before },
      charges: charges.own,
      spotFeeTier: order.spot_fee_tier,
      isIntraday: order.product !== null,
      ruleVersion: order.rule_version,
      rules: encodeCommand({ type: 'rules.set', ...updateOf(rules) }),
    };
  }
}

/** A row of the journal, with its text where it may be read, or those parts of it. */
function entryOf(
  asker: Asker | 'anybody',
  of: Pick<Asked, 'all' | 'command' | 'order' | 'fill'> & {
    readonly row: OpenedRow;
    readonly sequence: bigint;
  },
): JournalEntry {
  const { at_ms: atMs, command, house_depth: marketMakerDepth, outcome } = of.row;
  const text = { command, marketMakerDepth, outcome };
  const place = { sequence: Number(of.sequence), atMs: Number(atMs) };
  const row = { ...place, ...text };
  const parts = toldParts(row, partsAskerOf(asker, of));
  const isWhole = parts === undefined && (asker === 'anybody' || mayRead(asker, of));
  return { ...place, leafHash: leafOf(row), ...(parts ? { parts } : isWhole && { text }) };
}

function partsAskerOf(
  asker: Asker | 'anybody',
  of: Pick<Asked, 'command' | 'order' | 'fill'> & { readonly row: OpenedRow },
): PartsAsker | 'operator' {
  if (asker === 'operator') return asker;
  const { command, order, fill, row } = of;
  const accountId = asker === 'anybody' ? 0 : Number(asker.accountId);
  const isOfHouse = row.account_id === null && /^(marketMaker|rules|instrument|sweep)\./.test(command.type);
  return {
    accountId,
    orderId: asker === 'anybody' ? 0 : Number(order.order_id),
    isSender: isOfHouse || row.account_id === BigInt(accountId),
    fill: { index: fill.index, takerOrderId: Number(fill.taker_order_id) },
  };
}

function updateOf({ kind, body }: StoredChargeRules): RulesUpdate {
  return { [kind]: readText(body) };
}

interface Party {
  readonly role: 'taker' | 'maker';
  readonly account: bigint;
  readonly orderId: bigint;
}

/** The side of the fill that is the asker's; for the operator that of a customer, the taker's first. */
function partyOf(fill: OpenedFill, asker: Asker): Party | undefined {
  const parties: Party[] = [
    { role: 'taker', account: fill.taker_account_id, orderId: fill.taker_order_id },
    { role: 'maker', account: fill.maker_account_id, orderId: fill.maker_order_id },
  ];
  return parties.find(({ account }) =>
    asker === 'operator' ? account !== 0n : account === BigInt(asker.accountId),
  );
}

/** A maker is told what the taker had filled up to and with them: the rest of it is the taker's own. */
/**
 * Whether an order met the book: its own command, the market
 * maker's, or a step that brought it there with a depth of its own.
 */
function isOfBook({ type }: Command, depth: string, { taker_order_id: taker }: OpenedFill): boolean {
  if (type === 'sweep.step') return depth.includes(`"orderId":${taker}}`);
  return /^(order|marketMaker)\./.test(type);
}

function groupOf(
  all: readonly OpenedFill[],
  of: { fill: OpenedFill; how: FillOpening['how']; isTaker: boolean },
): OpenedFill[] {
  const { fill, how, isTaker } = of;
  const same = all.filter(
    (one) => one.instrument_id === fill.instrument_id && one.environment === fill.environment,
  );
  if (how === 'auction') {
    const at = same.indexOf(fill);
    return same.slice(Math.max(0, at - FILLS_MAX / 2), at + FILLS_MAX / 2);
  }
  const group = same.filter((one) => one.taker_order_id === fill.taker_order_id);
  return isTaker || fill.taker_account_id === 0n ? group : group.filter(({ index }) => index <= fill.index);
}

/** Own row, or one of the house, in which no other customer stands. */
function mayRead(
  asker: Asker,
  of: Pick<Asked, 'all' | 'command' | 'order'> & { readonly row: OpenedRow },
): boolean {
  const { row, all, command, order } = of;
  if (asker === 'operator') return true;
  // Commands that end an auction tell the house's part of it and a hash: no customer stands in it, unless one
  // was set free.
  if (/^(rules|instrument|sweep)\./.test(command.type))
    return decodeMarketMakerDepth(row.house_depth).every(({ orderId }) => orderId === undefined);
  const own = BigInt(asker.accountId);
  const isOfOthers = (account: bigint): boolean => account !== 0n && account !== own;
  if (all.some((fill) => isOfOthers(fill.taker_account_id) || isOfOthers(fill.maker_account_id)))
    return false;
  const isBasket = command.type === 'order.basket' && command.accountId === asker.accountId;
  if (!isBasket && decodeMarketMakerDepth(row.house_depth).some(({ orderId }) => isOfAnother(order, orderId)))
    return false;
  return row.account_id === null ? command.type.startsWith('marketMaker.') : row.account_id === own;
}

/** The taker as the row tells it: the order that was sent, or that leg of a basket. */
function toldOrder(outcome: Outcome, taker: bigint): PlacedLeg | undefined {
  if (!outcome.ok) return undefined;
  if (outcome.type === 'basket') return outcome.legs.find(({ order }) => BigInt(order.id) === taker);
  return outcome.type === 'order' ? outcome : undefined;
}

/** A depth that an order met which the command activated. */
function isOfAnother(order: OpenedOrder, orderId: number | undefined): boolean {
  return orderId !== undefined && BigInt(orderId) !== order.order_id;
}

/** The order that came to the book. Of another customer, and of the house, as much as its fills tell. */
function takerOf({ fill, role, row, group, how, order }: Asked): FillTaker {
  const side = fill.taker_side;
  const filled = group.reduce((sum, one) => sum + one.quantity, 0n);
  const worst = worstOf(fill, group);
  const told = how === 'book' && role === 'taker' ? row.told : undefined;
  const sent = told?.order;
  if (sent === undefined || BigInt(sent.id) !== fill.taker_order_id)
    return {
      side,
      priceLimit: String(worst),
      quantity: String(filled),
      ...(role === 'taker' && { orderId: String(order.order_id) }),
    };
  // As it came in: what it had filled before this command is not to
  // be filled again; and it took no more once it met its own owner, or goes on in other rows.
  const isStopped =
    told?.goesOn === true || (sent.state.name === 'cancelled' && sent.state.cause === 'selfTrade');
  const quantity = isStopped ? filled : sent.quantity - (sent.quantityFilled - filled);
  return { side, priceLimit: String(sent.priceLimit), quantity: String(quantity), orderId: String(sent.id) };
}

/** The worst price that the taker paid. */
function worstOf(fill: OpenedFill, group: readonly OpenedFill[]): bigint {
  const isWorse = (one: bigint, other: bigint): boolean =>
    fill.taker_side === 'buy' ? one > other : one < other;
  return group.reduce((at, { price }) => (isWorse(price, at) ? price : at), fill.price);
}

function opposite(side: 'buy' | 'sell'): 'buy' | 'sell' {
  return side === 'buy' ? 'sell' : 'buy';
}

function houseOf({ fill, row }: Asked): FillOpening['house'] {
  const here = decodeMarketMakerDepth(row.house_depth).filter(
    (one) => one.instrumentId === fill.instrument_id && one.environment === fill.environment,
  );
  // An order that the command activated, or the leg of a basket, met a depth of its own.
  const depth =
    here.find(({ orderId }) => orderId !== undefined && BigInt(orderId) === fill.taker_order_id) ??
    here.find(({ orderId }) => orderId === undefined);
  return ((fill.taker_side === 'buy' ? depth?.asks : depth?.bids) ?? []).map((level) => ({
    price: String(level.price),
    quantity: String(level.quantity),
    priority: level.priority,
  }));
}
