import type { Account, AccountSide } from '#ledger/account.ts';
import { assetBalanceOf } from '#ledger/cells.ts';
import { dueAmount, settleDue } from '#ledger/holdings.ts';
import { post } from '#ledger/post.ts';
import { type Recorder, replaceRow, type Tracked } from '#ledger/recorder.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Order, OrderState, Trigger } from '#model/order.ts';
import { heldOf } from '#model/order-life.ts';
import type { Refusal } from '#model/refusal.ts';
import { heldAsset, productOf } from '#products/list.ts';
import { type Amount, amount, assert, formatDecimal, type Price, type Quantity } from '#values/index.ts';

/** What an open order shall be from now on. */
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
}

/** Changes an open order and its hold with it, or says what is missing; a refusal changes nothing. */
export function modify(side: AccountSide, ask: Ask, recorder: Recorder): Order | Refusal {
  const { account, tracked, instrument, wanted } = ask;
  const { row } = tracked;
  const held = heldOf(row.state);
  assert(held !== undefined, 'Invariant: an open order holds what it needs');
  const product = productOf(instrument, row);
  const assetBalance = assetBalanceOf(account.holdings, product.wallet, heldAsset(instrument, row));
  const { quantity, priceLimit, trigger, priority } = wanted;
  const changed = {
    ...row,
    quantity,
    priceLimit,
    priority,
    ...(trigger && { terms: { ...row.terms, trigger } }),
  };
  const usable =
    assetBalance.available.amount +
    dueAmount(account.holdings, assetBalance.available.assetId, recorder.atMs);
  const refusal = product.refuseQuantity({ account, order: row, instrument, quantity });
  if (refusal) return refusal;
  const { priceOpposite } = wanted;
  const cover = { instrument, priceOpposite, usable: held + usable };
  const needed = product.neededForRest(side, changed, cover);
  const missing = needed - held;
  if (missing > usable) return shortOf(row, instrument, { needed: missing, usable });
  settleDue(account.holdings, recorder);
  const about = { orderId: row.id };
  if (missing > 0n)
    post(
      recorder,
      { from: assetBalance.available, to: assetBalance.held, amount: amount(missing) },
      { kind: 'hold', ...about },
    );
  else
    post(
      recorder,
      { from: assetBalance.held, to: assetBalance.available, amount: amount(-missing) },
      { kind: 'release', ...about },
    );
  replaceRow({ recorder, list: recorder.orders }, tracked, {
    ...changed,
    state: holding(row.state, needed),
  });
  return tracked.row;
}

function holding(state: OrderState, held: Amount): OrderState {
  assert('held' in state, 'Invariant: an open order holds what it needs');
  return { ...state, held };
}

function shortOf(order: Order, instrument: Instrument, short: { needed: bigint; usable: bigint }): Refusal {
  const paysMoney = productOf(instrument, order).holdsMoney(order.side);
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
