import { PERCENT_SCALE, parseDecimal } from '@tarazu/core/values';
import type { AlertCondition, Ticker } from '@tarazu/protocol';
import type { Listing } from '#ports.ts';

/** Percent has two decimals; a price has the instrument's. */
export function scaleOf(condition: AlertCondition, listing: Listing): number {
  return condition === 'rise' || condition === 'fall' ? PERCENT_SCALE : listing.priceScale;
}

/** Whether a ticker is at or past the level of an alert. */
export function isReached(
  { condition, level }: { readonly condition: AlertCondition; readonly level: bigint },
  ticker: Pick<Ticker, 'price' | 'changePercent'>,
  listing: Listing,
): boolean {
  const scale = scaleOf(condition, listing);
  switch (condition) {
    case 'above':
      return signed(ticker.price, scale) >= level;
    case 'below':
      return signed(ticker.price, scale) <= level;
    case 'rise':
      return signed(ticker.changePercent, scale) >= level;
    case 'fall':
      return signed(ticker.changePercent, scale) <= -level;
  }
}

/** The market's own text, which may carry a sign. */
function signed(text: string, scale: number): bigint {
  const isNegative = text.startsWith('-');
  const units = parseDecimal(isNegative ? text.slice(1) : text, scale);
  if (units === undefined) throw new Error(`Invariant: "${text}" has at most ${scale} decimals`);
  return isNegative ? -units : units;
}
