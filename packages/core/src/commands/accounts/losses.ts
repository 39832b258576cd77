import { isPriceFixed } from '#instruments/auctions/auctions.ts';
import { cancelOrder } from '#instruments/instrument-side.ts';
import type { Account } from '#ledger/account.ts';
import { assetBalanceOf } from '#ledger/cells.ts';
import { settleDue } from '#ledger/holdings.ts';
import { post } from '#ledger/post.ts';
import { type Recorder, replaceRow, type Tracked, type UncoveredLoss } from '#ledger/recorder.ts';
import type { PostingCause, Wallet } from '#model/ledger.ts';
import type { OrderReleased } from '#model/messages.ts';
import { type Order, olderFirst, owedBy } from '#model/order.ts';
import { heldOf } from '#model/order-life.ts';
import { heldAsset, productOf } from '#products/list.ts';
import { holdsRule } from '#rules-version.ts';
import type { CoreState } from '#state.ts';
import { pendingEnd } from '#sweeps/kinds.ts';
import { type Amount, type AssetId, amount, assert, smaller } from '#values/index.ts';

/** A command at its end. */
interface Ending {
  readonly state: CoreState;
  readonly recorder: Recorder;
  readonly releaseOrders: (released: readonly OrderReleased[]) => void;
}

/**
 * A loss that what was available did not cover takes what the customer's other orders of that wallet have set
 * aside, the newest first, and they end. Only what is left after that is the house's. It waits until all
 * fills of the command are settled, so that none of those orders is filled any more. The order that made the
 * loss goes on: what it holds comes to the house when it ends.
 */
export function coverLosses({ state, recorder, releaseOrders }: Ending): void {
  const fixedStay = holdsRule(recorder, 'fixedOrdersStay');
  for (const loss of recorder.losses) {
    const { accountId, amount: owed, to, cause, wallet } = loss;
    const account = state.accountSide.accounts.get(accountId);
    assert(account !== undefined, 'Condition: an account that traded is loaded');
    settleDue(account.holdings, recorder);
    const { available } = assetBalanceOf(account.holdings, wallet, to.assetId);
    let left: bigint = owed;
    for (const order of [
      undefined,
      ...ordersThatHold(state, account, { assetId: to.assetId, cause, wallet, fixedStay }),
    ]) {
      if (left === 0n) break;
      if (order) releaseOrders([takenOut(state, order, recorder)]);
      const taken = smaller(left, available.amount);
      post(recorder, { from: available, to, amount: amount(taken) }, cause);
      left -= taken;
    }
    if (left > 0n && holdsRule(recorder, 'ownHoldCoversLoss'))
      oweWhole(state, account, { loss, left: amount(left) }, recorder);
  }
}

/** Part of a loss that the house pays for now. */
interface Unpaid {
  readonly loss: UncoveredLoss;
  readonly left: Amount;
}

/**
 * The order that made the loss owes it, and then those that stand in an auction
 * whose price is fixed, newest first, each as much as it holds: they can't end
 * yet, and what they do not need to fill pays the house when they do.
 */
function oweWhole(state: CoreState, account: Account, { loss, left }: Unpaid, recorder: Recorder): void {
  const own = loss.cause.orderId === undefined ? undefined : account.orders.get(loss.cause.orderId);
  if (!holdsRule(recorder, 'fixedOrdersOwe')) {
    if (own) owe(state, own, { loss, left }, recorder);
    return;
  }
  const { to, wallet, cause } = loss;
  const fixed = ordersThatHold(state, account, { assetId: to.assetId, cause, wallet, fixedStay: false });
  let unpaid: bigint = left;
  for (const tracked of [own, ...fixed.map(({ id }) => account.orders.get(id))]) {
    if (tracked === undefined || unpaid === 0n) continue;
    const held = (heldOf(tracked.row.state) ?? 0n) - (owedBy(tracked.row)?.amount ?? 0n);
    const part = tracked === own ? unpaid : smaller(unpaid, held);
    if (part > 0n && owe(state, tracked, { loss, left: amount(part) }, recorder))
      unpaid -= smaller(part, held > 0n ? held : 0n);
  }
}

/**
 * An order owes what the house pays for a loss, as long as it holds anything; false for one that does not.
 */
function owe(
  { accountSide: { facts } }: CoreState,
  tracked: Tracked<Order>,
  { loss, left }: Unpaid,
  recorder: Recorder,
): boolean {
  const { cause, to, wallet } = loss;
  const { row } = tracked;
  const instrument = facts.instruments.get(row.instrumentId);
  if (!instrument || !('house' in to.account)) return false;
  const product = productOf(instrument, row);
  if (product.wallet !== wallet || heldAsset(instrument, row) !== to.assetId) return false;
  const isNamed = row.productTerms !== undefined || holdsRule(recorder, 'fixedOrdersOwe');
  if (!isNamed || (heldOf(row.state) ?? 0n) === 0n) return false;
  const { productTerms, terms } = row;
  const before = owedBy(row)?.amount ?? 0n;
  assert(left > 0n && before >= 0n, 'Invariant: what an order owes grows');
  const owed = { to: to.account.house, kind: cause.kind, amount: amount(before + left) };
  replaceRow({ recorder, list: recorder.orders }, tracked, {
    ...row,
    ...(productTerms ? { productTerms: { ...productTerms, owed } } : { terms: { ...terms, owed } }),
  });
  return true;
}

/** The other orders that have money of the wallet set aside, newest first. */
function ordersThatHold(
  { accountSide: { facts }, instrumentSide }: CoreState,
  { orders }: Account,
  loss: {
    readonly assetId: AssetId;
    readonly cause: PostingCause;
    readonly wallet: Wallet;
    readonly fixedStay: boolean;
  },
): Order[] {
  const holds = (row: Order): boolean => {
    const instrument = facts.instruments.get(row.instrumentId);
    assert(instrument !== undefined, 'Condition: an instrument is loaded before its orders');
    const isOfWallet =
      productOf(instrument, row).wallet === loss.wallet && heldAsset(instrument, row) === loss.assetId;
    return (
      isOfWallet &&
      !(loss.fixedStay && isPriceFixed(instrumentSide, row)) &&
      row.id !== loss.cause.orderId &&
      (heldOf(row.state) ?? 0n) > 0n
    );
  };
  return Array.from(orders.values(), ({ row }) => row)
    .filter(holds)
    .sort((one, other) => olderFirst(other, one));
}

/** The order leaves its book, or those that wait; one that a sweep has still to reach ends by that. */
function takenOut({ instrumentSide }: CoreState, order: Order, recorder: Recorder): OrderReleased {
  const { instrumentId, environment, id: orderId } = order;
  const pending = holdsRule(recorder, 'pendingEndBeforeLoss') ? pendingEnd(instrumentSide, order) : undefined;
  const cause = pending ?? 'lossCover';
  const released = cancelOrder(instrumentSide, { instrumentId, environment, orderId, cause });
  assert(released !== undefined, 'Invariant: an open order rests in its book or waits beside it');
  return released;
}
