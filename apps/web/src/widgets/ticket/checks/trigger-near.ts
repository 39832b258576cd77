import { triggerWhen } from '@tarazu/core/checks';
import { divide, formatDecimal, parseDecimal } from '@tarazu/core/values';
import type { InstrumentDetail } from '@tarazu/protocol';
import type { OrderType } from './offered.ts';

const HUNDRED = 100n;

export interface NearQuestion {
  readonly type: OrderType;
  readonly side: 'buy' | 'sell';
  readonly detail: Pick<InstrumentDetail, 'price' | 'priceScale' | 'tickSize'>;
}

/**
 * The beginning of a trigger in the form: a percent from the last price, on the side that the type triggers
 * on, on the tick.
 */
export function triggerNear({ type, side, detail }: NearQuestion): string | undefined {
  return awayFrom(detail, triggerWhen(type, side) === 'rises' ? 1n : -1n);
}

/** So many percent from the last price, on the tick. */
export function awayFrom(
  { price, priceScale, tickSize }: NearQuestion['detail'],
  percent: bigint,
): string | undefined {
  const last = parseDecimal(price, priceScale);
  const tick = parseDecimal(tickSize, priceScale);
  if (last === undefined || tick === undefined || tick === 0n) return undefined;
  const ticks = divide({
    dividend: last * (HUNDRED + percent),
    divisor: HUNDRED * tick,
    rounding: 'half-up',
  });
  return formatDecimal(ticks * tick, priceScale);
}
