import { blocksNothing } from '#accounts/gtt-funding.ts';
import { holdOf } from '#accounts/holds.ts';
import type { Account, AccountSide } from '#ledger/account.ts';
import { giveBackHold, heldByOrder, takeHold } from '#ledger/holds.ts';
import { type Recorder, replaceRow, type Tracked } from '#ledger/recorder.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import { productOf } from '#products/list.ts';
import { amount, assert } from '#values/index.ts';

interface Holding {
  readonly account: Account;
  readonly tracked: Tracked<Order>;
  readonly instrument: Instrument;
}

/**
 * While a share changes nothing stands behind orders on it:
 * their holds go back, and are taken anew in the new share.
 */
export function giveBackWhole(of: Holding, recorder: Recorder): void {
  const hold = holdOf(of);
  giveBackHold(hold, hold.amount(), recorder);
  assert(hold.amount() === 0n, 'Invariant: a hold that is given back is empty');
}

/**
 * Holds what the order needs as it is from now on; false, and nothing is changed, where that is not there.
 */
export function renewHold(side: AccountSide, of: Holding & { adjusted: Order }, recorder: Recorder): boolean {
  const { adjusted, instrument, tracked } = of;
  const hold = holdOf(of);
  assert(hold.amount() === 0n, 'Invariant: a hold is taken anew when that of before was given back');
  const usable = hold.assetBalance.available.amount;
  const cover = { instrument, priceOpposite: undefined, usable };
  const needed = blocksNothing(adjusted, instrument, recorder)
    ? amount(0n)
    : productOf(instrument, adjusted).neededForRest(side, adjusted, cover);
  if (needed > usable) return false;
  const { state } = tracked.row;
  replaceRow({ recorder, list: recorder.orders }, tracked, { ...adjusted, state });
  takeHold(hold, needed, recorder);
  return true;
}

/** An order within the day is worth what it was worth, and its margin stays as it is. */
export function carryHold({ tracked }: Pick<Holding, 'tracked'>, adjusted: Order, recorder: Recorder): void {
  assert(heldByOrder(adjusted) === heldByOrder(tracked.row), 'Invariant: a margin stays as it is');
  replaceRow({ recorder, list: recorder.orders }, tracked, adjusted);
}
