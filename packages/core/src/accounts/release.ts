import { holdOf } from '#accounts/holds.ts';
import { passOn } from '#accounts/owed.ts';
import type { Account, AccountSide } from '#ledger/account.ts';
import { houseCell } from '#ledger/cells.ts';
import { giveBackHold, type HoldAtHand, spendHold } from '#ledger/holds.ts';
import { type Recorder, replaceRow, type Tracked } from '#ledger/recorder.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Wallet } from '#model/ledger.ts';
import type { OrderReleased } from '#model/messages.ts';
import { debtsOf, type Order } from '#model/order.ts';
import { nextState, type OrderEvent } from '#model/order-life.ts';
import type { OwedByOrder } from '#model/product-name.ts';
import { productOf } from '#products/list.ts';
import { holdsRule } from '#rules-version.ts';
import { amount, assert, smaller } from '#values/index.ts';

/** Ends an order that will not fill further and gives its hold back, once. */
export function release(
  side: AccountSide,
  released: Pick<OrderReleased, 'accountId' | 'orderId' | 'cause'>,
  recorder: Recorder,
): void {
  const account = side.accounts.get(released.accountId);
  assert(account !== undefined, 'Condition: an account with open orders stays loaded');
  const tracked = account.orders.get(released.orderId);
  if (!tracked) return;
  const instrument = side.facts.instruments.get(tracked.row.instrumentId);
  assert(instrument !== undefined, 'Condition: an instrument is loaded before its orders');
  const { cause } = released;
  endOrder(
    { account, tracked },
    { name: 'cancel', atMs: recorder.atMs, cause },
    { side, recorder, instrument },
  );
}

/** The last step of an order's life: the unused part of its hold goes back to what is available. */
export function endOrder(
  of: { account: Account; tracked: Tracked<Order> },
  event: Exclude<OrderEvent, { name: 'fillPart' }>,
  within: { side: AccountSide; recorder: Recorder; instrument: Instrument },
): void {
  const { account, tracked } = of;
  const { side, recorder, instrument } = within;
  const order = tracked.row;
  assert(account.orders.get(order.id) === tracked, 'Invariant: an order ends in the account that placed it');
  const state = nextState(order.state, event);
  assert(state !== undefined, 'Invariant: an order ends once');
  const hold = holdOf({ account, tracked, instrument });
  const { wallet } = productOf(instrument, order);
  for (const owed of debtsOf(order)) payOwed(side, { account, hold, owed, wallet }, recorder);
  giveBackHold(hold, hold.amount(), recorder);
  assert(hold.amount() === 0n, 'Invariant: an order that ends holds nothing');
  replaceRow({ recorder, list: recorder.orders }, tracked, { ...order, state });
  account.orders.delete(order.id);
  side.expiring.remove(order);
}

/**
 * Repayment of the house ledger out of an ended order's hold; what its own fills used up others owe at once.
 */
function payOwed(
  side: AccountSide,
  of: {
    readonly account: Account;
    readonly hold: HoldAtHand;
    readonly owed: OwedByOrder;
    readonly wallet: Wallet;
  },
  recorder: Recorder,
): void {
  const { hold, owed, wallet } = of;
  const { accountId, environment } = of.account.holdings;
  const { assetId } = hold.assetBalance.held;
  const to = houseCell({ environment, ledger: side.house[environment] }, owed.to, assetId);
  const paid = smaller(owed.amount, hold.amount());
  const cause = { kind: owed.kind, ...hold.about };
  spendHold(hold, { to, amount: paid, cause }, recorder);
  const { sequence: since } = owed;
  const left = amount(owed.amount - paid);
  if (left === 0n || since === undefined) return;
  const loss = { accountId, amount: left, wallet, to, cause, paidBySequence: since };
  if (holdsRule(recorder, 'unpaidGoesOverAtOnce')) passOn(side, of.account, { loss, left, since }, recorder);
  else recorder.losses.push(loss);
}
