import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CorporateStore } from '#domains/corporate/store.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';

const HOLDERS = 1_203;
const SHARE = 'NSE_SIM:MANY';
const database = await openTestDatabase();

test('whom an action concerns is read in bounded pages, each of them once (issue 4 section 2)', async () => {
  await database.pool.query(
    `insert into position (account_id, instrument_id, quantity, cost, profit_realised)
     select id, $1, 1, 1, 0 from generate_series(1, ${HOLDERS}) id`,
    [SHARE],
  );
  const seen: number[] = [];
  for await (const page of new CorporateStore(database.pool).concerned(SHARE)) {
    assert.ok(page.length <= 500, `${page.length} at once`);
    for (const { accountId } of page) seen.push(accountId);
  }
  assert.deepEqual(
    seen,
    Array.from({ length: HOLDERS }, (_, nth) => nth + 1),
  );
});
