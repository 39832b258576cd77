import { cancelOpen } from '#commands/orders/order-cancel.ts';
import { finished, refused, type Work } from '#commands/work.ts';
import { isLocked } from '#instruments/auctions/auctions.ts';
import type { Account } from '#ledger/account.ts';
import { settleDue } from '#ledger/holdings.ts';
import type { OrderCancelAll, OrdersExpire } from '#model/commands/order-commands.ts';
import { type Order, olderFirst } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';

/**
 * Cancels all open orders of an account that the command means, oldest first, and says which they were. A
 * market order in an auction that lets none go stays.
 */
export function cancelAll(work: Work, command: OrderCancelAll): Applied {
  const account = work.state.accountSide.accounts.get(command.accountId);
  if (!account) return refused(work, { code: 'ACCOUNT_UNKNOWN' });
  const { instruments } = work.state.accountSide.facts;
  const isMeant = ({ instrumentId }: Order): boolean =>
    (command.instrumentId === undefined || instrumentId === command.instrumentId) &&
    (command.venue === undefined || instruments.get(instrumentId)?.venue === command.venue);
  const { instrumentSide } = work.state;
  const meant = [...account.orders.values()].filter(
    ({ row }) => isMeant(row) && !isLocked(instrumentSide, row),
  );
  meant.sort((one, other) => olderFirst(one.row, other.row));
  settleDue(account.holdings, work.recorder);
  for (const { row } of meant) cancelOpen(work, row, 'customer');
  return finished(work, { ok: true, type: 'orders', orders: meant.map(({ row }) => row) });
}

/** Ends the orders of an account whose time has come. */
export function expireOrders(work: Work, command: OrdersExpire): Applied {
  const account = work.state.accountSide.accounts.get(command.accountId);
  if (!account) return refused(work, { code: 'ACCOUNT_UNKNOWN' });
  expireDue(work, account);
  return finished(work);
}

export function expireDue(work: Work, account: Account): void {
  const { atMs } = work.recorder;
  const due = [...account.orders.values()].filter(
    ({ row }) => (row.terms?.expiresAtMs ?? Infinity) <= atMs && !isLocked(work.state.instrumentSide, row),
  );
  for (const { row } of due.sort((one, other) => olderFirst(one.row, other.row)))
    cancelOpen(work, row, 'expired');
}
