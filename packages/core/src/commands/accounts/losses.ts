import { ordersThatHold, owe, passOn, type Unpaid } from '#accounts/owed.ts';
import { mustStay } from '#instruments/auctions/auctions.ts';
import { bookAt, cancelOrder } from '#instruments/instrument-side.ts';
import { leaveLine } from '#instruments/triggers/waiting.ts';
import type { Account } from '#ledger/account.ts';
import { assetBalanceOf } from '#ledger/cells.ts';
import { endByTime } from '#ledger/expiring-orders.ts';
import { settleDue } from '#ledger/holdings.ts';
import { post } from '#ledger/post.ts';
import type { Recorder } from '#ledger/recorder.ts';
import type { OrderReleased } from '#model/messages.ts';
import { type Order, owedBy } from '#model/order.ts';
import { heldOf } from '#model/order-life.ts';
import { PRODUCTS } from '#products/list.ts';
import type { GivesUp, LossPlace } from '#products/product.ts';
import { holdsRule } from '#rules-version.ts';
import type { CoreState } from '#state.ts';
import { pendingEnd } from '#sweeps/kinds.ts';
import { amount, assert, smaller } from '#values/index.ts';

/** A command at its end. */
interface Ending {
  readonly state: CoreState;
  readonly recorder: Recorder;
  readonly releaseOrders: (released: readonly OrderReleased[]) => void;
}

/**
 * Covers a loss that the available money did not cover: the customer's other orders of that
 * wallet end, newest first, and their holds pay; then other holds that the products name
 * pay, as little as it takes. Only the rest is the house ledger's loss. This waits until all
 * fills of the command are settled, so that none of those orders is filled any more. The
 * order that made the loss goes on, and its hold pays the house ledger ledger when it ends.
 */
export function coverLosses({ state, recorder, releaseOrders }: Ending): void {
  for (const loss of recorder.losses) {
    const { accountId, amount: owed, to, cause, wallet, paidBySequence } = loss;
    const account = state.accountSide.accounts.get(accountId);
    assert(account !== undefined, 'Condition: an account that traded is loaded');
    assert(owed > 0n, 'Invariant: only what nothing covered is a loss to cover');
    if (paidBySequence !== undefined) {
      passOn(state.accountSide, account, { loss, left: owed, since: paidBySequence }, recorder);
      continue;
    }
    settleDue(account.holdings, recorder);
    const { available } = assetBalanceOf(account.holdings, wallet, to.assetId);
    let left: bigint = owed;
    for (const order of [
      undefined,
      ...ordersThatHold(state.accountSide, account, loss).filter(
        (row) => !mustStay(state.instrumentSide, row, recorder),
      ),
    ]) {
      if (left === 0n) break;
      if (order) releaseOrders([takenOut(state, order, recorder)]);
      const taken = smaller(left, available.amount);
      post(recorder, { from: available, to, amount: amount(taken) }, cause);
      left -= taken;
    }
    if (holdsRule(recorder, 'applicationsCoverLoss'))
      for (const giveUp of coversOf(state, account, { assetId: to.assetId, wallet })) {
        if (left === 0n) break;
        giveUp(amount(left), recorder);
        const taken = smaller(left, available.amount);
        post(recorder, { from: available, to, amount: amount(taken) }, cause);
        left -= taken;
      }
    if (left > 0n && holdsRule(recorder, 'ownHoldCoversLoss'))
      oweWhole(state, account, { loss, left: amount(left) }, recorder);
  }
}

/**
 * The order that made the loss owes it, and then those that an auction does not
 * let go, newest first, each as much as it holds: they can't end yet, and what
 * they do not need to fill pays the house ledger when they do.
 */
function oweWhole(state: CoreState, account: Account, { loss, left }: Unpaid, recorder: Recorder): void {
  const own = loss.cause.orderId === undefined ? undefined : account.orders.get(loss.cause.orderId);
  if (!holdsRule(recorder, 'fixedOrdersOwe')) {
    if (own) owe(state.accountSide, own, { loss, left }, recorder);
    return;
  }
  const fixed = ordersThatHold(state.accountSide, account, loss).map(({ id }) => account.orders.get(id));
  const isCapped = holdsRule(recorder, 'unpaidGoesOver');
  let unpaid: bigint = left;
  for (const tracked of [own, ...fixed]) {
    if (tracked === undefined || unpaid === 0n) continue;
    const held = (heldOf(tracked.row.state) ?? 0n) - owedBy(tracked.row);
    const part = tracked === own && !isCapped ? unpaid : smaller(unpaid, held);
    if (part > 0n && owe(state.accountSide, tracked, { loss, left: amount(part) }, recorder))
      unpaid -= smaller(part, held > 0n ? held : 0n);
  }
}

/** Property of an account beside its orders that covers a loss, in the products' order. */
function coversOf({ accountSide }: CoreState, account: Account, of: LossPlace): readonly GivesUp[] {
  return PRODUCTS.flatMap(({ lossCover }) => lossCover?.(accountSide, account, of) ?? []);
}

/**
 * The order leaves its book, or those that wait; one that has ended and is still to be released ends by that.
 */
function takenOut({ instrumentSide }: CoreState, order: Order, recorder: Recorder): OrderReleased {
  const { instrumentId, environment, id: orderId } = order;
  const at = bookAt(instrumentSide, order);
  if (at) leaveLine(at, orderId, recorder);
  const pending = holdsRule(recorder, 'pendingEndBeforeLoss') ? pendingEnd(instrumentSide, order) : undefined;
  const told = holdsRule(recorder, 'toldEndBeforeLoss') ? endByTime(order, recorder) : undefined;
  const cause = pending ?? told ?? 'lossCover';
  const released = cancelOrder(instrumentSide, { instrumentId, environment, orderId, cause });
  assert(released !== undefined, 'Invariant: an open order rests in its book or waits beside it');
  return released;
}
