import type { Account, AccountSide } from '#ledger/account.ts';
import { type AssetBalance, assetBalanceOf } from '#ledger/cells.ts';
import { post } from '#ledger/post.ts';
import { type Recorder, replaceRow, type Tracked } from '#ledger/recorder.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import { heldOf } from '#model/order-life.ts';
import { heldAsset, productOf } from '#products/list.ts';
import { type Amount, amount, assert } from '#values/index.ts';

interface Holding {
  readonly account: Account;
  readonly tracked: Tracked<Order>;
  readonly instrument: Instrument;
}

/**
 * While a share changes nothing stands behind orders on it:
 * their holds go back, and are taken anew in the new share.
 */
export function giveBackHold(of: Holding, recorder: Recorder): void {
  const { row } = of.tracked;
  const held = heldOf(row.state);
  assert(held !== undefined, 'Invariant: an open order holds what it needs');
  const { held: from, available: to } = assetBalanceFor(of);
  post(recorder, { from, to, amount: held }, { kind: 'release', orderId: row.id });
  replaceRow({ recorder, list: recorder.orders }, of.tracked, holding(row, amount(0n)));
}

/**
 * Holds what the order needs as it is from now on; false, and nothing is changed, where that is not there.
 */
export function holdAnew(side: AccountSide, of: Holding & { adjusted: Order }, recorder: Recorder): boolean {
  const { adjusted, instrument } = of;
  const { available: from, held: to } = assetBalanceFor(of);
  const cover = { instrument, priceOpposite: undefined, usable: from.amount };
  const needed = productOf(instrument, adjusted).neededForRest(side, adjusted, cover);
  if (needed > from.amount) return false;
  post(recorder, { from, to, amount: needed }, { kind: 'hold', orderId: adjusted.id });
  replaceRow({ recorder, list: recorder.orders }, of.tracked, holding(adjusted, needed));
  return true;
}

/** An order within the day is worth what it was worth, and its margin stays as it is. */
export function keepHold({ tracked }: Pick<Holding, 'tracked'>, adjusted: Order, recorder: Recorder): void {
  replaceRow({ recorder, list: recorder.orders }, tracked, adjusted);
}

function assetBalanceFor({ account, tracked, instrument }: Holding): AssetBalance {
  const { row } = tracked;
  return assetBalanceOf(account.holdings, productOf(instrument, row).wallet, heldAsset(instrument, row));
}

function holding(order: Order, held: Amount): Order {
  assert('held' in order.state, 'Invariant: an open order holds what it needs');
  return { ...order, state: { ...order.state, held } };
}
