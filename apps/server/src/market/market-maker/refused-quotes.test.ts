import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEngine } from '#engine/open-engine.ts';
import { MarketMaker } from '#market/market-maker/market-maker.ts';
import { atMs, openFlow } from '#market/market-maker/test-flow.ts';
import { TapeStore } from '#market/tape/tape-store.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { createSettableClock } from '#platform/time/clock.ts';
import { recordOf, textOf } from '#test-app.ts';

/* An engine that knows no instrument, and has little room: whatever is quoted is refused. */

const ROOM = 4;
const TICKS_A_SECOND = 4;
const database = await openTestDatabase();
const clock = createSettableClock(atMs);
const counted: string[] = [];
const said: { readonly type?: string; readonly refusal?: string; readonly moreSince?: number }[] = [];
const engine = await openEngine({
  connection: () => database.connection,
  clock,
  log: { info: () => undefined, error: (fields) => said.push(fields) },
  metrics: { refused: ({ type }, code) => counted.push(`${type} ${code}`) },
  queueLimits: { ordersMax: 10, othersMax: 10, marketMakerMax: ROOM },
  dueEveryMs: 0,
  onStopped: (cause) => assert.fail(cause),
});
database.beforeClose(() => engine.stop());
const store = new TapeStore(database.pool);
const marketMaker = new MarketMaker({ orderFlow: openFlow(), engine, store });

/** Refused quotes of a second at one moment, by code. */
async function refusedInASecond(): Promise<Record<string, number>> {
  counted.length = 0;
  for (let tick = 0; tick < TICKS_A_SECOND; tick += 1) {
    marketMaker.tick({ nowMs: atMs, isDaySynced: true });
    // Answers come in the order of arrival.
    await engine.submit({ type: 'prices.keep' });
  }
  const codes = counted.filter((one) => one.startsWith('marketMaker.quote'));
  return Object.fromEntries([...Map.groupBy(codes, (code) => code)].map(([code, all]) => [code, all.length]));
}

const codeOf = (refusal = '{}') => textOf(recordOf(JSON.parse(refusal)), 'code');
const total = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

test('a refused quote is counted, said once a minute, and made afresh at the next tick of its book', async () => {
  await refusedInASecond();
  const first = await refusedInASecond();
  assert.ok((first['marketMaker.quote INSTRUMENT_UNKNOWN'] ?? 0) >= ROOM, 'what came to the writer');
  assert.ok((first['marketMaker.quote OVERLOADED'] ?? 0) > 0, 'and what found no room');
  const again = await refusedInASecond();
  assert.deepEqual(Object.keys(again).sort(), Object.keys(first).sort());
  // How many of them find room depends on what the writer has done by then; how many there are does not.
  assert.equal(total(again), total(first), 'the same levels are quoted again');
  const linesOf = (of: string) => said.filter(({ type, refusal }) => `${type} ${codeOf(refusal)}` === of);
  for (const name of Object.keys(first)) assert.equal(linesOf(name).length, 1, name);
  clock.advance(60_000);
  await refusedInASecond();
  const since = Object.keys(first).map((name): [string, number] => [name, linesOf(name)[1]?.moreSince ?? 0]);
  assert.ok(total(Object.fromEntries(since)) >= 2 * total(first));
});
