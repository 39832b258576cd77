import { type Price, price } from '#values/money.ts';

/**
 * The published collar (rules 2.5): each price that an order of coins names, and each of a GTT, stays between
 * the last price divided by so much and multiplied by it.
 */
export const PRICE_COLLAR = { version: 'price-collar-2026-11', times: 5 } as const;

const TIMES = BigInt(PRICE_COLLAR.times);

/** The lowest price is rounded up to a whole step; the highest is one. */
export function collarAround(last: Price): { readonly priceLow: Price; readonly priceHigh: Price } {
  return { priceLow: price((last + TIMES - 1n) / TIMES), priceHigh: price(last * TIMES) };
}
