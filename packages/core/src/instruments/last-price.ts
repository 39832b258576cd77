import { termsOf } from '#checks/phase.ts';
import { type BookKey, bookAt, type InstrumentSide } from '#instruments/instrument-side.ts';
import type { LastPrice } from '#model/instrument.ts';
import { assert, type InstantMs, type Price } from '#values/index.ts';

/**
 * How old a price from before the restart may be to judge
 * by while its book matches: else the first trade decides.
 */
const KEPT_MS_MAX = 600_000;

/**
 * Last price of a book: its newest print, or after a restart
 * the stored one, which is too old for matching after a while.
 */
export function lastPriceOf(side: InstrumentSide, key: BookKey, atMs: InstantMs): Price | undefined {
  const at = bookAt(side, key);
  const instrument = side.facts.instruments.get(key.instrumentId);
  if (!at || !instrument) return undefined;
  const { priceLast, priceStored } = at;
  if (priceLast !== undefined || !priceStored) return priceLast;
  const { isMatching } = termsOf(instrument, side.facts.sessions.get(instrument.venue));
  return isMatching && atMs - priceStored.atMs > KEPT_MS_MAX ? undefined : priceStored.price;
}

/** The last prices that differ from what is written down, in the order of their books. */
export function pricesToKeep(side: InstrumentSide): (BookKey & { readonly price: Price })[] {
  const changed: (BookKey & { readonly price: Price })[] = [];
  for (const [instrumentId, books] of side.books) {
    for (const { environment, priceLast, priceStored } of [books.real, books.demo])
      if (priceLast !== undefined && priceLast !== priceStored?.price)
        changed.push({ instrumentId, environment, price: priceLast });
  }
  return changed;
}

/** A restart reads what was written down. */
export function restoreLastPrice(side: InstrumentSide, row: LastPrice): void {
  const at = bookAt(side, row);
  assert(at !== undefined, 'Condition: an instrument is loaded before its last price');
  assert(row.price > 0n, 'Condition: a last price is above zero');
  at.priceStored = row;
  if (row.isUncrossed) at.priceUncrossed = row.price;
}
