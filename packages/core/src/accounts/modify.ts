import type { Account, AccountSide } from '#accounts/account.ts';
import { heldAsset } from '#accounts/release.ts';
import { intradayRest, refuseIntradayChange } from '#accounts/reserve-intraday.ts';
import { assetBalanceOf } from '#ledger/cells.ts';
import { dueAmount, settleDue } from '#ledger/holdings.ts';
import { post } from '#ledger/post.ts';
import { type Recorder, replaceRow, type Tracked } from '#ledger/recorder.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Order, OrderState, Trigger } from '#model/order.ts';
import { heldOf } from '#model/order-life.ts';
import type { Refusal } from '#model/refusal.ts';
import { productOf } from '#products/product-of.ts';
import {
  type Amount,
  amount,
  assert,
  formatDecimal,
  greater,
  type Price,
  type Quantity,
  quantity as toQuantity,
  tradeValue,
} from '#values/index.ts';

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
  const assetBalance = assetBalanceOf(
    account.holdings,
    productOf(instrument).wallet,
    heldAsset(instrument, row),
  );
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
  const refusal = row.intraday && refuseIntradayChange({ account, order: row, instrument }, quantity);
  if (refusal) return refusal;
  const { priceOpposite } = wanted;
  const needed = row.intraday
    ? intradayRest(side, changed, { instrument, priceOpposite, usable: held + usable })
    : restOf(side, changed, instrument);
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

/**
 * What the unfilled part needs, charges included: those of the whole order less what was paid already. Of two legs the dearer one holds
 * for both.
 */
export function restOf({ facts }: AccountSide, order: Order, instrument: Instrument): Amount {
  const left = order.quantity - order.quantityFilled;
  if (order.side === 'sell') return amount(left);
  const { priceLimit, ruleVersion, spotFeeTier, terms } = order;
  const price = greater(priceLimit, terms?.otherLeg?.priceLimit ?? priceLimit);
  const paid = order.turnoverTaken + order.turnoverMade;
  const rest = tradeValue({ price, quantity: toQuantity(left), scales: instrument, rounding: 'up' });
  const valueAtLimit = amount(paid + rest);
  const whole = productOf(instrument).buyHold({ facts, instrument, valueAtLimit, ruleVersion, spotFeeTier });
  const charged = Object.values(order.charges).reduce((sum: bigint, charge) => sum + charge, 0n);
  return amount(whole - paid - charged);
}

function holding(state: OrderState, held: Amount): OrderState {
  assert('held' in state, 'Invariant: an open order holds what it needs');
  return { ...state, held };
}

function shortOf(order: Order, instrument: Instrument, short: { needed: bigint; usable: bigint }): Refusal {
  const paysMoney = order.side === 'buy' || order.intraday !== undefined;
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
