import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEngine } from '#engine/open-engine.ts';
import { account, coinOrder, openAccount, worldCommands } from '#engine/test-world.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { systemClock } from '#platform/time/clock.ts';

const database = await openTestDatabase();
const said: object[] = [];
const counted: string[] = [];
const engine = await openEngine({
  connection: () => database.connection,
  clock: systemClock,
  log: { info: () => undefined, error: (fields, text) => said.push({ ...fields, text }) },
  metrics: { refused: ({ type }, code) => counted.push(`${type} ${code}`) },
  dueEveryMs: 0,
  onStopped: (cause) => assert.fail(cause),
});
database.beforeClose(() => engine.stop());
const by = account(1);
for (const command of [...worldCommands(Date.now()), openAccount(by)]) await engine.submit(command);

test('what the system asks in vain is counted each time and said once', async () => {
  const endSeed = { tradingDay: '2026-11-23', commitment: '0'.repeat(64), seed: '1'.repeat(64) };
  for (let time = 0; time < 3; time += 1)
    assert.equal((await engine.submit({ type: 'rules.set', endSeed })).outcome.ok, false);
  assert.deepEqual(counted, Array(3).fill('rules.set SEED_UNFIT'));
  // The log hides a field of the name `code`: people receive codes by SMS.
  assert.deepEqual(said, [
    {
      type: 'rules.set',
      refusal: '{"code":"SEED_UNFIT","detail":{"reason":"no commitment"}}',
      text: 'A command of the system was refused.',
    },
  ]);
});

test('what a customer asks in vain is their own', async () => {
  const { outcome } = await engine.submit({ ...coinOrder('client-1'), accountId: account(99) });
  assert.equal(outcome.ok, false);
  assert.equal(counted.length, 3);
  assert.equal(said.length, 1);
});
