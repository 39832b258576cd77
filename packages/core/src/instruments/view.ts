import { type AuctionView, viewAuction } from '#instruments/auctions/auctions.ts';
import { toPrice, toQuantity } from '#instruments/grid.ts';
import type { InstrumentBook } from '#instruments/instrument-book.ts';
import { type BookKey, bookAt, type InstrumentSide } from '#instruments/instrument-side.ts';
import { entryId, lots, MARKET_MAKER_OWNER } from '#matching/order-book.ts';
import type { OrderId, Price, Quantity, Side } from '#values/index.ts';

/** All that waits at one price. */
export interface LevelView {
  readonly price: Price;
  readonly quantity: Quantity;
  /** Customers' orders only: the market maker's quotes are no orders. */
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

function levelsOf(at: InstrumentBook, side: Side, depth: number): LevelView[] {
  return at.book.levels(side, depth).map(({ price, quantity, orderCount }) => ({
    price: toPrice(at, price),
    quantity: toQuantity(at, quantity),
    orderCount,
  }));
}

/** Place of an order in its queue: what fills before it, and all that waits at its price, itself included. */
export interface QueuePlace {
  readonly quantityAhead: Quantity;
  /** Customers' orders only, here and below. */
  readonly ordersAhead: number;
  readonly quantityAtLevel: Quantity;
  readonly ordersAtLevel: number;
}

/**
 * How many that stand before an order are counted: the question
 * is asked by people who wait, and must not hold up the writer.
 */
const COUNTED_MAX = 10_000;

/**
 * An order's place in its book; undefined when it does not rest
 * there, as while an auction collects, or stands far behind.
 */
export function placeInQueue(
  side: InstrumentSide,
  order: BookKey & { readonly orderId: OrderId },
): QueuePlace | undefined {
  const at = bookAt(side, order);
  const own = at?.book.find(entryId(order.orderId));
  if (!at || !own) return undefined;
  let [ahead, ordersAhead, atPrice, ordersAtLevel] = [0, 0, 0, 0];
  let isBefore = true;
  let counted = 0;
  for (const { id, owner, price, quantity } of at.book.entries(own.side)) {
    counted += 1;
    if (counted > COUNTED_MAX) return undefined;
    const isOrder = owner === MARKET_MAKER_OWNER ? 0 : 1;
    if (id === own.id) isBefore = false;
    if (isBefore) {
      ahead += quantity;
      ordersAhead += isOrder;
    }
    if (price === own.price) {
      atPrice += quantity;
      ordersAtLevel += isOrder;
    } else if (!isBefore) break;
  }
  return {
    quantityAhead: toQuantity(at, lots(ahead)),
    ordersAhead,
    quantityAtLevel: toQuantity(at, lots(atPrice)),
    ordersAtLevel,
  };
}
