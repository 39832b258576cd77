import type { Account, AccountSide } from '#ledger/account.ts';
import { assetBalanceOf } from '#ledger/cells.ts';
import { dueAmount, settleDue } from '#ledger/holdings.ts';
import { heldByOrder, orderHold, takeHold } from '#ledger/holds.ts';
import { type Recorder, replaceRow } from '#ledger/recorder.ts';
import type { Instrument } from '#model/instrument.ts';
import type { OrderActivated } from '#model/messages.ts';
import type { Order, OrderConditions } from '#model/order.ts';
import { heldAsset, productOf } from '#products/list.ts';
import { holdsRule } from '#rules-version.ts';
import { assert } from '#values/index.ts';

/**
 * Whether a GTT blocks nothing because it still waits: a purchase is paid from the available money when it
 * triggers (rules 2.3), while a sale blocks its shares from the start, so that they cannot be sold twice.
 */
export function blocksNothing(
  order: Pick<Order, 'side' | 'conditions' | 'productTerms'>,
  instrument: Instrument,
  at: { readonly rulesVersion: number },
): boolean {
  if (order.conditions?.origin !== 'gtt' || order.conditions.triggeredAtMs !== undefined) return false;
  return holdsRule(at, 'gttsBlockNothing') && productOf(instrument, order).offer.holdsMoney(order.side);
}

/**
 * Gives an account back what it lacks for an order, from
 * ended ones; false, with nothing changed, where it can't.
 */
export type FreeMissing = (account: Account, order: Order, missing: bigint) => boolean;

/**
 * Blocks what a triggered GTT to buy may cost at its leg's limit; false, with nothing changed, without the
 * money. A GTT placed while GTTs blocked their money has its hold already.
 */
export function fundTriggered(
  { side, free }: { readonly side: AccountSide; readonly free: FreeMissing },
  activated: OrderActivated,
  recorder: Recorder,
): boolean {
  const account = side.accounts.get(activated.accountId);
  const tracked = account?.orders.get(activated.orderId);
  assert(account !== undefined && tracked !== undefined, 'Condition: accounts with open orders stay loaded');
  const { row } = tracked;
  const instrument = side.facts.instruments.get(row.instrumentId);
  assert(instrument !== undefined, 'Condition: an instrument is loaded before its orders');
  const ruleVersion = versionAtTrigger(side, row, { instrument, recorder });
  if (!blocksNothing(row, instrument, recorder) || heldByOrder(row) > 0n) {
    if (ruleVersion !== row.ruleVersion)
      replaceRow({ recorder, list: recorder.orders }, tracked, { ...row, ruleVersion });
    return true;
  }
  const { otherLeg: _gone, ...conditions }: OrderConditions = row.conditions ?? {};
  const product = productOf(instrument, row);
  const assetBalance = assetBalanceOf(account.holdings, product.wallet, heldAsset(instrument, row));
  const { available } = assetBalance;
  const usable = available.amount + dueAmount(account.holdings, available.assetId, recorder.atMs);
  const atTrigger = { ...row, conditions, ruleVersion, priceLimit: activated.priceLimit };
  const needed = product.needed(side, atTrigger, { instrument, priceOpposite: undefined, usable });
  if (needed > usable && !free(account, row, needed - usable)) return false;
  settleDue(account.holdings, recorder);
  if (ruleVersion !== row.ruleVersion)
    replaceRow({ recorder, list: recorder.orders }, tracked, { ...row, ruleVersion });
  takeHold(orderHold(tracked, assetBalance), needed, recorder);
  return true;
}

/**
 * Charges of a GTT, those in force when it triggers, as it may wait for a year and a tax goes by the day of
 * the trade; a GTT with a hold keeps the charges by which its hold was made.
 */
function versionAtTrigger(
  { facts }: AccountSide,
  row: Order,
  { instrument, recorder }: { readonly instrument: Instrument; readonly recorder: Recorder },
): string {
  const product = productOf(instrument, row);
  const holdsItsMoney = product.offer.holdsMoney(row.side) && heldByOrder(row) > 0n;
  const isGtt = row.conditions?.origin === 'gtt' && holdsRule(recorder, 'gttRulesWhenTriggered');
  return isGtt && !holdsItsMoney ? product.ruleVersionNow(facts, instrument) : row.ruleVersion;
}
