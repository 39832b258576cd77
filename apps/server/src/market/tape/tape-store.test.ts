import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TapeStore } from '#market/tape/tape-store.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';

const { pool } = await openTestDatabase();
const store = new TapeStore(pool);

test('however many charts read the tape, a session is found beside them (trial 25)', async () => {
  const holder = await pool.connect();
  await holder.query('begin');
  await holder.query('lock table candle in access exclusive mode');
  const range = { instrumentId: 'NSE_SIM:ARUNA', interval: '1m', fromMs: 0, untilMs: 1 } as const;
  const reads = Array.from({ length: 3 * pool.options.max }, () => [
    store.readText(range),
    store.read(range),
    store.firstOf(range),
    store.daysOfMinutes(range, 0),
  ]).flat();
  // Answer that would not come if they, which can't end now, had taken every connection.
  const { rows } = await pool.query("select 'found' as session");
  assert.deepEqual(rows, [{ session: 'found' }]);
  assert.ok(pool.totalCount < pool.options.max);
  await holder.query('rollback');
  holder.release();
  const answers = await Promise.all(reads);
  assert.deepEqual(answers.slice(0, 4), ['', [], undefined, []]);
});
