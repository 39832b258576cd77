import { type InstrumentId, instrumentId, type Price, price } from '@tarazu/core/values';
import { joinMinutes, type TapeMinute } from '#market/tape/quotes.ts';
import type { Queryable } from '#platform/database/pool.ts';

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

/**
 * Keeps the tape's bars. A bar written again is joined to what
 * is there, so that a restart within a minute loses nothing.
 */
export class TapeStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async save(bars: readonly TapeBar[]): Promise<void> {
    const rows = [...joined(bars).values()].map(({ instrumentId, interval, bar }) => ({
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
      text: `insert into candle
        select * from json_to_recordset($1::json) as row(instrument_id text, interval text, open_time_ms int8,
          open int8, high int8, low int8, close int8, volume int8, turnover numeric, minute_count int4)
        on conflict (instrument_id, interval, open_time_ms) do update set
          high = greatest(candle.high, excluded.high), low = least(candle.low, excluded.low), close = excluded.close,
          volume = candle.volume + excluded.volume, turnover = candle.turnover + excluded.turnover,
          minute_count = least(candle.minute_count + excluded.minute_count, case candle.interval when '1m' then 1 else 1440 end)`,
      values: [JSON.stringify(rows)],
    });
  }

  /** Bars of the range, oldest first. */
  async read(range: TapeRange): Promise<TapeMinute[]> {
    const found = await this.#database.query<Row>({
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

  /**
   * Average price of what stocks traded in a time, weighted by quantity and rounded half up: their amounts
   * and prices are both paise.
   */
  async traded(range: { readonly fromMs: number; readonly untilMs: number }): Promise<Map<string, Price>> {
    const found = await this.#database.query<{ instrument_id: string; average: string }>({
      name: 'candle-average',
      text: `select instrument_id, round(sum(turnover) / sum(volume))::text as average from candle
        where interval = '1m' and open_time_ms >= $1 and open_time_ms < $2 and instrument_id like 'NSE_SIM:%'
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
        where interval = '1m' and open_time_ms >= $1 and instrument_id like 'NSE_SIM:%'
        order by instrument_id, open_time_ms desc`,
      values: [fromMs],
    });
    return found.rows.map((row) => ({
      instrumentId: instrumentId(row.instrument_id),
      openTimeMs: Number(row.open_time_ms),
      close: row.close,
    }));
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

/** One statement may not touch a row twice, so bars of the same time are joined first. */
export function joined(bars: readonly TapeBar[]): Map<string, TapeBar> {
  const byKey = new Map<string, TapeBar>();
  for (const row of bars) {
    const key = `${row.instrumentId} ${row.interval} ${row.bar.openTimeMs}`;
    const before = byKey.get(key);
    byKey.set(key, before === undefined ? row : { ...row, bar: joinMinutes(before.bar, row.bar) });
  }
  return byKey;
}
