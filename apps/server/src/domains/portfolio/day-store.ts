import { assert } from '@tarazu/core/values';
import { FLOW_KINDS } from '#domains/portfolio/flow-kinds.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** A day whose values are being written, or are. */
export interface DayRow {
  readonly day: number;
  readonly ends_at_ms: bigint;
  readonly from_sequence: bigint;
  readonly through_sequence: bigint;
  readonly reached_account: bigint;
  readonly closed_at_ms: bigint | null;
}

export interface PriceRow {
  readonly instrument_id: string;
  readonly price: bigint;
  readonly price_scale: number;
  readonly source: 'candle' | 'ticker';
}

/** Units of an asset that an account had at a day's end, and that came from outside on the day. */
export interface UnitsRow {
  readonly account_id: bigint;
  readonly asset_id: string;
  readonly units: string;
  readonly flow: string;
}

/** In paise. */
export interface ValueRow {
  readonly accountId: bigint;
  readonly value: bigint;
  readonly cash: bigint;
  readonly flow: bigint;
}

const newestDay = statement<DayRow>(
  'portfolio-day-newest',
  'select * from portfolio_day order by day desc limit 1',
);
const dayBefore = statement<DayRow>(
  'portfolio-day-before',
  'select * from portfolio_day where day < $1 order by day desc limit 1',
);
const openDay = statement<DayRow>(
  'portfolio-day-open',
  `insert into portfolio_day values ($1, $2, $3, $4, 0, null) on conflict (day) do update set day = excluded.day returning *`,
);
const lastSequence = statement<{ last_sequence: bigint }>(
  'portfolio-last',
  'select last_sequence from lease',
);
/** The first entry of the journal from a number on, in the batch that has it. */
const entryFrom = statement<{ sequence: bigint; at_ms: bigint }>(
  'portfolio-entry',
  `select sequence, at_ms from journal
    where batch_last_sequence = (select min(last_sequence) from journal_batch where last_sequence >= $1) and sequence >= $1
    order by sequence limit 1`,
);
const closeDay = statement(
  'portfolio-day-close',
  'update portfolio_day set closed_at_ms = $2 where day = $1',
);
const pricesOf = statement<PriceRow>(
  'portfolio-prices',
  'select instrument_id, price, price_scale, source from portfolio_price where day = $1',
);
const keepPrices = statement(
  'portfolio-prices-keep',
  `insert into portfolio_price
   select $1, * from unnest($2::text[], $3::int8[], $4::int2[], $5::text[]) on conflict do nothing`,
);
const accountsAfter = statement<{ account_id: bigint }>(
  'portfolio-accounts',
  'select account_id from account where account_id > $1 order by account_id limit $2',
);

const ENDS = ['m.account_id = a.account_id', 'm.other_account_id = a.account_id and m.other_account_id > 0'];
const SIGNED = `case when m.to_account_id = a.account_id then m.amount else -m.amount end`;
const OVER_THE_EDGE = '(m.to_account_id = a.account_id) <> (m.from_account_id = a.account_id)';

// Balances and movements after the day's end, of one moment, with flows found by a word of the packed row.
const unitsOf = statement<UnitsRow>(
  'portfolio-units',
  `with a as (select account_id, coalesce(reset_at_ms, 0) as begun_at_ms from account where account_id = any($1::int8[]))
   select account_id, asset_id, sum(units)::text as units, sum(flow)::text as flow from (
     select a.account_id, b.asset_id, b.available + b.held + b.unsettled as units, 0 as flow from a join balance b using (account_id)
     union all
     select a.account_id, m.asset_id, -(${SIGNED}), 0 from a join lateral (
       ${ENDS.map((end) => `select * from posting m where ${end} and m.sequence > $3`).join(' union all ')}) m on ${OVER_THE_EDGE}
     union all
     select a.account_id, m.asset_id, 0, ${SIGNED} from a join lateral (
       ${ENDS.map(
         (end) =>
           `select m.account_id, m.sequence from movement m where ${end} and m.sequence > $2 and m.sequence <= $3 and m.at_ms >= a.begun_at_ms and m.postings ~ $4`,
       ).join(' union ')}) moved on true
       join posting m on m.account_id = moved.account_id and m.sequence = moved.sequence and m.kind = any($5::text[]) and ${OVER_THE_EDGE}) of_asset
    group by 1, 2 order by 1`,
);
const keepValues = statement(
  'portfolio-values-keep',
  `with kept as (
     insert into portfolio_value (account_id, day, value, cash, flow, through_sequence)
     select account_id, $1, value, cash, flow, $2 from unnest($3::int8[], $4::int8[], $5::int8[], $6::int8[]) as one(account_id, value, cash, flow)
     on conflict do nothing)
   update portfolio_day set reached_account = $7 where day = $1`,
);
// Days with a flow stay for the yearly return, ends of months for the long curve.
const thin = statement(
  'portfolio-values-thin',
  `delete from portfolio_value where account_id = any($1::int8[]) and day < $2 and flow = 0
      and extract(day from date '1970-01-01' + day + 1) <> 1`,
);

