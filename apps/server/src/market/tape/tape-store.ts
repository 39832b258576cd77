import type { Fill, Print } from '@tarazu/core';
import {
  DAY_MS,
  type Environment,
  type InstrumentId,
  instantMs,
  instrumentId,
  type Price,
  price,
  quantity,
} from '@tarazu/core/values';
import type pg from 'pg';
import type { TapeMinute } from '#market/tape/minutes.ts';
import { barsOf, barsText, type TapeDay } from '#market/tape/tape-day.ts';
import { AtMost } from '#platform/at-most.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { delivery } from '#products/delivery/delivery.ts';
import { idsAt } from '#products/ids.ts';

/** A bar of the tape with whose it is. */
export interface TapeBar {
  readonly instrumentId: string;
  readonly interval: '1m' | '1d';
  readonly bar: TapeMinute;
}

export interface TapeRange {
  readonly instrumentId: string;
  readonly interval: '1m' | '1d';
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A trade that a customer began and whose other side is the market maker. */
export type CustomerTrade = Pick<Fill, 'instrumentId' | 'environment' | 'quantity' | 'takerSide' | 'atMs'>;

interface KeptRow {
  readonly instrument_id: string;
  readonly from_ms: bigint;
  readonly until_ms: bigint;
  readonly bars: string;
}

interface FillRow {
  readonly instrument_id: string;
  readonly price: bigint;
  readonly quantity: bigint;
  readonly taker_side: 'buy' | 'sell';
  readonly at_ms: bigint;
}

interface Row {
  readonly open_time_ms: bigint;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  readonly volume: bigint;
  readonly turnover: string;
  readonly minute_count: number;
}

const READS_AT_ONCE = 2;

/** Keeps the tape's bars. A bar written again replaces what is there: who makes it has begun with that. */
export class TapeStore {
  readonly #database: Queryable;
  /**
   * However many charts are asked for: the database keeps a processor for orders, and
   * the pool a connection for the session of whoever places one.
   */
  readonly #reads = new AtMost(READS_AT_ONCE);

  constructor(database: Queryable) {
    this.#database = database;
  }

