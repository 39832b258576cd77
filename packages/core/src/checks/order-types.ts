import { isStopType } from '#checks/type-kinds.ts';
import type { OrderType, Trigger, Validity } from '#model/order.ts';
import { BASIS_POINTS, divide, greater, type Price, price, type Side } from '#values/index.ts';

export {
  becomesMarket,
  isPricedType,
  isStopType,
  isTriggeredType,
  namesTrigger,
} from '#checks/type-kinds.ts';

/** Whether the price has to rise or to fall to the trigger: a stop guards, a take-profit reaps. */
export function triggerWhen(type: OrderType, side: Side): Trigger['when'] {
  const isStop = isStopType(type) || type === 'trailingStop';
  return isStop === (side === 'buy') ? 'rises' : 'falls';
}

/** True for an order whose rest is dropped when it does not fill at once. */
export function neverWaits({ type, validity }: { type: OrderType; validity: Validity }): boolean {
  return type === 'market' || validity === 'ioc' || validity === 'fok';
}

/** Validity that an order is taken with: at market it never rests. */
export function validityTaken(order: { orderType: OrderType; validity: Validity }): Validity {
  return order.orderType === 'market' && order.validity !== 'fok' ? 'ioc' : order.validity;
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