/** A day's prices say how its values were made; as long as every day's value is kept, so are they. */
const thinPrices = statement('portfolio-prices-thin', 'delete from portfolio_price where day < $1');

/** The days and their values as the job writes them. */
export class DayStore {
  readonly #on: Queryable;

  constructor(on: Queryable) {
    this.#on = on;
  }

  async newest(): Promise<DayRow | undefined> {
    const [row] = await newestDay(this.#on, []);
    return row;
  }

  /**
   * Begins a day, or goes on with it, from where the last stored
   * one ended, so that no flow between passes for profit.
   */
  async open(day: number, times: { startsAtMs: number; endsAtMs: number }): Promise<DayRow> {
    const { startsAtMs, endsAtMs } = times;
    const [before] = await dayBefore(this.#on, [day]);
    const from = before?.through_sequence ?? (await this.#sequenceBefore(startsAtMs));
    const through = await this.#sequenceBefore(endsAtMs);
    const [row] = await openDay(this.#on, [day, endsAtMs, from, through]);
    assert(row !== undefined, 'Invariant: a day that was begun has a row');
    return row;
  }

  /** The last command before an instant, by halves: numbers and times grow together. */
  async #sequenceBefore(atMs: number): Promise<bigint> {
    const [lease] = await lastSequence(this.#on, []);
    let [low, high] = [0n, (lease?.last_sequence ?? 0n) + 1n];
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      const [entry] = await entryFrom(this.#on, [middle]);
      if (entry !== undefined && entry.at_ms < BigInt(atMs)) low = entry.sequence;
      else high = middle;
    }
    return low;
  }

  async close(day: number, atMs: number): Promise<void> {
    await closeDay(this.#on, [day, atMs]);
  }

  prices(day: number): Promise<PriceRow[]> {
    return pricesOf(this.#on, [day]);
  }

  async keepPrices(day: number, rows: readonly PriceRow[]): Promise<void> {
    const of = <Name extends keyof PriceRow>(name: Name) => rows.map((row) => row[name]);
    await keepPrices(this.#on, [day, of('instrument_id'), of('price'), of('price_scale'), of('source')]);
  }

  async accountsAfter(account: bigint, limit: number): Promise<bigint[]> {
    return (await accountsAfter(this.#on, [account, limit])).map((row) => row.account_id);
  }

  units(
    accounts: readonly bigint[],
    day: Pick<DayRow, 'from_sequence' | 'through_sequence'>,
  ): Promise<UnitsRow[]> {
    return unitsOf(this.#on, [
      accounts,
      day.from_sequence,
      day.through_sequence,
      FLOW_KINDS.join('|'),
      FLOW_KINDS,
    ]);
  }

  /** Writes a page's values and how far the day is, in one. */
  async keepValues(day: DayRow, rows: readonly ValueRow[], reached: bigint): Promise<void> {
    const of = (name: keyof ValueRow) => rows.map((row) => row[name]);
    const columns = [of('accountId'), of('value'), of('cash'), of('flow')];
    await keepValues(this.#on, [day.day, day.through_sequence, ...columns, reached]);
  }

  async forgetPrices(beforeDay: number): Promise<void> {
    await thinPrices(this.#on, [beforeDay]);
  }

  async thin(accounts: readonly bigint[], beforeDay: number): Promise<void> {
    await thin(this.#on, [accounts, beforeDay]);
  }
}
