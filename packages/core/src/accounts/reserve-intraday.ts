import type { Account, AccountSide } from '#accounts/account.ts';
import type { OrderPlace } from '#command.ts';
import type { PricedOrder } from '#messages.ts';
import type { IntradayTerms, Order } from '#order.ts';
import { intradayHoldOf, intradayRulesOf } from '#products/stock/intraday.ts';
import type { Refusal } from '#refusal.ts';
import { type Amount, amount, formatDecimal, greater, type Side, tradeValue } from '#values/index.ts';

export interface IntradayAsk {
  readonly account: Account;
  readonly command: OrderPlace & { readonly isSquareOff?: boolean };
  readonly priced: PricedOrder;
}

/**
 * How an order within the day is covered, or why it is refused. While something is open, an order of the other side closes it and may
 * not ask for more than is left to close: so nothing is ever opened without a margin, in whatever sequence orders fill.
 */
export function intradayTermsOf(
  { facts }: AccountSide,
  ask: IntradayAsk,
  ruleVersion: string,
): IntradayTerms | Refusal {
  const { command, priced } = ask;
  const { instrument } = priced;
  const marginRate = instrument.intradayMarginRate;
  if (marginRate === undefined || intradayRulesOf(facts, ruleVersion) === undefined)
    return { code: 'TYPE_NOT_ALLOWED', detail: { allowed: 'CNC' } };
  const left = leftToClose(ask);
  if (left === undefined) return { marginRate, isClosing: false, isSquareOff: false };
  if (command.quantity > left) {
    const text = (units: bigint) => formatDecimal(units, instrument.baseScale);
    const detail = { assetId: instrument.baseAsset, needed: text(command.quantity), available: text(left) };
    return { code: 'INSUFFICIENT_HOLDINGS', detail };
  }
  return { marginRate, isClosing: true, isSquareOff: command.isSquareOff === true };
}

/** What an order of this side could still close; undefined where it would open. */
function leftToClose({ account, command }: IntradayAsk): bigint | undefined {
  const open = account.holdings.intraday.get(command.instrumentId)?.row.quantity ?? 0n;
  const closingSide: Side = open > 0n ? 'sell' : 'buy';
  if (open === 0n || command.side !== closingSide) return undefined;
  let left: bigint = open > 0n ? open : -open;
  for (const { row } of account.orders.values()) {
    if (row.intraday && row.instrumentId === command.instrumentId && row.side === closingSide)
      left -= row.quantity - row.quantityFilled;
  }
  return left > 0n ? left : 0n;
}

/**
 * Margin and charges at the worst price. A sale may fill above its limit, at once at the best price on the other side: what it opens
 * there is worth more, and so is its margin. A closing order is never refused for want of its charges: it holds what there is.
 */
export function intradayNeeded(
  { facts }: AccountSide,
  of: { order: Order; priced: PricedOrder; usable: Amount },
): Amount {
  const { order, priced, usable } = of;
  const { instrument, priceLimit, priceOpposite } = priced;
  const price =
    order.side === 'sell' && priceOpposite !== undefined ? greater(priceLimit, priceOpposite) : priceLimit;
  const value = tradeValue({ price, quantity: order.quantity, scales: instrument, rounding: 'up' });
  const needed = intradayHoldOf(facts, order, value);
  return order.intraday?.isClosing === true && needed > usable ? amount(usable) : needed;
}
