/** Reads the tables of a server's own database and holds the money in them against itself. */
import assert from 'node:assert/strict';
import { withDatabase } from './server-database.ts';

/** A posting gives to one place what it takes from another: per asset all places together hold nothing. */
const SUMS = `
  select environment, asset_id, sum(amount)::text as total
  from (
    select environment, asset_id, available + held + unsettled as amount from balance
    union all
    select environment, asset_id, amount from house_balance
  ) places
  group by environment, asset_id
  having sum(amount) <> 0`;

/** A balance is the sum of its postings and nothing else. */
const DRIFT = `
  with moved as (
    select to_account_id as account_id, to_wallet as wallet, asset_id, amount from posting
    union all
    select from_account_id, from_wallet, asset_id, -amount from posting
  ), sums as (
    select account_id, wallet, asset_id, sum(amount) as amount from moved group by 1, 2, 3
  )
  select b.account_id::text, b.wallet, b.asset_id, (b.available + b.held + b.unsettled)::text as kept, s.amount::text as posted
  from balance b left join sums s using (account_id, wallet, asset_id)
  where b.available + b.held + b.unsettled <> coalesce(s.amount, 0)`;

/** The journal has no gap and no number twice. */
const GAPS = `
  select sequence::text from (select sequence, lag(sequence) over (order by sequence) as before from journal) rows
  where before is not null and sequence <> before + 1`;

export async function checkLedger(dataFolder: string): Promise<void> {
  await withDatabase(dataFolder, async (pool) => {
    assert.deepEqual((await pool.query(SUMS)).rows, [], 'per environment and asset everything sums to zero');
    assert.deepEqual((await pool.query(DRIFT)).rows, [], 'each balance is the sum of its postings');
    assert.deepEqual((await pool.query(GAPS)).rows, [], 'the journal has no gap');
  });
}
