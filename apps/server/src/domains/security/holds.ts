import { DAY_MS } from '@tarazu/core/values';
import * as z from 'zod/mini';
import { type Queryable, statement } from '#platform/database/pool.ts';

/*
 * Withdrawals wait after a change by which a thief would let himself in: 24 h after one
 * of a password. Each hold has its reason and its end; none asks for anything.
 */

const reasons = z.enum(['password', 'pin', 'email', 'phone', 'factor']);
export type HoldReason = z.output<typeof reasons>;

const LASTS_MS: Readonly<Record<HoldReason, number>> = {
  password: DAY_MS,
  pin: DAY_MS,
  email: 3 * DAY_MS,
  phone: 3 * DAY_MS,
  factor: DAY_MS,
};

const insertHold = statement(
  'withdrawal-hold-insert',
  `insert into withdrawal_hold as h (login_id, reason, began_at, until_at) values ($1, $2, $3, $4)
   on conflict (login_id, reason) do update set began_at = excluded.began_at,
     until_at = greatest(h.until_at, excluded.until_at)`,
);
const deleteOver = statement('withdrawal-hold-clean', 'delete from withdrawal_hold where until_at < $1');
const HOLDS_READ_MAX = 20;
const selectHolds = statement<{ reason: string; began_at: Date; until_at: Date }>(
  'withdrawal-hold-list',
  `select reason, began_at, until_at from withdrawal_hold where login_id = $1 and until_at > $2
    order by until_at desc limit ${HOLDS_READ_MAX}`,
);

export interface WithdrawalHold {
  readonly reason: HoldReason;
  readonly beganAtMs: number;
  readonly untilMs: number;
}

/** One of each reason, which begins anew with the next change. Returns when it ends. */
export async function placeHold(
  on: Queryable,
  of: { readonly loginId: number; readonly reason: HoldReason; readonly nowMs: number },
): Promise<number> {
  const untilMs = of.nowMs + LASTS_MS[of.reason];
  await insertHold(on, [of.loginId, of.reason, new Date(of.nowMs), new Date(untilMs)]);
  return untilMs;
}

/** Deletes holds that are over. */
export async function cleanHolds(on: Queryable, nowMs: number): Promise<void> {
  await deleteOver(on, [new Date(nowMs)]);
}

/** The holds of now, the one that ends last first. */
export async function listHolds(
  on: Queryable,
  of: { readonly loginId: number; readonly nowMs: number },
): Promise<WithdrawalHold[]> {
  const rows = await selectHolds(on, [of.loginId, new Date(of.nowMs)]);
  return rows.map((row) => ({
    reason: reasons.parse(row.reason),
    beganAtMs: row.began_at.getTime(),
    untilMs: row.until_at.getTime(),
  }));
}
