import { divide, formatDecimal, parseDecimal } from '@tarazu/core/values';
import type { InstrumentProfile } from '@tarazu/protocol';

const HUNDRED = 100n;

/** So many percent from the last price, on the tick. */
export function awayFrom(
  { price, priceScale, tickSize }: Pick<InstrumentProfile, 'price' | 'priceScale' | 'tickSize'>,
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
