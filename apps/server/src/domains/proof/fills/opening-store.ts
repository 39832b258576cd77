import { decodeOutcome, type Instrument, type Outcome, type ProductName, readText } from '@tarazu/core';
import type { EndSeed, PublishedSeed } from '@tarazu/core/proof';
import { type AccountId, CHARGE_SETS, SEQUENCES_MASK } from '@tarazu/core/values';
import { presentOutcomeText } from '#engine/journal/outcome-text.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** A row of the table `fill`, as far as an opening needs it; account 0 is the market maker. */
export interface OpenedFill {
  readonly sequence: bigint;
  readonly index: number;
  readonly environment: 'real' | 'demo';
  readonly instrument_id: string;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly value: bigint;
  readonly taker_side: 'buy' | 'sell';
  readonly taker_account_id: bigint;
  readonly taker_order_id: bigint;
  readonly maker_account_id: bigint;
  readonly maker_order_id: bigint;
}

export interface OpenedRow {
  readonly at_ms: bigint;
  readonly account_id: bigint | null;
  readonly command: string;
  readonly house_depth: string;
  readonly outcome: string;
  readonly leaf: Buffer;
}

export interface OpenedOrder {
  readonly order_id: bigint;
  readonly side: 'buy' | 'sell';
  readonly price_limit: bigint;
  readonly priority: bigint;
  readonly rule_version: string;
  readonly spot_fee_tier: number;
  readonly product: ProductName | null;
  /** Of orders that show a part of themselves, among others. */
  readonly terms: string | null;
}

export interface OpenedInstrument {
  readonly kind: Instrument['kind'];
  readonly price_scale: number;
  readonly base_scale: number;
  readonly quote_scale: number;
  readonly quote_is_coin: boolean;
}

/** Charges by their version, and the row of the journal that set them. */
export interface StoredChargeRules {
  readonly kind: string;
  readonly body: string;
  readonly sequence: bigint;
}

/** The place of a fill of an order, and whose the order is. */
export interface OwnFillPlace {
  readonly accountId: AccountId;
  readonly orderId: bigint;
  readonly sequence: bigint;
  readonly index: number;
}

const fillsOfCommand = statement<OpenedFill>(
  'opening-fills',
  `select sequence, index, environment, instrument_id, price, quantity, value, taker_side, taker_account_id, taker_order_id,
     maker_account_id, maker_order_id from fill where sequence = $1 order by index`,
);
const journalRow = statement<OpenedRow>(
  'opening-row',
  `select at_ms, account_id, command, house_depth, outcome, leaf from journal where sequence = $1
     and batch_last_sequence = (select min(last_sequence) from journal_batch where last_sequence >= $1)`,
);
const ordersByIds = statement<OpenedOrder>(
  'opening-orders',
  `select order_id, side, price_limit, priority, rule_version, spot_fee_tier, product, terms
     from unnest($1::int8[], $2::int8[]) as wanted(account_id, order_id) join orders using (account_id, order_id)`,
);
const instrumentById = statement<OpenedInstrument>(
  'opening-instrument',
  'select kind, price_scale, base_scale, quote_scale, quote_is_coin from instrument where instrument_id = $1',
);
const chargeRules = statement<StoredChargeRules>(
  'opening-rules',
  `select kind, body, sequence from rules where kind in (${CHARGE_SETS.map((name) => `'${name}'`).join(', ')}) and name = $1`,
);
const turnoverBefore = statement<{ taken: string; made: string }>(
  'opening-turnover',
  `select coalesce(sum(value) filter (where taker_order_id = $2), 0)::text as taken,
          coalesce(sum(value) filter (where maker_order_id = $2), 0)::text as made
     from fill where sequence >= $2 & ${SEQUENCES_MASK} and (sequence, index) < ($3, $4)
      and ((taker_account_id = $1 and taker_order_id = $2) or (maker_account_id = $1 and maker_order_id = $2))`,
);
const chargesUpTo = statement<{ charge_name: string; is_this: boolean; total: string }>(
  'opening-charges',
  `select charge_name, (sequence = $3 and fill_index = $4) as is_this, sum(amount)::text as total
     from posting where account_id = $1 and from_account_id = $1 and sequence between $2 & ${SEQUENCES_MASK} and $3 and order_id = $2 and kind = 'charge'
      and (sequence, fill_index) <= ($3, $4) group by charge_name, is_this`,
);

