import { collect } from '#instruments/auctions/auction.ts';
import { toPrice } from '#instruments/grid.ts';
import { type InstrumentBook, removeQuotes, restOrder } from '#instruments/instrument-book.ts';
import { type BookKey, bookAt, type InstrumentSide, SIDES } from '#instruments/instrument-side.ts';
import { opposite } from '#matching/plain-book.ts';
import type { ReservedOrder } from '#model/messages.ts';
import { assert, type Price } from '#values/index.ts';

/**
 * The share is another one: what was paid last for the old one says nothing of the new, so that its published
 * price stands in, and what the market maker quotes is gone until it quotes anew.
 */
export function adjustBook(side: InstrumentSide, key: BookKey, priceLast: Price): void {
  const at = knownBook(side, key);
  at.priceLast = priceLast;
  at.priceUncrossed = undefined;
  for (const of of SIDES) for (const level of [...at.quotes[of].keys()]) removeQuotes(at, of, level);
  if (at.auction) at.auction.quotes = { buy: [], sell: [] };
}

/**
 * Puts a re-priced order back; false where it would trade on the way, which happens only beside orders still
 * in the old share, and nobody's order fills because a company acted.
 */
export function reinstate(side: InstrumentSide, order: ReservedOrder): boolean {
  const at = knownBook(side, order);
  if (at.auction) return collect(at.auction, order).expired === undefined;
  if (at.closedBy.size === 0 && meetsSomebody(at, order)) return false;
  restOrder(at, order);
  return true;
}

function meetsSomebody(at: InstrumentBook, { side, priceLimit }: ReservedOrder): boolean {
  const best = at.book.best(opposite(side));
  if (best === undefined) return false;
  const level = toPrice(at, best);
  return side === 'buy' ? priceLimit >= level : priceLimit <= level;
}

function knownBook(side: InstrumentSide, key: BookKey): InstrumentBook {
  const at = bookAt(side, key);
  assert(at !== undefined, 'Condition: an instrument is loaded before its orders');
  return at;
}
