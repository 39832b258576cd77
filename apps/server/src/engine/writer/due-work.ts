import type { Command } from '@tarazu/core';
import { accountId } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';

const ACCOUNTS_AT_ONCE = 1_000;

const dueAccounts = statement<{ account_id: bigint }>(
  'due-lots',
  `select distinct account_id from
     (select account_id from lot where not settled and usable_at_ms <= $1 order by usable_at_ms limit ${ACCOUNTS_AT_ONCE}) as due`,
);
const expiredAccounts = statement<{ account_id: bigint }>(
  'due-expiries',
  `select distinct account_id from
     (select account_id from orders where live and expires_at_ms <= $1 order by expires_at_ms limit ${ACCOUNTS_AT_ONCE}) as due`,
);

/** Commands for lots that became usable and orders whose time is over, of so many accounts at a time. */
export async function dueOfTables(on: Queryable, nowMs: number): Promise<Command[]> {
  const [accounts, expired] = await Promise.all([dueAccounts(on, [nowMs]), expiredAccounts(on, [nowMs])]);
  const accountOf = (row: { account_id: bigint }) => accountId(Number(row.account_id));
  return [
    ...expired.map((row): Command => ({ type: 'orders.expire', accountId: accountOf(row) })),
    ...accounts.map((row): Command => ({ type: 'lots.settle', accountId: accountOf(row) })),
  ];
}
