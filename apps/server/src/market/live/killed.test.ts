import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { greater, smaller } from '@tarazu/core/values';
import { API_PREFIX, OPERATIONS } from '@tarazu/protocol';
import { COIN } from '#domains/orders/test-trader.ts';
import { LIMITS } from '#gateway/admission/limits.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { recordOf } from '#test-app.ts';

/** A server as its own process, which is killed in the middle of a minute and started again. */
const database = await openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'tarazu-killed-'));
after(() => rmSync(folder, { recursive: true, force: true }));
/** Trades that one call lists. */
const LISTED_MAX = 100;
const MAIN = join(import.meta.dirname, '..', '..', 'main.ts');

async function start() {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      METRICS_PORT: 'off',
      LOG_LEVEL: 'fatal',
      DATA_DIR: folder,
      DATABASE_URL: database.url,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  after(() => child.kill('SIGKILL'));
  for await (const line of createInterface({ input: child.stdout }))
    if (line.startsWith('Tarazu is open at ')) return { child, url: line.split(' ').at(-1) ?? '' };
  return assert.fail('it ended before it was open');
}

/** A busy machine may refuse a read for a moment: it is asked again, as the app does. */
async function read(url: string, name: 'coinCandles' | 'coinTrades', fields: Record<string, string>) {
  for (;;) {
    const response = await fetch(`${url}${API_PREFIX}${OPERATIONS[name].path}`, {
      method: 'POST',
      body: new URLSearchParams({ instrumentId: COIN, ...fields }),
    });
    const reply = recordOf(await response.json());
    if (response.status !== 503 && response.status !== 429)
      return OPERATIONS[name].output.parse(recordOf(reply['data']));
  }
}

const tradesOf = async (url: string) =>
  OPERATIONS.coinTrades.output.parse(await read(url, 'coinTrades', { limit: String(LISTED_MAX) })).list;
const minutesOf = async (url: string) =>
  OPERATIONS.coinCandles.output.parse(await read(url, 'coinCandles', { interval: '1m', limit: '60' })).list;

/** Waits until no answer of before is served again: one serves all who ask the same for a while. */
const unshared = () => delay(2 * LIMITS.answersFreshMs);

/**
 * Minutes and trades of a moment at which nothing new was
 * traded, as shared answers may be of different moments.
 */
async function quiet(url: string) {
  const seen = new Map<string, Awaited<ReturnType<typeof tradesOf>>[number]>();
  const look = async () => {
    const trades = await tradesOf(url);
    assert.ok(trades.length < LISTED_MAX || trades.some(({ id }) => seen.has(id)), 'no trade was missed');
    for (const trade of trades) seen.set(trade.id, trade);
    return trades[0]?.id;
  };
  for (;;) {
    const before = await look();
    await unshared();
    const minutes = await minutesOf(url);
    await unshared();
    if (before === (await look())) return { minutes, trades: [...seen.values()] };
  }
}

interface Saved {
  readonly open_time_ms: bigint;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly volume: bigint;
}

/** The minutes of the coin that are in the database, newest first. */
async function savedMinutes(): Promise<readonly Saved[]> {
  const { rows } = await database.pool.query<Saved>(
    `select open_time_ms, open, high, low, volume from candle
      where instrument_id = $1 and interval = '1m' order by open_time_ms desc limit 20`,
    [COIN],
  );
  return rows;
}

/** Trades of the public market that are in the journal and not on the saved tape. */
async function unheard() {
  const { rows } = await database.pool.query<{ price: bigint; quantity: bigint; at_ms: bigint }>(
    `select price, quantity, at_ms from fill where instrument_id = $1 and environment = 'real'
      and sequence > (select value::int8 from market_state where key = 'tapeSequence')`,
    [COIN],
  );
  return rows.map(({ price, quantity, at_ms: atMs }) => ({ price, quantity, atMs: Number(atMs) }));
}

const digits = (text: string): bigint => BigInt(text.replace('.', ''));
const highest = (values: readonly bigint[]) => values.reduce((one, other) => greater(one, other));
const lowest = (values: readonly bigint[]) => values.reduce((one, other) => smaller(one, other));

test('after kill -9 within a minute its candle is what was saved, what the journal has and what trades since (trial 22)', async () => {
  const first = await start();
  const ended = once(first.child, 'close');
  // The minute of now is saved while it is being made.
  while (((await savedMinutes())[0]?.volume ?? 0n) === 0n);
  first.child.kill('SIGKILL');
  await ended;
  // Statements that its sessions had begun are done, or never will be.
  const sessions = `select 1 from pg_stat_activity
    where datname = current_database() and application_name like 'tarazu%' and application_name <> 'tarazu-test'`;
  while ((await database.pool.query(sessions)).rowCount !== 0);
  const saved = await savedMinutes();
  const ofJournal = await unheard();
  assert.ok(saved[0]);

  const startedAtMs = Date.now();
  const second = await start();
  const { minutes, trades } = await quiet(second.url);
  // Trades of the journal are listed too: those are counted above.
  const since = trades
    .filter(({ atMs }) => atMs >= startedAtMs)
    .map(({ price, quantity, atMs }) => ({ price: digits(price), quantity: digits(quantity), atMs }));
  const traded = [...ofJournal, ...since];
  for (const minute of saved) {
    if (minute.volume === 0n) continue;
    const openTimeMs = Number(minute.open_time_ms);
    const bar =
      minutes.find((one) => one.openTimeMs === openTimeMs) ?? assert.fail('a saved minute is served');
    const inIt = traded.filter(({ atMs }) => atMs >= openTimeMs && atMs < openTimeMs + 60_000);
    const prices = inIt.map(({ price }) => price);
    assert.deepEqual([bar.open, bar.high, bar.low, bar.volume].map(digits), [
      minute.open,
      highest([minute.high, ...prices]),
      lowest([minute.low, ...prices]),
      inIt.reduce((sum, { quantity }) => sum + quantity, minute.volume),
    ]);
  }
  second.child.kill('SIGKILL');
});
