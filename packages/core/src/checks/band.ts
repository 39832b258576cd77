import type { CheckedInstrument } from '#checks/question.ts';
import { type Price, price } from '#values/index.ts';

/**
 * The highest price that a book counts, in ticks: it leaves room below the safe integers for a finer grid. It
 * binds only where a venue has no band.
 */
const TICKS_MAX = 1n << 40n;

/** The lowest and highest price that an order may carry. */
export function bandOf({ band, tickSize }: Pick<CheckedInstrument, 'band' | 'tickSize'>): {
  priceLow: Price;
  priceHigh: Price;
} {
  return band ?? { priceLow: tickSize, priceHigh: price(tickSize * TICKS_MAX) };
}
