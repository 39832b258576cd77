import { endNow } from '#accounts/end-now.ts';
import { cancelOpen } from '#commands/orders/order-cancel.ts';
import type { Work } from '#commands/work.ts';
import type { Tracked } from '#ledger/recorder.ts';
import type { CancelCause, Order } from '#model/order.ts';
import { holdsRule } from '#rules-version.ts';
import { pendingEnd } from '#sweeps/kinds.ts';

/**
 * Ends one of many unlocked orders: beyond the command's room, less what is `spared` for what comes after, it
 * is marked as ended and meets nobody until the sweep of expiries releases it. Replay before
 * `endingsInSteps`: all of them are released.
 */
export function endInSteps(work: Work, tracked: Tracked<Order>, cause: CancelCause, spared = 0): void {
  const { recorder, state } = work;
  const isBounded = work.isStepped && holdsRule(recorder, 'endingsInSteps');
  if (isBounded && work.stepsLeft <= spared) {
    const pending = holdsRule(recorder, 'endedCountNoMore')
      ? pendingEnd(state.instrumentSide, tracked.row)
      : undefined;
    endNow(state.accountSide, tracked, { recorder, cause: pending ?? cause });
    return;
  }
  cancelOpen(work, tracked.row, cause);
  if (isBounded) work.stepsLeft -= 1;
}
