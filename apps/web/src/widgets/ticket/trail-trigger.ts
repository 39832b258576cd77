import { BASIS_POINTS, divide, greater, type Price, price } from '@tarazu/core/values';
import type { Side, Terms } from './terms.ts';

/** Where a trailing stop begins: basis points of the last price behind it, rounded up, at least a tick. */
export function trailTrigger(
  of: { side: Side; trailBps: bigint; priceLast: Price },
  { tickSize }: Pick<Terms, 'tickSize'>,
): Price {
  const ticks = divide({
    dividend: of.priceLast * of.trailBps,
    divisor: BASIS_POINTS * tickSize,
    rounding: 'up',
  });
  const distance = greater<bigint>(ticks, 1n) * tickSize;
  return price(of.side === 'buy' ? of.priceLast + distance : of.priceLast - distance);
}
