/**
 * `npm run bench -- tape`: whether the minutes of the tape keep to their bound when a hundred times as many
 * are there: those of years in which nobody made them coarser, on a database of its own.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { SimulatedSource } from '../apps/server/src/market/simulated/simulated-source.ts';
import { Tape } from '../apps/server/src/market/tape/tape.ts';
import { TapeStore } from '../apps/server/src/market/tape/tape-store.ts';
import { historyHere } from '../apps/server/src/market/tape/test-history.ts';
import { openOwnDatabase } from './gen-own-database.ts';

const { values: flags } = parseArgs({ options: { days: { type: 'string', default: '1400' } } });
const COIN = 'COIN_SIM:BTC-USDT';
const DAYS_KEPT = 14;
/** One more than the days kept is the day that has not ended where the instrument is. */
const MINUTES_MAX = (DAYS_KEPT + 1) * 1_440;
const CALLS_MAX = 1_000;
const DAYS_AT_ONCE = 50;
const FILL = `insert into candle (instrument_id, interval, open_time_ms, open, high, low, close, volume, turnover, minute_count)
  select $1, '1m', $2::int8 - minute * 60000, 100000 + minute % 7, 100010, 99990, 100000, 5, 500000, 1
    from generate_series($3::int8 + 1, $4::int8) as minute`;
const nowMs = Date.UTC(2026, 10, 20, 6);

const folder = mkdtempSync(join(tmpdir(), 'tarazu-bench-'));
const own = await openOwnDatabase(folder);
try {
  for (let day = 0; day < Number(flags.days); day += DAYS_AT_ONCE)
    await own.pool.query(FILL, [
      COIN,
      nowMs,
      day * 1_440,
      Math.min(day + DAYS_AT_ONCE, Number(flags.days)) * 1_440,
    ]);
  const tape = openTape();
  const before = await minutes();
  const turns: number[] = [];
  // Each turn is of another listing: one round of all is one of the coin's.
  const round = async (): Promise<void> => {
    for (const { instrumentId } of tape.listings) {
      const beganAt = process.cpuUsage();
      await tape.coarsenNext(nowMs);
      const { user, system } = process.cpuUsage(beganAt);
      if (instrumentId === COIN) turns.push((user + system) / 1_000);
    }
  };
  let left = before;
  for (let rounds = 0; left > MINUTES_MAX && rounds < CALLS_MAX; rounds += 1) {
    await round();
    left = await minutes();
  }
  const { rows } = await own.pool.query("select count(*)::int4 as days from candle where interval = '1d'");
  const result = {
    minutes: before,
    left,
    bound: MINUTES_MAX,
    days: rows[0]?.days,
    rounds: turns.length,
    meanTurnCpuMs: Math.round(turns.reduce((sum, one) => sum + one, 0) / turns.length),
    longestTurnCpuMs: Math.round(Math.max(...turns)),
  };
  process.stdout.write(`${JSON.stringify({ bench: 'tape', ...result, isHeld: left <= MINUTES_MAX })}\n`);
  process.exitCode = left <= MINUTES_MAX ? 0 : 1;
} finally {
  await own.stop();
  rmSync(folder, { recursive: true, force: true });
}

function openTape(): Tape {
  const source = new SimulatedSource({ seed: 7, hours: 'calendar' });
  const empty = { version: 0, bids: [], asks: [] };
  return new Tape(
    {
      source,
      history: historyHere(source),
      store: new TapeStore(own.pool),
      engine: { book: () => empty },
      previousClose: (id, atMs) => source.previousClose(id, atMs),
      nowMs: () => nowMs,
    },
    nowMs,
  );
}

async function minutes(): Promise<number> {
  const { rows } = await own.pool.query("select count(*)::int4 as minutes from candle where interval = '1m'");
  return Number(rows[0]?.minutes);
}
