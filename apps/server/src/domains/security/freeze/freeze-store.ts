import { type AccountId, accountId } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** Freezes of a login, and its accounts as the engine has them. */

/** Things that an owner freezes apart, each with its mark in the account's row. */
export const FREEZES = { trading: 'ownerFrozen', withdrawals: 'withdrawalsFrozen' } as const;
export type FreezeKind = keyof typeof FREEZES;
export const FREEZE_KINDS = ['trading', 'withdrawals'] as const satisfies readonly FreezeKind[];

const insertRow = statement(
  'login-freeze-insert',
  `insert into login_freeze (login_id, placed_by, what, began_at) values ($1, 'owner', $2, $3) on conflict do nothing`,
);
const selectOwn = statement<{ began_at: Date; by_status: boolean }>(
  'login-freeze-find',
  `select began_at, by_status from login_freeze where login_id = $1 and placed_by = 'owner' and what = $2`,
);
const deleteOwn = statement<{ login_id: number }>(
  'login-freeze-delete',
  `delete from login_freeze where login_id = $1 and placed_by = 'owner' and what = $2 returning login_id`,
);
const insertStaff = statement(
  'login-freeze-staff-insert',
  `insert into login_freeze (login_id, placed_by, what, began_at) values ($1, 'staff', 'trading', $2)
   on conflict do nothing`,
);
const selectStaff = statement<{ began_at: Date }>(
  'login-freeze-staff',
  `select began_at from login_freeze where login_id = $1 and placed_by = 'staff' and what = 'trading'`,
);
const deleteStaff = statement(
  'login-freeze-staff-delete',
  `delete from login_freeze where login_id = $1 and placed_by = 'staff' and what = 'trading'`,
);
const selectAccounts = statement<{
  account_id: bigint | number;
  owner_frozen: boolean | null;
  withdrawals_frozen: boolean | null;
}>(
  'login-freeze-accounts',
  `select a.account_id, a.owner_frozen, a.withdrawals_frozen
     from login_account l join account a using (account_id)
    where l.login_id = $1 and a.status <> 'closed' order by a.account_id`,
);

const selectLive = statement<{ account_id: bigint; order_id: bigint }>(
  'login-freeze-orders-live',
  'select account_id, order_id from orders where account_id = any($1::int8[]) and live',
);
const countFrozen = statement<{ ended: bigint }>(
  'login-freeze-orders-ended',
  `select count(*) as ended from unnest($1::int8[], $2::int8[]) as was(account_id, order_id)
     join orders o using (account_id, order_id) where not o.live and o.cancel_cause = 'accountFrozen'`,
);

/** An order that was open before a freeze. */
export interface OpenBefore {
  readonly account_id: bigint;
  readonly order_id: bigint;
}

export function openOrdersOf(on: Queryable, accounts: readonly AccountToFreeze[]): Promise<OpenBefore[]> {
  return selectLive(on, [accounts.map(({ accountId }) => accountId)]);
}

/** How many of these a freeze has cancelled. */
export async function cancelledByFreeze(on: Queryable, before: readonly OpenBefore[]): Promise<number> {
  const of = (name: keyof OpenBefore) => before.map((row) => row[name]);
  const [row] = await countFrozen(on, [of('account_id'), of('order_id')]);
  return Number(row?.ended ?? 0n);
}

/** One freeze of a login. */
export interface FreezeKey {
  readonly loginId: number;
  readonly what: FreezeKind;
}

export async function saveFreeze(on: Queryable, { loginId, what }: FreezeKey, nowMs: number): Promise<void> {
  await insertRow(on, [loginId, what, new Date(nowMs)]);
}

/** The freeze of a login by its owner. */
export interface OwnFreeze {
  readonly sinceMs: number;
  /** From before owners had a freeze of their own: the status of the accounts is theirs too. */
  readonly isByStatus: boolean;
}

export async function findOwnFreeze(
  on: Queryable,
  { loginId, what }: FreezeKey,
): Promise<OwnFreeze | undefined> {
  const [row] = await selectOwn(on, [loginId, what]);
  return row && { sinceMs: row.began_at.getTime(), isByStatus: row.by_status };
}

/** Since when its owner has frozen a thing of a login; undefined while it is not. */
export async function frozenSinceMs(on: Queryable, key: FreezeKey): Promise<number | undefined> {
  return (await findOwnFreeze(on, key))?.sinceMs;
}

/** Trading of a login, frozen by staff; since before, where it was already. */
export async function saveStaffFreeze(on: Queryable, loginId: number, nowMs: number): Promise<void> {
  await insertStaff(on, [loginId, new Date(nowMs)]);
}

/** Since when staff have frozen trading of a login; undefined while they have not. */
export async function staffFrozenSinceMs(on: Queryable, loginId: number): Promise<number | undefined> {
  const [row] = await selectStaff(on, [loginId]);
  return row?.began_at.getTime();
}

export async function deleteStaffFreeze(on: Queryable, loginId: number): Promise<void> {
  await deleteStaff(on, [loginId]);
}

/** False where its owner had not frozen it. */
export async function deleteFreeze(on: Queryable, { loginId, what }: FreezeKey): Promise<boolean> {
  return (await deleteOwn(on, [loginId, what])).length === 1;
}

/** An account of a login, and what of it the engine has frozen for its owner. */
export interface AccountToFreeze {
  readonly accountId: AccountId;
  readonly frozen: Readonly<Record<FreezeKind, boolean>>;
}

/**
 * Accounts of a login that are not closed; those of robots and pledges follow the heads of their families.
 */
export async function accountsToFreeze(on: Queryable, loginId: number): Promise<AccountToFreeze[]> {
  const rows = await selectAccounts(on, [loginId]);
  return rows.map((row) => ({
    accountId: accountId(Number(row.account_id)),
    frozen: { trading: row.owner_frozen === true, withdrawals: row.withdrawals_frozen === true },
  }));
}
