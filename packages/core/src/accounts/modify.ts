import { blocksNothing, type FreeMissing } from '#accounts/gtt-funding.ts';
import { holdOf } from '#accounts/holds.ts';
import { standsForDebt } from '#accounts/owed.ts';
import type { Account, AccountSide } from '#ledger/account.ts';
import type { OrdersAt } from '#ledger/expiring-orders.ts';
import { dueAmount, settleDue } from '#ledger/holdings.ts';
import { setHold } from '#ledger/holds.ts';
import { type Recorder, replaceRow, type Tracked } from '#ledger/recorder.ts';
import type { Instrument } from '#model/instrument.ts';
import { type Order, owedBy, type Trigger } from '#model/order.ts';
import type { Refusal } from '#model/refusal.ts';
import { heldAsset, productOf } from '#products/list.ts';
import { holdsRule } from '#rules-version.ts';
import { amount, assert, formatDecimal, type Price, type Quantity } from '#values/index.ts';

/** Terms that an open order shall have from now on. */
export interface Wanted {
  readonly quantity: Quantity;
  readonly priceLimit: Price;
  readonly trigger: Trigger | undefined;
  readonly priority: number;
  /** The best price on the other side now. */
  readonly priceOpposite: Price | undefined;
}

interface Ask {
  readonly account: Account;
  readonly tracked: Tracked<Order>;
  readonly instrument: Instrument;
  readonly wanted: Wanted;
  readonly at: OrdersAt;
  readonly free: FreeMissing;
}

/** Changes an open order and its hold with it, or says what is missing; a refusal changes nothing. */
export function modify(side: AccountSide, ask: Ask, recorder: Recorder): Order | Refusal {
  const { account, tracked, instrument, wanted, at } = ask;
  const { row } = tracked;
  const product = productOf(instrument, row);
  const hold = holdOf(ask);
  const [held, { available }] = [hold.amount(), hold.assetBalance];
  const { quantity, priceLimit, trigger, priority } = wanted;
  const changed = {
    ...row,
    quantity,
    priceLimit,
    priority,
    ...(trigger && { conditions: { ...row.conditions, trigger } }),
  };
  const usable = available.amount + dueAmount(account.holdings, available.assetId, recorder.atMs);
  const refusal = product.refuseQuantity({ account, order: row, instrument, quantity, at });
  if (refusal) return refusal;
  const { priceOpposite } = wanted;
  const cover = { instrument, priceOpposite, usable: held + usable };
  const wished = blocksNothing(changed, instrument, recorder)
    ? amount(0n)
    : product.neededForRest(side, changed, cover);
  assert(wished >= 0n, 'Invariant: an order needs no less than nothing');
  const of = { id: row.id, wallet: product.wallet, assetId: available.assetId };
  const takesNone =
    wished > held && holdsRule(recorder, 'debtTakesNoLaterMoney') && standsForDebt(side, account, of, at);
  const mayHoldLess = row.productTerms?.isClosing === true && holdsRule(recorder, 'ownDebtTakesNoMoney');
  if (takesNone && !mayHoldLess) return { code: 'NOT_MODIFIABLE' };
  // An order that closes is never refused for want of money: it goes on with its hold.
  const needed = takesNone ? held : wished;
  const missing = needed - held;
  if (missing > usable && !ask.free(account, row, missing - usable))
    return shortOf(row, instrument, { needed: missing, usable });
  assert(quantity > row.quantityFilled, 'Invariant: of a changed order something is left to fill');
  settleDue(account.holdings, recorder);
  replaceRow({ recorder, list: recorder.orders }, tracked, changed);
  // An order that owes gives nothing back before it ends.
  const isKept = owedBy(row) > 0n && needed < held;
  setHold(hold, isKept ? held : needed, recorder);
  return tracked.row;
}

function shortOf(order: Order, instrument: Instrument, short: { needed: bigint; usable: bigint }): Refusal {
  const paysMoney = productOf(instrument, order).offer.holdsMoney(order.side);
  const scale = paysMoney ? instrument.quoteScale : instrument.baseScale;
  return {
    code: paysMoney ? 'INSUFFICIENT_FUNDS' : 'INSUFFICIENT_HOLDINGS',
    detail: {
      assetId: heldAsset(instrument, order),
      asset: heldAsset(instrument, order),
      needed: formatDecimal(short.needed, scale),
      available: formatDecimal(short.usable, scale),
    },
  };
}
