import { cancelOpen } from '#commands/orders/order-cancel.ts';
import type { Work } from '#commands/work.ts';
import { endByTime } from '#ledger/expiring-orders.ts';
import { replaceRow, type Tracked } from '#ledger/recorder.ts';
import { type CancelCause, endsAtMsOf, type Order } from '#model/order.ts';
import { holdsRule } from '#rules-version.ts';
import { assert } from '#values/index.ts';

/**
 * Ends one of many open orders, which nothing locks: a command releases as many as it may, and marks the
 * others as ended by the same cause, so that they meet nobody until the sweep of expiries releases them.
 * Replay before `endingsInSteps`: all of them are released.
 */
export function endInSteps(work: Work, tracked: Tracked<Order>, cause: CancelCause): void {
  const isBounded = work.isStepped && holdsRule(work.recorder, 'endingsInSteps');
  if (isBounded && work.stepsLeft <= 0) {
    endNow(work, tracked, cause);
    return;
  }
  cancelOpen(work, tracked.row, cause);
  if (isBounded) work.stepsLeft -= 1;
}

/**
 * Gives an order an end, now, or says by `cause` that a command has ended it: one that has ended already
 * keeps how it did. Replay before `endedLeaveAuction`: that one has no end by a command.
 */
export function endNow({ state, recorder }: Work, tracked: Tracked<Order>, cause?: CancelCause): void {
  const { expiring } = state.accountSide;
  const { row } = tracked;
  const { atMs } = recorder;
  assert('held' in row.state, 'Condition: only an open order is given an end');
  const endedBy = endByTime(row, recorder);
  const isKept = endedBy !== undefined && (cause === undefined || row.conditions?.ended !== undefined);
  if (isKept || (endedBy !== undefined && !holdsRule(recorder, 'endedLeaveAuction'))) return;
  expiring.remove(row);
  const endedAtMs = (endedBy && endsAtMsOf(row)) ?? atMs;
  const end = cause ? { ended: { atMs: endedAtMs, cause: endedBy ?? cause } } : { expiresAtMs: atMs };
  const conditions = { ...row.conditions, ...end };
  replaceRow({ recorder, list: recorder.orders }, tracked, { ...row, conditions });
  expiring.add(tracked.row);
}