  /**
   * In one statement with the last command of the journal whose trades are in the bars, when that is said.
   */
  async save(bars: readonly TapeBar[], sequence?: number): Promise<void> {
    const rows = bars.map(({ instrumentId, interval, bar }) => ({
      instrument_id: instrumentId,
      interval,
      open_time_ms: String(bar.openTimeMs),
      open: String(bar.open),
      high: String(bar.high),
      low: String(bar.low),
      close: String(bar.close),
      volume: String(bar.volume),
      turnover: String(bar.turnover),
      minute_count: bar.minuteCount,
    }));
    if (rows.length === 0) return;
    await this.#database.query({
      name: 'candle-save',
      text: `with heard as (insert into market_state select 'tapeSequence', $2::text where $2::text is not null
          on conflict (key) do update set value = excluded.value)
        insert into candle
        select * from json_to_recordset($1::json) as row(instrument_id text, interval text, open_time_ms int8,
          open int8, high int8, low int8, close int8, volume int8, turnover numeric, minute_count int4)
        on conflict (instrument_id, interval, open_time_ms) do update set
          open = excluded.open, high = excluded.high, low = excluded.low, close = excluded.close, volume = excluded.volume,
          turnover = excluded.turnover, minute_count = excluded.minute_count`,
      values: [JSON.stringify(rows), sequence === undefined ? null : String(sequence)],
    });
  }

  /** Bars of the range, oldest first. */
  async read(range: TapeRange): Promise<TapeMinute[]> {
    const found = await this.#reading<Row>({
      name: 'candle-read',
      text: `select open_time_ms, open, high, low, close, volume, turnover, minute_count from candle
        where instrument_id = $1 and interval = $2 and open_time_ms >= $3 and open_time_ms < $4 order by open_time_ms`,
      values: [range.instrumentId, range.interval, range.fromMs, range.untilMs],
    });
    return found.rows.map((row) => ({
      openTimeMs: Number(row.open_time_ms),
      open: row.open,
      high: row.high,
      low: row.low,
      close: row.close,
      volume: row.volume,
      turnover: BigInt(row.turnover),
      minuteCount: row.minute_count,
    }));
  }

  /** The same as lines of `minuteLine`: one text, however long, which nobody here takes apart. */
  async readText(range: TapeRange): Promise<string> {
    const found = await this.#reading<{ lines: string | null }>({
      name: 'candle-text',
      text: `select string_agg(concat_ws(' ', open_time_ms, open, high, low, close, volume, turnover, minute_count), E'\\n'
          order by open_time_ms) as lines from candle
        where instrument_id = $1 and interval = $2 and open_time_ms >= $3 and open_time_ms < $4`,
      values: [range.instrumentId, range.interval, range.fromMs, range.untilMs],
    });
    return found.rows[0]?.lines ?? '';
  }

  /**
   * Journal's trades of customers since the tape was saved
   * last, and its last command; none without that place.
   */
  async unsavedPrints(
    sinceMs: number,
  ): Promise<{ readonly prints: readonly Print[]; readonly sequence: number }> {
    const found = await this.#database.query<FillRow>({
      name: 'tape-unsaved-prints',
      text: `select instrument_id, price, quantity, taker_side, at_ms from fill
        where environment = 'real' and at_ms >= $1
          and sequence > (select value::int8 from market_state where key = 'tapeSequence')
        order by sequence, index limit 100000`,
      values: [sinceMs],
    });
    const prints = found.rows.map((row) => ({
      instrumentId: instrumentId(row.instrument_id),
      environment: 'real' as const,
      price: price(row.price),
      quantity: quantity(row.quantity),
      takerSide: row.taker_side,
      atMs: instantMs(Number(row.at_ms)),
    }));
    return { prints, sequence: await this.#lastSequence() };
  }

  /** Journal's newest trades of customers with the market maker after a command, and its last command. */
  async customerTrades(
    after: number,
  ): Promise<{ readonly trades: readonly CustomerTrade[]; readonly sequence: number }> {
    const found = await this.#database.query<FillRow & { environment: Environment }>({
      name: 'market-maker-trades',
      text: `select instrument_id, environment, price, quantity, taker_side, at_ms from fill
        where sequence > $1 and taker_account_id > 0 and maker_account_id = 0
        order by sequence desc, index desc limit 100000`,
      values: [after],
    });
    const trades = found.rows.toReversed().map((row) => ({
      instrumentId: instrumentId(row.instrument_id),
      environment: row.environment,
      quantity: quantity(row.quantity),
      takerSide: row.taker_side,
      atMs: instantMs(Number(row.at_ms)),
    }));
    return { trades, sequence: await this.#lastSequence() };
  }

  async #lastSequence(): Promise<number> {
    const last = await this.#database.query<{ last_sequence: bigint }>('select last_sequence from lease');
    return Number(last.rows[0]?.last_sequence ?? 0n);
  }

  /** When the first bar of the tape opens within a range. */
  async firstOf({
    instrumentId: id,
    fromMs,
    untilMs,
  }: Omit<TapeRange, 'interval'>): Promise<number | undefined> {
    const found = await this.#reading<{ first: bigint | null }>({
      name: 'candle-first',
      text: `select min(open_time_ms) as first from candle
        where instrument_id = $1 and interval in ('1m', '1d') and open_time_ms >= $2 and open_time_ms < $3`,
      values: [id, fromMs, untilMs],
    });
    const first = found.rows[0]?.first;
    return first == null ? undefined : Number(first);
  }

  /** Opening times of the days, in the zone of that offset, of which there are minutes, oldest first. */
  async daysOfMinutes(range: Omit<TapeRange, 'interval'>, offsetMs: number): Promise<readonly number[]> {
    const found = await this.#reading<{ day: bigint }>({
      name: 'candle-days',
      text: `select distinct (open_time_ms + $4) / 86400000 as day from candle
        where instrument_id = $1 and interval = '1m' and open_time_ms >= $2 and open_time_ms < $3 order by day`,
      values: [range.instrumentId, range.fromMs, range.untilMs, offsetMs],
    });
    return found.rows.map(({ day }) => Number(day) * DAY_MS - offsetMs);
  }

  /** Statements of charts, in turn. */
  #reading<Found extends pg.QueryResultRow>(query: pg.QueryConfig): Promise<pg.QueryResult<Found>> {
    return this.#reads.run(() => this.#database.query<Found>(query));
  }

  async forgetMinutes({ instrumentId: id, fromMs, untilMs }: Omit<TapeRange, 'interval'>): Promise<void> {
    await this.#database.query({
      name: 'candle-forget',
      text: `delete from candle where instrument_id = $1 and interval = '1m' and open_time_ms >= $2 and open_time_ms < $3`,
      values: [id, fromMs, untilMs],
    });
  }

  /**
   * Average price of what stocks traded in a time, weighted by quantity and rounded half up: their amounts
   * and prices are both paise.
   */
  async traded(range: { readonly fromMs: number; readonly untilMs: number }): Promise<Map<string, Price>> {
    const found = await this.#database.query<{ instrument_id: string; average: string }>({
      name: 'candle-average',
      text: `select instrument_id, round(sum(turnover) / sum(volume))::text as average from candle
        where interval = '1m' and open_time_ms >= $1 and open_time_ms < $2 and instrument_id like any('${idsAt(delivery.venues)}')
        group by instrument_id having sum(volume) > 0`,
      values: [range.fromMs, range.untilMs],
    });
    return new Map(found.rows.map((row) => [row.instrument_id, price(BigInt(row.average))]));
  }

  /** Of each stock that was traded since then its newest minute. */
  async lastMinutes(
    fromMs: number,
  ): Promise<{ readonly instrumentId: InstrumentId; readonly openTimeMs: number; readonly close: bigint }[]> {
    const found = await this.#database.query<{ instrument_id: string; open_time_ms: bigint; close: bigint }>({
      name: 'candle-last',
      text: `select distinct on (instrument_id) instrument_id, open_time_ms, close from candle
        where interval = '1m' and open_time_ms >= $1 and instrument_id like any('${idsAt(delivery.venues)}')
        order by instrument_id, open_time_ms desc`,
      values: [fromMs],
    });
    return found.rows.map((row) => ({
      instrumentId: instrumentId(row.instrument_id),
      openTimeMs: Number(row.open_time_ms),
      close: row.close,
    }));
  }

  /** The days that were kept, by instrument: of all, or of one. */
  async storedDays(id?: string): Promise<Map<string, TapeDay>> {
    const found = await this.#database.query<KeptRow>({
      name: 'kept-days',
      text: 'select instrument_id, from_ms, until_ms, bars from day_kept where $1::text is null or instrument_id = $1',
      values: [id ?? null],
    });
    return new Map(
      found.rows.map(({ instrument_id: key, from_ms, until_ms, bars }) => [
        key,
        { fromMs: Number(from_ms), untilMs: Number(until_ms), bars: barsOf(bars, key) },
      ]),
    );
  }

  async keepDay(id: string, { fromMs, untilMs, bars }: TapeDay): Promise<void> {
    await this.#database.query({
      name: 'keep-day',
      text: `insert into day_kept values ($1, $2, $3, $4) on conflict (instrument_id) do update set
        from_ms = excluded.from_ms, until_ms = excluded.until_ms, bars = excluded.bars`,
      values: [id, fromMs, untilMs, barsText(bars)],
    });
  }

  async state(): Promise<Map<string, string>> {
    const found = await this.#database.query<{ key: string; value: string }>(
      'select key, value from market_state',
    );
    return new Map(found.rows.map((row) => [row.key, row.value]));
  }

  setState(key: string, value: string): Promise<void> {
    return this.setStates([{ key, value }]);
  }

  async setStates(facts: readonly { readonly key: string; readonly value: string }[]): Promise<void> {
    await this.#database.query({
      name: 'market-state-save',
      text: `insert into market_state select * from json_to_recordset($1::json) as row(key text, value text)
        on conflict (key) do update set value = excluded.value`,
      values: [JSON.stringify(facts)],
    });
  }
}
