import { dearestPrice } from '#checks/margin.ts';
import type { Account, AccountSide } from '#ledger/account.ts';
import { countsNoMore, type OrdersAt } from '#ledger/expiring-orders.ts';
import type { OrderPlace } from '#model/commands/order-commands.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import type { Refusal } from '#model/refusal.ts';
import { intradayHoldOf, intradayRulesOf } from '#products/intraday/charges.ts';
import { intradayOffer } from '#products/intraday/offer.ts';
import { type IntradayTerms, intradayTermsIn } from '#products/intraday/terms.ts';
import { type Cover, type OrderAsk, sumOfCharges } from '#products/product.ts';
import {
  type Amount,
  amount,
  formatDecimal,
  type Price,
  type Quantity,
  quantity,
  tradeValue,
} from '#values/index.ts';

/**
 * Cover of an intraday order, or its refusal. A closing order asks for no more than is left to close, so that
 * nothing opens without a margin, in whatever sequence orders fill.
 */
export function intradayTermsOf(
  { facts }: AccountSide,
  ask: OrderAsk,
  ruleVersion: string,
): IntradayTerms | Refusal {
  const { command, priced } = ask;
  const { instrument } = priced;
  const marginRate = instrument.intradayMarginRate;
  if (marginRate === undefined || intradayRulesOf(facts, ruleVersion) === undefined)
    return { code: 'TYPE_NOT_ALLOWED', detail: { allowed: 'CNC' } };
  const left = leftToClose(ask.account, command, ask.at);
  if (left === undefined) return { name: 'intraday', marginRate, isClosing: false };
  if (command.quantity > left) {
    const text = (units: bigint) => formatDecimal(units, instrument.baseScale);
    const detail = { assetId: instrument.baseAsset, needed: text(command.quantity), available: text(left) };
    return { code: 'INSUFFICIENT_HOLDINGS', detail };
  }
  return { name: 'intraday', marginRate, isClosing: true };
}

/**
 * Whether an order only closes what is open within the day: asked
 * before it is admitted, for what lowers risk meets fewer limits.
 */
export function closesIntraday(
  account: Account,
  order: Pick<OrderPlace, 'instrumentId' | 'side' | 'quantity'>,
  at: OrdersAt,
): boolean {
  return intradayOffer.closes(order, leftToClose(account, order, at));
}

/**
 * Quantity that an order of this side could still close, beside those that can still fill; undefined where it
 * would open.
 */
function leftToClose(
  account: Account,
  { instrumentId, side }: Pick<Order, 'instrumentId' | 'side'>,
  at: OrdersAt,
): bigint | undefined {
  const open = account.holdings.intraday.get(instrumentId)?.row.quantity ?? 0n;
  let left = intradayOffer.closable(side, { open, sellable: 0n });
  if (left === undefined) return undefined;
  for (const { row } of account.orders.values()) {
    if (!intradayTermsIn(row) || row.instrumentId !== instrumentId || row.side !== side) continue;
    if (!countsNoMore(row, at)) left -= row.quantity - row.quantityFilled;
  }
  return left > 0n ? left : 0n;
}

/**
 * Margin and charges at the worst price, which for a sale is the best opposite one. A closing order is never
 * refused for want of its charges: it holds what there is.
 */
export function intradayNeeded({ facts }: AccountSide, order: Order, cover: Cover): Amount {
  const { instrument, priceOpposite, usable } = cover;
  const price = dearestOf(order, priceOpposite);
  const value = tradeValue({ price, quantity: order.quantity, scales: instrument, rounding: 'up' });
  const needed = intradayHoldOf(facts, order, value);
  return order.productTerms?.isClosing === true && needed > usable ? amount(usable) : needed;
}

function dearestOf({ side, priceLimit, conditions }: Order, priceOpposite: Price | undefined): Price {
  return dearestPrice({ side, priceLimit, priceTrigger: conditions?.trigger?.price }, priceOpposite);
}

/**
 * Whether a change would have an order close more than is left to
 * close, its own part counted: what it asks for now it may keep.
 */
export function refuseIntradayChange(
  of: {
    readonly account: Account;
    readonly order: Order;
    readonly instrument: Instrument;
    readonly at: OrdersAt;
  },
  quantityNew: Quantity,
): Refusal | undefined {
  const { account, order, instrument, at } = of;
  const own = order.quantity - order.quantityFilled;
  const left = leftToClose(account, order, at);
  const asked = quantityNew - order.quantityFilled;
  if (left === undefined || asked <= own || asked <= left + own) return undefined;
  const text = (units: bigint) => formatDecimal(units, instrument.baseScale);
  const detail = { assetId: instrument.baseAsset, needed: text(asked), available: text(left + own) };
  return { code: 'INSUFFICIENT_HOLDINGS', detail };
}

/**
 * Cover for the rest of a changed order: margin and charges at the dearest price, less charges posted. A
 * closing order is never refused for want of its charges.
 */
export function intradayRest({ facts }: AccountSide, order: Order, at: Cover): Amount {
  const price = dearestOf(order, at.priceOpposite);
  const left = quantity(order.quantity - order.quantityFilled);
  const value = tradeValue({ price, quantity: left, scales: at.instrument, rounding: 'up' });
  const paid = amount(order.turnoverTaken + order.turnoverMade);
  const needed = intradayHoldOf(facts, order, value, { paid, charged: amount(sumOfCharges(order)) });
  return order.productTerms?.isClosing === true && needed > at.usable ? amount(at.usable) : needed;
}
