import { MINUTE_MS } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';

/*
 * Tries at the secrets of a login by somebody who has a session of it (rules 2.22): five, over all devices
 * and for ever, until the right one; then half an hour without any.
 */

export const TRIES_MAX = 5;
export const LOCK_MS = 30 * MINUTE_MS;

/** A secret whose tries are counted by themselves. */
export type SecretName = 'password' | 'pin' | 'factor';

/** Count and lock in one statement, the fifth try before it is known whether it is right. */
const countTry = statement<{ tries: number }>(
  'secret-try-count',
  `insert into secret_try as s (login_id, name, tries, locked_until) values ($1, $2, 1, null)
   on conflict (login_id, name) do update set
     tries = case when s.locked_until is null then s.tries + 1 else 1 end,
     locked_until = case when s.locked_until is null and s.tries + 1 >= ${TRIES_MAX} then $4::timestamptz end
   where s.locked_until is null or s.locked_until <= $3
   returning tries`,
);
const clearRow = statement('secret-try-clear', 'delete from secret_try where login_id = $1 and name = $2');
const selectLock = statement<{ locked_until: Date | null }>(
  'secret-try-lock',
  'select locked_until from secret_try where login_id = $1 and name = $2',
);

export interface SecretOf {
  readonly loginId: number;
  readonly name: SecretName;
}

/** False: it is locked, and the try was not counted. */
export async function takeTry(on: Queryable, of: SecretOf & { readonly nowMs: number }): Promise<boolean> {
  const times = [new Date(of.nowMs), new Date(of.nowMs + LOCK_MS)];
  return (await countTry(on, [of.loginId, of.name, ...times])).length === 1;
}

/** After the right one, the lock is gone too. */
export async function clearTries(on: Queryable, of: SecretOf): Promise<void> {
  await clearRow(on, [of.loginId, of.name]);
}

/** Until when no try is taken; undefined while some are. */
export async function lockedUntilMs(
  on: Queryable,
  of: SecretOf & { readonly nowMs: number },
): Promise<number | undefined> {
  const [row] = await selectLock(on, [of.loginId, of.name]);
  const untilMs = row?.locked_until?.getTime();
  return untilMs !== undefined && untilMs > of.nowMs ? untilMs : undefined;
}
