import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEngine } from '#engine/open-engine.ts';
import { worldCommands } from '#engine/test-world.ts';
import { SyncedFacts } from '#market/session/synced.ts';
import { TapeStore } from '#market/tape/tape-store.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { systemClock } from '#platform/time/clock.ts';

const database = await openTestDatabase();

test('what the engine refuses is said, not remembered, and not journaled each time it is sent again (fault 9)', async () => {
  const engine = await openEngine({
    connection: () => database.connection,
    clock: systemClock,
    log: { info: () => undefined, error: () => undefined },
    dueEveryMs: 0,
    onStopped: (cause) => assert.fail(cause),
  });
  database.beforeClose(() => engine.stop());
  for (const command of worldCommands(Date.now())) await engine.submit(command);
  const journal = async () => (await database.pool.query('select from journal')).rowCount;
  const refused: string[] = [];
  const synced = new SyncedFacts(engine, new TapeStore(database.pool), (error) =>
    refused.push(error.message),
  );
  const endSeed = { tradingDay: '2026-11-23', commitment: '0'.repeat(64) };
  const good = { key: 'seed', command: { type: 'rules.set', endSeed } } as const;
  const bad = {
    key: 'seed told',
    command: { type: 'rules.set', endSeed: { ...endSeed, seed: '1'.repeat(64) } },
  } as const;
  const before = Number(await journal());
  for (let again = 0; again < 2; again += 1) await synced.send([good, bad]);
  const sentence = 'The engine refused what holds today: seed told: SEED_UNFIT';
  assert.deepEqual(refused, [sentence, sentence]);
  assert.deepEqual([synced.has('seed'), synced.has('seed told')], [true, false]);
  assert.equal(await journal(), before + 1);
});
