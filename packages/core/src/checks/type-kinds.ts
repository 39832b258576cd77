/**
 * The questions about an order's type that need no number:
 * the app asks them before anything of a ticket is there.
 */
import type { OrderType } from '#model/order.ts';

/** The customer names a limit. */
export function isPricedType(type: OrderType): boolean {
  return type === 'limit' || type === 'stopLimit' || type === 'takeProfitLimit';
}

/** True for a type that waits until the price meets a trigger. */
export function isTriggeredType(type: OrderType): boolean {
  return type !== 'market' && type !== 'limit';
}

/** The customer names the trigger; a trailing stop makes its own. */
export function namesTrigger(type: OrderType): boolean {
  return isTriggeredType(type) && type !== 'trailingStop';
}

export function becomesMarket(type: OrderType): boolean {
  return isTriggeredType(type) && !isPricedType(type);
}

/** A stop whose trigger the customer names. */
export function isStopType(type: OrderType): boolean {
  return type === 'stopLimit' || type === 'stopMarket';
}