export interface StoodOrder {
  readonly order_id: bigint;
  readonly price_limit: bigint;
  readonly left: bigint;
  readonly priority: bigint;
}

export interface StoredRecord {
  readonly reference_price: bigint;
  readonly tick_size: bigint;
  readonly lines: string;
  /** Fills that the same auction made in commands before the asked one. */
  readonly fills_before: bigint;
  /** Whether it was an auction of this share alone. */
  readonly is_own: boolean;
  readonly closes_by: 'auction' | 'average' | null;
}

/** The published part of a day's secret, but its windows. */
export type StoredDay = Omit<PublishedSeed, 'windows'>;

/** A row of the journal that says something of a day's seed. */
interface StoredSeed {
  readonly name: string;
  readonly body: string;
  readonly sequence: bigint;
  readonly at_ms: bigint;
}

/** More than these are not disclosed: those that come first are. */
export const STANDING_MAX = 200;

/**
 * Orders that stood in a book at a command, at a price or
 * better, but for those whose place then is not known now.
 */
const ordersStanding = statement<StoodOrder>(
  'opening-standing',
  `select o.order_id, o.price_limit, o.priority, o.quantity - f.filled as left
     from (select * from orders where live union all select * from orders where not live and ended_at_ms > $2 offset 0) o,
          lateral (select case when o.quantity_filled = 0 then 0
                     else (select coalesce(sum(quantity), 0) from fill where maker_account_id > 0 and sequence < $1
                              and maker_account_id = o.account_id and sequence >= o.order_id and maker_order_id = o.order_id)
                        + (select coalesce(sum(quantity), 0) from fill where taker_account_id > 0 and sequence < $1
                              and taker_account_id = o.account_id and sequence >= o.order_id and taker_order_id = o.order_id)
                      end::int8 as filled) f
    where o.order_id < $1 and o.priority < $1
      and o.instrument_id = $3 and o.environment = $4 and o.side = $5
      and case o.side when 'sell' then o.price_limit <= $6 else o.price_limit >= $6 end
      and o.state <> 'new' and (o.terms is null or (o.terms not like '%"quantityShown":%'
       and (o.terms not like '%"trigger":%' or o.terms like '%"firedAtMs":%')))
      and o.quantity > f.filled
    order by case o.side when 'sell' then o.price_limit else -o.price_limit end, o.priority limit ${STANDING_MAX}`,
);
const recordOf = statement<StoredRecord>(
  'opening-auction',
  `select a.reference_price, a.tick_size, i.closes_by,
          (select string_agg(p.lines, ';' order by p.sequence) from auction_record p
            where p.sequence between coalesce(a.begun_sequence, a.sequence) and a.sequence
              and p.instrument_id = a.instrument_id and p.environment = a.environment) as lines,
          (select count(*) from fill f where f.sequence >= a.sequence and f.sequence < $1
              and f.instrument_id = a.instrument_id and f.environment = a.environment) as fills_before,
          exists (select from journal_batch b, journal j
                   where b.last_sequence = (select min(last_sequence) from journal_batch where last_sequence >= began.sequence)
                     and j.batch_last_sequence = b.last_sequence and j.sequence = began.sequence
                     and j.command like '{"type":"instrument.set"%') as is_own
     from auction_record a join instrument i using (instrument_id),
          -- What an auction had is written down by the command that ends it, or by a later step of its sweep.
          lateral (select coalesce(max(s.sequence), a.sequence) as sequence from sweep s
                    where s.name = 'uncrossing' and s.sequence <= a.sequence and s.opened_at_ms <= $5
                      and coalesce(s.ended_at_ms, $5) >= $5
                      and s.instrument_id = a.instrument_id and s.environment = a.environment) began
    where a.sequence <= $1 and (a.sequence = $1 or $4) and a.instrument_id = $2 and a.environment = $3
    order by a.sequence desc limit 1`,
);
const seedRows = statement<StoredSeed>(
  'opening-seeds',
  `select r.name, r.body, r.sequence, j.at_ms from rules r,
          lateral (select min(last_sequence) as last from journal_batch where last_sequence >= r.sequence) b,
          lateral (select at_ms from journal where batch_last_sequence = b.last and journal.sequence = r.sequence) j
    where r.kind = 'endSeed' and r.name = any($1)`,
);
const leavesAt = statement<{ sequence: bigint; leaf: Buffer }>(
  'opening-leaves',
  `select j.sequence, j.leaf from unnest($1::int8[]) as wanted(sequence),
          lateral (select min(last_sequence) as last from journal_batch where last_sequence >= wanted.sequence) b,
          lateral (select sequence, leaf from journal where batch_last_sequence = b.last and journal.sequence = wanted.sequence) j`,
);

