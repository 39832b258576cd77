import { divide } from '@tarazu/core/values';
import { parseDecimal, rescale, toText } from '#ui/numbers/decimal-text.ts';

const PERCENT_DECIMALS = 2;

export interface Distance {
  /** Percent with two decimals, without a sign. */
  readonly percent: string;
  readonly side: 'above' | 'below' | 'same';
}

/** How far a price stands from the last one, rounded half up; undefined while either says nothing. */
export function distanceFrom(last: string | undefined, priceText: string): Distance | undefined {
  const [one, from] = [parseDecimal(priceText), parseDecimal(last ?? '')];
  if (one === undefined || from === undefined || one.units === 0n || from.units === 0n) return undefined;
  const scale = Math.max(one.scale, from.scale);
  const [price, base] = [one, from].map((text) => rescale(text, scale, 'down').units);
  if (price === undefined || base === undefined) return undefined;
  const units = divide({
    dividend: (price > base ? price - base : base - price) * 100n * 10n ** BigInt(PERCENT_DECIMALS),
    divisor: base,
    rounding: 'half-up',
  });
  const percent = toText({ negative: false, units, scale: PERCENT_DECIMALS });
  if (price === base) return { percent, side: 'same' };
  return { percent, side: price > base ? 'above' : 'below' };
}
