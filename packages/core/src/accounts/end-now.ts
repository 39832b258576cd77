import type { AccountSide } from '#ledger/account.ts';
import { endByTime } from '#ledger/expiring-orders.ts';
import { type Recorder, replaceRow, type Tracked } from '#ledger/recorder.ts';
import { type CancelCause, endsAtMsOf, type Order } from '#model/order.ts';
import { holdsRule } from '#rules-version.ts';
import { assert } from '#values/index.ts';

/**
 * Ends an order now: by the command of `cause`, or at a time of its own at which an auction that holds it may
 * still fill it; an order that has ended keeps its first end. Replay before `endedLeaveAuction`: one that has
 * ended has no end by a command.
 */
export function endNow(
  { expiring }: AccountSide,
  tracked: Tracked<Order>,
  { recorder, cause }: { readonly recorder: Recorder; readonly cause?: CancelCause },
): void {
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
