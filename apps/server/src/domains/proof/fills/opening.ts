import { decodeCommand, encodeCommand, type RulesUpdate, readText } from '@tarazu/core';
import {
  type AuctionOpening,
  type FillOpening,
  type FillProof,
  type FillTaker,
  type JournalEntry,
  MARKET_MAKER_NAME,
  type MetOrder,
  type OwnSide,
  type StandingOrder,
} from '@tarazu/core/proof';
import { accountId, SEQUENCES_MASK } from '@tarazu/core/values';
import {
  type Asked,
  disclosedOrder,
  groupOf,
  isOfBook,
  partyOf,
  quotesMet,
  takerOf,
  worstOf,
} from '#domains/proof/fills/asked-fill.ts';
import { auctionOpening, type EndsOf } from '#domains/proof/fills/auction-opening.ts';
import {
  type OpenedFill,
  type OpenedOrder,
  OpeningStore,
  type StoredChargeRules,
} from '#domains/proof/fills/opening-store.ts';
import { queueRanks } from '#domains/proof/fills/queue-ranks.ts';
import { type Asker, entryOf } from '#domains/proof/fills/readable-row.ts';
import { markSecret, maskOf, orderMarks } from '#domains/proof/log/salts.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** A fill as its place names it: the command that caused it and its number among that command's fills. */
export interface FillPlace {
  readonly sequence: bigint;
  readonly index: number;
}

/** An opening with the rows that bind what it says of the asker's order. */
export type OpenedRows = Omit<FillProof, 'log'>;

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
    const quotes = how === 'book' ? quotesMet(asked) : [];
    const met = how === 'book' ? this.#metOf(group, makers) : [];
    const rankOf = queueRanks(quotes, [...met, ...stood]);
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
      quotes,
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
    const row = { ...stored, disclosed: disclosedOrder(stored.disclosed, fill.taker_order_id) };
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
    if (fill.maker_account_id === 0n) return MARKET_MAKER_NAME;
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
      ...(order.product && { product: order.product }),
      ruleVersion: order.rule_version,
      rules: encodeCommand({ type: 'rules.set', ...updateOf(rules) }),
    };
  }
}

function updateOf({ kind, body }: StoredChargeRules): RulesUpdate {
  return { [kind]: readText(body) };
}

function opposite(side: 'buy' | 'sell'): 'buy' | 'sell' {
  return side === 'buy' ? 'sell' : 'buy';
}
