import { type AccountId, accountId } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** Freezes of a login, and its accounts as the engine has them. */

const insertRow = statement(
  'login-freeze-insert',
  `insert into login_freeze (login_id, placed_by, began_at) values ($1, 'owner', $2) on conflict do nothing`,
);
const selectOwn = statement<{ began_at: Date; by_status: boolean }>(
  'login-freeze-find',
  `select began_at, by_status from login_freeze where login_id = $1 and placed_by = 'owner'`,
);
const deleteOwn = statement<{ login_id: number }>(
  'login-freeze-delete',
  `delete from login_freeze where login_id = $1 and placed_by = 'owner' returning login_id`,
);
const selectAccounts = statement<{ account_id: bigint | number }>(
  'login-freeze-accounts',
  `select a.account_id from login_account l join account a using (account_id)
    where l.login_id = $1 and a.status <> 'closed' order by a.account_id`,
);

const lockOfLogin = statement(
  'login-freeze-lock',
  `select pg_advisory_xact_lock(hashtext('login freeze'), $1)`,
);

/** Until the end of the transaction nobody else freezes or lifts the login. */
export async function lockFreezes(on: Queryable, loginId: number): Promise<void> {
  await lockOfLogin(on, [loginId]);
}

export async function saveFreeze(on: Queryable, loginId: number, nowMs: number): Promise<void> {
  await insertRow(on, [loginId, new Date(nowMs)]);
}

/** The freeze of a login by its owner. */
export interface OwnFreeze {
  readonly sinceMs: number;
  /** From before owners had a freeze of their own: the status of the accounts is theirs too. */
  readonly isByStatus: boolean;
}

export async function findOwnFreeze(on: Queryable, loginId: number): Promise<OwnFreeze | undefined> {
  const [row] = await selectOwn(on, [loginId]);
  return row && { sinceMs: row.began_at.getTime(), isByStatus: row.by_status };
}

/** Since when its owner has frozen a login; undefined while it is not. */
export async function frozenSinceMs(on: Queryable, loginId: number): Promise<number | undefined> {
  return (await findOwnFreeze(on, loginId))?.sinceMs;
}

/** False where its owner had not frozen it. */
export async function deleteFreeze(on: Queryable, loginId: number): Promise<boolean> {
  return (await deleteOwn(on, [loginId])).length === 1;
}

/**
 * Accounts of a login that are not closed; those of robots and pledges follow the heads of their families.
 */
export async function accountsToFreeze(on: Queryable, loginId: number): Promise<AccountId[]> {
  const rows = await selectAccounts(on, [loginId]);
  return rows.map((row) => accountId(Number(row.account_id)));
}
