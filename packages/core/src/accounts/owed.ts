import type { Account, AccountSide } from '#ledger/account.ts';
import { countsNoMore, endByTime, type OrdersAt } from '#ledger/expiring-orders.ts';
import { type Recorder, replaceRow, type Tracked, type UncoveredLoss } from '#ledger/recorder.ts';
import type { HouseLedgerAccount, Wallet } from '#model/ledger.ts';
import { debtsOf, type Order, olderFirst, owedBy } from '#model/order.ts';
import { heldOf } from '#model/order-life.ts';
import type { OwedByOrder } from '#model/product-name.ts';
import { heldAsset, productOf } from '#products/list.ts';
import type { LossPlace } from '#products/product.ts';
import { holdsRule } from '#rules-version.ts';
import {
  type Amount,
  type AssetId,
  amount,
  assert,
  greatestOf,
  type OrderId,
  sequenceOfOrder,
  smaller,
} from '#values/index.ts';

/** Part of a loss that the house ledger pays for now. */
export interface Unpaid {
  readonly loss: UncoveredLoss;
  readonly left: Amount;
}

/** The other orders that have money of the wallet set aside, newest first. */
export function ordersThatHold(
  side: AccountSide,
  { orders }: Account,
  { cause, ...loss }: Pick<UncoveredLoss, 'to' | 'cause' | 'wallet'>,
): Order[] {
  const of = { wallet: loss.wallet, assetId: loss.to.assetId };
  const holds = (row: Order): boolean =>
    row.id !== cause.orderId && (heldOf(row.state) ?? 0n) > 0n && isHeldIn(side, row, of);
  return Array.from(orders.values(), ({ row }) => row)
    .filter(holds)
    .sort((one, other) => olderFirst(other, one));
}

/** Whether an order holds this asset of this wallet. */
function isHeldIn({ facts }: AccountSide, order: Order, of: LossPlace): boolean {
  const instrument = facts.instruments.get(order.instrumentId);
  assert(instrument !== undefined, 'Condition: an instrument is loaded before its orders');
  return productOf(instrument, order).wallet === of.wallet && heldAsset(instrument, order) === of.assetId;
}

/** Amount of an asset of a wallet that an order holds beyond what it owes: what its end would give back. */
export function freeHoldOf(side: AccountSide, order: Order, of: LossPlace): bigint {
  if (!isHeldIn(side, order, of)) return 0n;
  const free = (heldOf(order.state) ?? 0n) - owedBy(order);
  return free > 0n ? free : 0n;
}

/**
 * An order owes what the house ledger pays for a loss, as
 * long as it holds anything; false for one that does not.
 */
export function owe(
  side: AccountSide,
  tracked: Tracked<Order>,
  { loss, left }: Unpaid,
  recorder: Recorder,
): boolean {
  const { to, wallet } = loss;
  const { row } = tracked;
  if (!('house' in to.account) || (heldOf(row.state) ?? 0n) === 0n) return false;
  if (!isHeldIn(side, row, { wallet, assetId: to.assetId })) return false;
  const owed = withDebt(row, { loss, left, to: to.account.house }, recorder);
  const { productTerms, conditions } = row;
  replaceRow({ recorder, list: recorder.orders }, tracked, {
    ...row,
    ...(productTerms ? { productTerms: { ...productTerms, owed } } : { conditions: { ...conditions, owed } }),
  });
  return true;
}

/**
 * Debts of an order with one more, added to what it owes to the same account for the same kind of loss.
 * Replay before `owedToEach`: whatever it owes is one, to whom the last loss was paid by.
 */
function withDebt(
  row: Order,
  { loss, left, to }: Unpaid & { readonly to: HouseLedgerAccount },
  recorder: Recorder,
): OwedByOrder | readonly OwedByOrder[] {
  const { kind } = loss.cause;
  const isToEach = holdsRule(recorder, 'owedToEach');
  const debts = debtsOf(row);
  const isSame = (debt: OwedByOrder): boolean => !isToEach || (debt.to === to && debt.kind === kind);
  const same = debts.find(isSame);
  const { amount: before = 0n, sequence: first = Number.POSITIVE_INFINITY } = same ?? {};
  assert(left > 0n && before >= 0n, 'Invariant: what an order owes grows');
  // Of its losses the first: what it can't pay goes over to none that stood only since a later one.
  const sequence = Math.min(first, loss.paidBySequence ?? recorder.sequence);
  const owed: OwedByOrder = {
    to,
    kind,
    amount: amount(before + left),
    ...(holdsRule(recorder, 'unpaidGoesOver') && { sequence }),
  };
  if (!isToEach) return owed;
  return same ? debts.map((debt) => (debt === same ? owed : debt)) : [...debts, owed];
}

/**
 * Passes an order's debt on to those of the account's orders that stood when the house ledger paid and still
 * stand: later money owes nothing. Replay before `endedCountNoMore`: an ended one owes.
 */
export function passOn(
  side: AccountSide,
  account: Account,
  { loss, left, since }: Unpaid & { readonly since: number },
  recorder: Recorder,
): void {
  let unpaid: bigint = left;
  const areLeftOut = holdsRule(recorder, 'endedCountNoMore');
  for (const row of ordersThatHold(side, account, loss)) {
    if (unpaid === 0n) break;
    if (areLeftOut && endByTime(row, recorder)) continue;
    const tracked = account.orders.get(row.id);
    if (tracked === undefined || row.conditions?.origin === 'gtt' || sequenceOfOrder(row.id) >= since)
      continue;
    const part = smaller(unpaid, (heldOf(row.state) ?? 0n) - owedBy(row));
    if (part > 0n && owe(side, tracked, { loss, left: amount(part) }, recorder)) unpaid -= part;
  }
}

/**
 * Whether an order owes, or stands for a debt of its account, so that its hold takes no later money; one that
 * has ended pays out of its own hold. Replay before `lossesInSteps`: it counts as the others do; and before
 * `ownDebtTakesNoMoney`: an order that made its loss in the command that placed it is not one.
 */
export function standsForDebt(
  side: AccountSide,
  { orders }: Account,
  order: { readonly id: OrderId; readonly wallet: Wallet; readonly assetId: AssetId },
  at: OrdersAt,
): boolean {
  const own = orders.get(order.id);
  if (own && owedBy(own.row) > 0n && holdsRule(at, 'ownDebtTakesNoMoney')) return true;
  for (const { row } of orders.values()) {
    const since = greatestOf(debtsOf(row).map(({ sequence }) => sequence ?? 0));
    if (since <= sequenceOfOrder(order.id)) continue;
    if (paysItself(row, at) && holdsRule(at, 'lossesInSteps')) continue;
    if (isHeldIn(side, row, order)) return true;
  }
  return false;
}

/** Whether an order owes no more than it holds, and will not fill any more. */
function paysItself(row: Order, at: OrdersAt): boolean {
  const hasEnded = row.conditions?.ended !== undefined || countsNoMore(row, at);
  return hasEnded && owedBy(row) <= (heldOf(row.state) ?? 0n);
}
