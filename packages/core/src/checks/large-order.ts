/** An order above this part of an average day asks for a confirmation (rules 2.3). */
const LARGE_ORDER_DIVISOR = 10n;

/**
 * Whether an order of so many shares asks for a confirmation; never where no average day is known, which is
 * said by zero.
 */
export function isLargeOrder(quantity: bigint, averageDailyVolume: bigint): boolean {
  return averageDailyVolume > 0n && quantity * LARGE_ORDER_DIVISOR > averageDailyVolume;
}
