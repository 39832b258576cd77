import { FastBook } from '#matching/fast-book.ts';
import {
  type BookEntry,
  type EntryId,
  type Lots,
  lots,
  MARKET_MAKER_OWNER,
  type OrderBook,
  type Ticks,
  ticks,
} from '#matching/order-book.ts';
import {
  assert,
  type OrderId,
  type Price,
  price,
  type Quantity,
  quantity,
  type SegmentedMap,
  type Side,
} from '#values/index.ts';

/* The steps in which a book counts prices and quantities: the greatest that all resting entries share. */

/**
 * A book with the grid that turns prices and quantities into its numbers: the greatest step that all resting
 * entries share, so that a new tick size moves no price and ends no order.
 */
export interface Gridded {
  book: OrderBook;
  priceStep: bigint;
  quantityStep: bigint;
  /** Customers' orders that rest, by their numbers. */
  readonly resting: Pick<SegmentedMap<OrderId, unknown>, 'size'>;
  /** The market maker's entry at each price: it has one at most. */
  readonly quotes: Readonly<Record<Side, Map<Ticks, EntryId>>>;
  /**
   * A new tick and lot that hold when no sweep is open any more: to count anew takes as long as the book is.
   */
  gridWanted: { readonly tickSize: Price; readonly lotSize: Quantity } | undefined;
}

/** A price on the grid; off it, a taker's price rounds to the nearest step that is no worse for the taker. */
export function toTicks(at: Gridded, side: Side, priceLimit: Price): Ticks {
  const count = limitInTicks(at, side, priceLimit);
  assert(Number.isSafeInteger(count), 'Invariant: a price in ticks is a safe integer');
  return ticks(count);
}

/**
 * The same for a limit that no check has admitted, to be compared with prices in
 * ticks alone: above the safe integers it is not exact, and no price stands there.
 */
export function limitInTicks(at: Gridded, side: Side, priceLimit: Price): number {
  const step = at.priceStep;
  return Number(side === 'buy' ? priceLimit / step : (priceLimit + step - 1n) / step);
}

export function toLots(at: Gridded, whole: Quantity): Lots {
  assert(whole % at.quantityStep === 0n, 'Invariant: a quantity is a multiple of the grid');
  const count = Number(whole / at.quantityStep);
  assert(Number.isSafeInteger(count), 'Invariant: a quantity in lots is a safe integer');
  return lots(count);
}

export function toPrice(at: Gridded, count: Ticks): Price {
  return price(BigInt(count) * at.priceStep);
}

export function toQuantity(at: Gridded, count: Lots): Quantity {
  return quantity(BigInt(count) * at.quantityStep);
}

/** Makes the grid fine enough for a price and a quantity, or for a new tick and lot. */
export function fitGrid(at: Gridded, grid: { tickSize: bigint; lotSize: bigint }): void {
  assert(grid.tickSize >= 0n && grid.lotSize > 0n, 'Condition: a grid fits a price and a quantity');
  if (grid.tickSize % at.priceStep === 0n && grid.lotSize % at.quantityStep === 0n) return;
  refine(at, { tickSize: gcd(at.priceStep, grid.tickSize), lotSize: gcd(at.quantityStep, grid.lotSize) });
}

/** Counts the book by a grid whose steps go into those of before. */
function refine(at: Gridded, { tickSize, lotSize }: { tickSize: bigint; lotSize: bigint }): void {
  assert(
    at.priceStep % tickSize === 0n && at.quantityStep % lotSize === 0n,
    'Invariant: the steps of a finer grid go into those of before',
  );
  const tickFactor = Number(at.priceStep / tickSize);
  const lotFactor = Number(at.quantityStep / lotSize);
  at.priceStep = tickSize;
  at.quantityStep = lotSize;
  at.book.refine({ tickFactor, lotFactor });
  for (const quotes of [at.quotes.buy, at.quotes.sell]) {
    const levels = [...quotes];
    quotes.clear();
    for (const [level, id] of levels) quotes.set(ticks(level * tickFactor), id);
  }
}

/**
 * Takes a new tick and lot size in, if there are any; a coarser grid is made only where no customer rests,
 * because a finer one holds the same and counting a long book again would hold everybody.
 */
export function fitWanted(at: Gridded): void {
  const grid = at.gridWanted;
  at.gridWanted = undefined;
  if (!grid) return;
  if (at.resting.size === 0) coarsen(at, grid);
  fitGrid(at, grid);
}

/** Rebuilds a book of quotes alone on the coarsest grid that holds the given steps and the quotes. */
function coarsen(at: Gridded, grid: { tickSize: bigint; lotSize: bigint }): void {
  let { tickSize, lotSize } = grid;
  for (const entry of entriesOf(at)) {
    tickSize = gcd(tickSize, toPrice(at, entry.price));
    lotSize = gcd(lotSize, toQuantity(at, entry.quantity));
  }
  regrid(at, { tickSize, lotSize });
}

/** Counts a book without customers anew on a coarser grid. */
function regrid(at: Gridded, grid: { tickSize: bigint; lotSize: bigint }): void {
  const entries = entriesOf(at);
  const price = counting(at.priceStep, grid.tickSize);
  const quantity = counting(at.quantityStep, grid.lotSize);
  at.priceStep = grid.tickSize;
  at.quantityStep = grid.lotSize;
  at.book = new FastBook();
  at.quotes.buy.clear();
  at.quotes.sell.clear();
  for (const one of entries) {
    const entry = { ...one, price: ticks(price(one.price)), quantity: lots(quantity(one.quantity)) };
    assert(
      Number.isSafeInteger(entry.price) && Number.isSafeInteger(entry.quantity),
      'Invariant: a count is a safe integer',
    );
    at.book.rest(entry);
    if (entry.owner === MARKET_MAKER_OWNER) at.quotes[entry.side].set(entry.price, entry.id);
  }
}

/** Counts by another step what was counted by one: a finer step is a whole factor. */
function counting(from: bigint, to: bigint): (count: number) => number {
  const factor = Number(from / to);
  if (from % to === 0n) return (count) => count * factor;
  return (count) => {
    assert((BigInt(count) * from) % to === 0n, 'Invariant: a coarser grid holds all that rests');
    return Number((BigInt(count) * from) / to);
  };
}

function entriesOf({ book }: Gridded): BookEntry[] {
  return [...book.entries('buy'), ...book.entries('sell')];
}

/** Greatest common divisor: the coarsest step of which both are multiples. */
export function gcd(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}
