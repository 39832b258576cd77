import type { OrderType, Trigger, Validity } from '#model/order.ts';
import { BASIS_POINTS, divide, greater, type Price, price, type Side } from '#values/index.ts';

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

/** Whether the price has to rise or to fall to the trigger: a stop guards, a take-profit reaps. */
export function triggerWhen(type: OrderType, side: Side): Trigger['when'] {
  const isStop = isStopType(type) || type === 'trailingStop';
  return isStop === (side === 'buy') ? 'rises' : 'falls';
}

/** True for an order whose rest is dropped when it does not fill at once. */
export function neverWaits({ type, validity }: { type: OrderType; validity: Validity }): boolean {
  return type === 'market' || validity === 'ioc' || validity === 'fok';
}

/** The distance of a trailing stop: basis points of the last price, rounded up, at least a tick. */
export function trailDistanceOf(of: { priceLast: Price; trailBps: number; tickSize: Price }): Price {
  const distance = divide({
    dividend: of.priceLast * BigInt(of.trailBps),
    divisor: BASIS_POINTS * of.tickSize,
    rounding: 'up',
  });
  return price(greater<bigint>(distance, 1n) * of.tickSize);
}
