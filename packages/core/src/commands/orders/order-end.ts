import { endInSteps } from '#commands/orders/end-in-steps.ts';
import { cancelOpen } from '#commands/orders/order-cancel.ts';
import { finished, refused, type Work } from '#commands/work.ts';
import { isLocked, refuseLocked } from '#instruments/auctions/auctions.ts';
import type { Account } from '#ledger/account.ts';
import { settleDue } from '#ledger/holdings.ts';
import type { Tracked } from '#ledger/recorder.ts';
import type { OrderCancelAll, OrdersExpire } from '#model/commands/order-commands.ts';
import { endsAtMsOf, type Order, olderFirst } from '#model/order.ts';
import type { Applied, OrdersLeft } from '#model/outcome.ts';
import type { LockCode } from '#model/refusal.ts';
import { holdsRule } from '#rules-version.ts';

/**
 * Cancels all orders of an account that the command names, oldest first, in steps beyond one command's room;
 * the answer has their numbers, and how many an auction or a sweep holds and why. Replay before
 * `cancelAllByNumber`: it has the orders.
 */
export function cancelAll(work: Work, command: OrderCancelAll): Applied {
  const account = work.state.accountSide.accounts.get(command.accountId);
  if (!account) return refused(work, { code: 'ACCOUNT_UNKNOWN' });
  const { instruments } = work.state.accountSide.facts;
  const isMeant = ({ instrumentId }: Order): boolean =>
    (command.instrumentId === undefined || instrumentId === command.instrumentId) &&
    (command.kind === undefined || instruments.get(instrumentId)?.kind === command.kind) &&
    (command.venue === undefined || instruments.get(instrumentId)?.venue === command.venue);
  const { instrumentSide } = work.state;
  const meant: Tracked<Order>[] = [];
  const left = new Map<LockCode, number>();
  for (const tracked of account.orders.values()) {
    if (!isMeant(tracked.row)) continue;
    const locked = refuseLocked(instrumentSide, tracked.row);
    if (locked) left.set(locked.code, (left.get(locked.code) ?? 0) + 1);
    else meant.push(tracked);
  }
  meant.sort((one, other) => olderFirst(one.row, other.row));
  settleDue(account.holdings, work.recorder);
  for (const tracked of meant) endInSteps(work, tracked, 'customer');
  const saysWhatStays = left.size > 0 && holdsRule(work.recorder, 'cancelAllSaysWhatStays');
  const stays = saysWhatStays && { left: inNameOrder(left) };
  if (!holdsRule(work.recorder, 'cancelAllByNumber'))
    return finished(work, { ok: true, type: 'orders', orders: meant.map(({ row }) => row), ...stays });
  const endingCount = meant.filter(({ row }) => 'held' in row.state).length;
  const orderIds = meant.map(({ row }) => row.id);
  return finished(work, {
    ok: true,
    type: 'ordersEnded',
    orderIds,
    ...(endingCount > 0 && { endingCount }),
    ...stays,
  });
}

/** By name, because a restart loads an account's orders in another sequence. */
function inNameOrder(left: ReadonlyMap<LockCode, number>): OrdersLeft[] {
  return [...left]
    .map(([code, count]) => ({ code, count }))
    .sort((one, other) => (one.code < other.code ? -1 : 1));
}

/** Ends the orders of an account whose time has come. */
export function expireOrders(work: Work, command: OrdersExpire): Applied {
  const account = work.state.accountSide.accounts.get(command.accountId);
  if (!account) return refused(work, { code: 'ACCOUNT_UNKNOWN' });
  expireDue(work, account);
  return finished(work);
}

/** Ends those of an account, as many as one command may: the others stay due. */
export function expireDue(work: Work, account: Account): void {
  const { atMs } = work.recorder;
  const due = [...account.orders.values()].filter(
    ({ row }) => (endsAtMsOf(row) ?? Infinity) <= atMs && !isLocked(work.state.instrumentSide, row),
  );
  const isBounded = holdsRule(work.recorder, 'accountStepsByOrders');
  const countMax = isBounded ? Math.max(1, work.stepsLeft) : due.length;
  for (const { row } of due.sort((one, other) => olderFirst(one.row, other.row)).slice(0, countMax))
    cancelOpen(work, row, 'expired');
}
