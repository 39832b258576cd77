import { finished, refused, releaseOrders, type Work } from '#commands/work.ts';
import { refuseLocked } from '#instruments/auctions/auctions.ts';
import { bookAt, cancelOrder } from '#instruments/instrument-side.ts';
import { leaveLine } from '#instruments/triggers/waiting.ts';
import { endByTime } from '#ledger/expiring-orders.ts';
import { settleDue } from '#ledger/holdings.ts';
import type { OrderCancel } from '#model/commands/order-commands.ts';
import type { CancelCause, Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { pendingEnd } from '#sweeps/kinds.ts';
import { assert, sequenceOfOrder } from '#values/index.ts';

/**
 * Cancels an open order of the account, frozen or not, at any hour. An ended order is unknown to the core,
 * and the tables know whose it was.
 */
export function cancelByCustomer(work: Work, command: OrderCancel): Applied {
  const account = work.state.accountSide.accounts.get(command.accountId);
  if (!account) return refused(work, { code: 'ACCOUNT_UNKNOWN' });
  const order = account.orders.get(command.orderId);
  if (!order)
    return refused(work, {
      code: sequenceOfOrder(command.orderId) > work.state.lastSequence ? 'ORDER_UNKNOWN' : 'ORDER_NOT_OPEN',
    });
  const locked = refuseLocked(work.state.instrumentSide, order.row);
  if (locked) return refused(work, locked);
  settleDue(account.holdings, work.recorder);
  cancelOpen(work, order.row, 'customer');
  return finished(work, { ok: true, type: 'order', order: order.row, fills: [] });
}

/**
 * Takes an open order out of its book, or from those that wait,
 * and ends it; one that has ended already, by its time or
 * by a sweep that has still to reach it, ends by that.
 */
export function cancelOpen(work: Work, order: Order, cause: CancelCause = 'customer'): void {
  const { instrumentId, environment, id: orderId } = order;
  const side = work.state.instrumentSide;
  const at = bookAt(side, order);
  if (at) leaveLine(at, orderId, work.recorder);
  const released = cancelOrder(side, {
    instrumentId,
    environment,
    orderId,
    cause: pendingEnd(side, order) ?? endByTime(order, work.recorder) ?? cause,
  });
  assert(released !== undefined, 'Invariant: an open order rests in its book or waits beside it');
  releaseOrders(work, [released]);
}