/** Reads what openings of fills are made of. */
export class OpeningStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  fills(sequence: bigint): Promise<OpenedFill[]> {
    return fillsOfCommand(this.#database, [sequence]);
  }

  async row(sequence: bigint): Promise<(OpenedRow & { readonly disclosed: Outcome }) | undefined> {
    const [row] = await journalRow(this.#database, [sequence]);
    return row && { ...row, disclosed: decodeOutcome(presentOutcomeText(row.outcome)) };
  }

  async orders(
    wanted: readonly { readonly account: bigint; readonly orderId: bigint }[],
  ): Promise<ReadonlyMap<bigint, OpenedOrder>> {
    const rows = await ordersByIds(this.#database, [
      wanted.map(({ account }) => account),
      wanted.map(({ orderId }) => orderId),
    ]);
    return new Map(rows.map((row) => [row.order_id, row]));
  }

  /** Orders that stood on a side at a price or better when a command came. */
  standing(at: {
    readonly sequence: bigint;
    readonly atMs: bigint;
    readonly instrumentId: string;
    readonly environment: string;
    readonly side: 'buy' | 'sell';
    readonly price: bigint;
  }): Promise<StoodOrder[]> {
    const { sequence, atMs, instrumentId, environment, side, price } = at;
    return ordersStanding(this.#database, [sequence, atMs, instrumentId, environment, side, price]);
  }

  /**
   * The contents of a fill's auction: written by the same command, or before it where its fills were made in
   * steps.
   */
  async auction(
    { sequence, instrument_id: instrumentId, environment }: OpenedFill,
    { isStep, atMs }: { readonly isStep: boolean; readonly atMs: number },
  ): Promise<StoredRecord | undefined> {
    return (await recordOf(this.#database, [sequence, instrumentId, environment, isStep, atMs]))[0];
  }

  /** The journal's account of a day's secret, with the rows that tell it; undefined for a day without one. */
  async day(tradingDay: string): Promise<StoredDay | undefined> {
    const names = [tradingDay, `${tradingDay} mixed`, `${tradingDay} told`];
    const rows = await seedRows(this.#database, [names]);
    const [commitment, mixed, revealed] = names.map((name) => rows.find((row) => row.name === name));
    if (commitment === undefined) return undefined;
    const { seed } = revealed ? readText<EndSeed>(revealed.body) : {};
    return {
      ...readText<EndSeed>((mixed ?? commitment).body),
      sequence: Number(commitment.sequence),
      atMs: Number(commitment.at_ms),
      ...(mixed && { mixSequence: Number(mixed.sequence), mixAtMs: Number(mixed.at_ms) }),
      ...(seed !== undefined && { seed }),
    };
  }

  /** The leaves of the journal's rows, by their sequences. */
  async leaves(sequences: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
    const rows = await leavesAt(this.#database, [[...new Set(sequences)]]);
    return new Map(rows.map(({ sequence, leaf }) => [Number(sequence), leaf]));
  }

  async instrument(id: string): Promise<OpenedInstrument | undefined> {
    return (await instrumentById(this.#database, [id]))[0];
  }

  /** The charges of a version, by the name that the command which set them has for them. */
  async rules(version: string): Promise<StoredChargeRules | undefined> {
    return (await chargeRules(this.#database, [version]))[0];
  }

  /** The turnover of the order before a fill of it. */
  async turnoverBefore(place: OwnFillPlace): Promise<{ readonly taken: string; readonly made: string }> {
    const { accountId, orderId, sequence, index } = place;
    const [row] = await turnoverBefore(this.#database, [accountId, orderId, sequence, index]);
    return row ?? { taken: '0', made: '0' };
  }

  /** Charges that fills of the order have posted: before a fill of it, and by it. */
  async charges(place: OwnFillPlace): Promise<{
    readonly before: Record<string, string>;
    readonly own: Record<string, string>;
  }> {
    const { accountId, orderId, sequence, index } = place;
    const rows = await chargesUpTo(this.#database, [accountId, orderId, sequence, index]);
    const byName = (isThis: boolean): Record<string, string> =>
      Object.fromEntries(
        rows.filter((row) => row.is_this === isThis).map((row) => [row.charge_name, row.total]),
      );
    return { before: byName(false), own: byName(true) };
  }
}
