import { divide, parseDecimal, RATE_ONE, RATE_SCALE } from '@tarazu/core/values';

/** How many times the money the value may be: a share of 0.2 is `5`, down to a whole number. */
export function leverageText(marginRate: string): string {
  const share = parseDecimal(marginRate, RATE_SCALE) ?? 0n;
  return share <= 0n ? '1' : String(divide({ dividend: RATE_ONE, divisor: share, rounding: 'down' }));
}
