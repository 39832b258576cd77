import { endNow } from '#accounts/end-now.ts';
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
import { type Amount, amount, assert, smaller } from '#values/index.ts';

/** A command at its end. */
interface Ending {
  readonly state: CoreState;
  readonly recorder: Recorder;
  readonly releaseOrders: (released: readonly OrderReleased[]) => void;
  /** Orders that it may release: those that it ends beyond them are released by a sweep. */
  readonly releasesMax: number;
}

/**
 * Covers a loss beyond the available money, after all fills of the command: the wallet's other orders end
 * (ended ones first, then the newest) and their holds pay, then other holds, then the house ledger. The order
 * that made the loss goes on, and its hold pays the house ledger when it ends.
 */
export function coverLosses(ending: Ending): void {
  const { state, recorder } = ending;
  let releasesLeft = ending.releasesMax;
  for (const loss of recorder.losses) {
    const { accountId, amount: owed, to, wallet, paidBySequence } = loss;
    const account = state.accountSide.accounts.get(accountId);
    assert(account !== undefined, 'Condition: an account that traded is loaded');
    assert(owed > 0n, 'Invariant: only what nothing covered is a loss to cover');
    if (paidBySequence !== undefined) {
      passOn(state.accountSide, account, { loss, left: owed, since: paidBySequence }, recorder);
      continue;
    }
    settleDue(account.holdings, recorder);
    let left = payAvailable(account, { loss, left: owed }, recorder);
    for (const order of ordersToEnd(state, account, { loss, recorder })) {
      if (left === 0n) break;
      if (releasesLeft > 0 || isMoreThan(left, order, recorder)) {
        ending.releaseOrders([takenOut(state, order, recorder)]);
        left = payAvailable(account, { loss, left }, recorder);
        releasesLeft -= 1;
      } else left = endOwing(state, account, { order, loss, left, recorder });
    }
    if (holdsRule(recorder, 'applicationsCoverLoss'))
      for (const giveUp of coversOf(state, account, { assetId: to.assetId, wallet })) {
        if (left === 0n) break;
        giveUp(left, recorder);
        left = payAvailable(account, { loss, left }, recorder);
      }
    if (left > 0n && holdsRule(recorder, 'ownHoldCoversLoss'))
      oweWhole(state, account, { loss, left }, recorder);
  }
}

/**
 * Whether an order holds more than is left of a loss, and so is released at once to free the rest. Replay
 * before `endedCountNoMore`: it only ends.
 */
function isMoreThan(left: Amount, order: Order, recorder: Recorder): boolean {
  const free = (heldOf(order.state) ?? 0n) - owedBy(order);
  return free > left && holdsRule(recorder, 'endedCountNoMore');
}

/** Payment of a loss from what is available; gives what is left of it. */
function payAvailable({ holdings }: Account, { loss, left }: Unpaid, recorder: Recorder): Amount {
  const { to, cause, wallet } = loss;
  const { available } = assetBalanceOf(holdings, wallet, to.assetId);
  const taken = smaller(left, available.amount);
  post(recorder, { from: available, to, amount: taken }, cause);
  return amount(left - taken);
}

/**
 * Orders that may end for a loss: those that have ended already, whose holds are as good as free, then the
 * newest. Replay before `lossesInSteps`: the newest first alone.
 */
function ordersToEnd(
  { accountSide, instrumentSide }: CoreState,
  account: Account,
  { loss, recorder }: Pick<Unpaid, 'loss'> & { readonly recorder: Recorder },
): Order[] {
  const orders = ordersThatHold(accountSide, account, loss).filter(
    (row) => !mustStay(instrumentSide, row, recorder),
  );
  if (!holdsRule(recorder, 'lossesInSteps')) return orders;
  const hasEnded = (row: Order): boolean =>
    (pendingEnd(instrumentSide, row) ?? endByTime(row, recorder)) !== undefined;
  return [...orders.filter(hasEnded), ...orders.filter((row) => !hasEnded(row))];
}

/**
 * Ending of an order whose hold the house ledger gets once it is released; gives what is left of the loss.
 */
function endOwing(
  { accountSide, instrumentSide }: CoreState,
  account: Account,
  of: Unpaid & { readonly order: Order; readonly recorder: Recorder },
): Amount {
  const { order, loss, left, recorder } = of;
  const tracked = account.orders.get(order.id);
  assert(tracked !== undefined, 'Invariant: an order that holds money is open');
  const { row } = tracked;
  const part = smaller<bigint>(left, (heldOf(row.state) ?? 0n) - owedBy(row));
  if (part <= 0n) return left;
  endNow(accountSide, tracked, { recorder, cause: pendingEnd(instrumentSide, row) ?? 'lossCover' });
  const owes = owe(accountSide, tracked, { loss, left: amount(part) }, recorder);
  assert(owes, 'Invariant: an order that holds money of the wallet owes it');
  return amount(left - part);
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
