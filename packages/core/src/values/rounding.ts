import { assert } from '#values/assert.ts';

/** Direction of a rounding; every division in Tarazu names one of these. */
export type Rounding = 'down' | 'up' | 'half-up';

/** Divides non-negative integers. `down` favours the payer, `up` the receiver, `half-up` neither. */
export function divide(division: { dividend: bigint; divisor: bigint; rounding: Rounding }): bigint {
  const { dividend, divisor, rounding } = division;
  assert(
    dividend >= 0n && divisor > 0n,
    'Condition: a division takes a non-negative dividend and a positive divisor',
  );
  if (rounding === 'down') return dividend / divisor;
  if (rounding === 'up') return (dividend + divisor - 1n) / divisor;
  return (2n * dividend + divisor) / (2n * divisor);
}

/** The smaller of two integers: `Math.min` knows numbers only. */
export function smaller<Value extends bigint>(one: Value, other: Value): Value {
  return one <= other ? one : other;
}

/** The greater of two integers. */
export function greater<Value extends bigint>(one: Value, other: Value): Value {
  return one >= other ? one : other;
}
