import { type AuctionView, viewAuction } from '#instruments/auctions.ts';
import { type BookKey, bookAt, type InstrumentSide } from '#instruments/instrument-side.ts';
import { type LaneBook, toPrice, toQuantity } from '#instruments/lane-book.ts';
import type { Price, Quantity, Side } from '#values/index.ts';

/** All that waits at one price. */
export interface LevelView {
  readonly price: Price;
  readonly quantity: Quantity;
  /** Customers' orders only: the house's quotes are no orders. */
  readonly orderCount: number;
}

/** The visible part of a book, best level first. */
export interface BookView {
  readonly bids: readonly LevelView[];
  readonly asks: readonly LevelView[];
  /** While an auction collects, what it would give: the levels are empty then. */
  readonly auction?: AuctionView;
}

/** The best levels of a book, at most `depth` on each side; undefined for an unknown instrument. */
export function viewBook(side: InstrumentSide, key: BookKey, depth: number): BookView | undefined {
  const at = bookAt(side, key);
  if (!at) return undefined;
  const auction = viewAuction(side, key);
  if (auction) return { bids: [], asks: [], auction };
  return { bids: levelsOf(at, 'buy', depth), asks: levelsOf(at, 'sell', depth) };
}

function levelsOf(at: LaneBook, side: Side, depth: number): LevelView[] {
  return at.book.levels(side, depth).map(({ price, quantity, orderCount }) => ({
    price: toPrice(at, price),
    quantity: toQuantity(at, quantity),
    orderCount,
  }));
}
