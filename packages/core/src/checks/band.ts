import type { CheckedInstrument } from '#checks/question.ts';
import { type Price, price } from '#values/index.ts';

/**
 * Highest price of a book in ticks, where no band binds:
 * it leaves room below the safe integers for a finer grid.
 */
const TICKS_MAX = 1n << 40n;

/** The lowest and highest price that an order may carry. */
export function bandOf({ band, tickSize }: Pick<CheckedInstrument, 'band' | 'tickSize'>): {
  priceLow: Price;
  priceHigh: Price;
} {
  return band ?? { priceLow: tickSize, priceHigh: price(tickSize * TICKS_MAX) };
}
