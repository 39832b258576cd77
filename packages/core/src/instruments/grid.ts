import type { InstrumentBook } from '#instruments/instrument-book.ts';
import { FastBook } from '#matching/fast-book.ts';
import {
  type BookEntry,
  type Lots,
  lots,
  MARKET_MAKER_OWNER,
  type Ticks,
  ticks,
} from '#matching/order-book.ts';
import { assert, type Price, price, type Quantity, quantity, type Side } from '#values/index.ts';

/* The steps in which a book counts prices and quantities: the greatest that all resting entries share. */

/** A price on the grid. Off the grid, a taker's price rounds to the nearest step that is no worse for him. */
export function toTicks(at: InstrumentBook, side: Side, priceLimit: Price): Ticks {
  const step = at.priceStep;
  return ticks(Number(side === 'buy' ? priceLimit / step : (priceLimit + step - 1n) / step));
}

export function toLots(at: InstrumentBook, whole: Quantity): Lots {
  assert(whole % at.quantityStep === 0n, 'Invariant: a quantity is a multiple of the grid');
  const count = Number(whole / at.quantityStep);
  assert(Number.isSafeInteger(count), 'Invariant: a quantity in lots is a safe integer');
  return lots(count);
}

export function toPrice(at: InstrumentBook, count: Ticks): Price {
  return price(BigInt(count) * at.priceStep);
}

export function toQuantity(at: InstrumentBook, count: Lots): Quantity {
  return quantity(BigInt(count) * at.quantityStep);
}

/** Makes the grid fine enough for a price and a quantity, or for a new tick and lot. */
export function fitGrid(at: InstrumentBook, grid: { tickSize: bigint; lotSize: bigint }): void {
  if (grid.tickSize % at.priceStep === 0n && grid.lotSize % at.quantityStep === 0n) return;
  refine(at, { tickSize: gcd(at.priceStep, grid.tickSize), lotSize: gcd(at.quantityStep, grid.lotSize) });
}

/** Counts the book by a grid whose steps go into those of before. */
function refine(at: InstrumentBook, { tickSize, lotSize }: { tickSize: bigint; lotSize: bigint }): void {
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
 * Takes a new tick and lot in, if there are any. A coarser grid is made only where no customer rests: a finer
 * one holds the same, and to count a long book anew would hold everybody.
 */
export function fitWanted(at: InstrumentBook): void {
  const grid = at.gridWanted;
  at.gridWanted = undefined;
  if (!grid) return;
  if (at.resting.size === 0) coarsen(at, grid);
  fitGrid(at, grid);
}

/** Rebuilds a book of quotes alone on the coarsest grid that holds the given steps and the quotes. */
function coarsen(at: InstrumentBook, grid: { tickSize: bigint; lotSize: bigint }): void {
  let { tickSize, lotSize } = grid;
  for (const entry of entriesOf(at)) {
    tickSize = gcd(tickSize, toPrice(at, entry.price));
    lotSize = gcd(lotSize, toQuantity(at, entry.quantity));
  }
  regrid(at, { tickSize, lotSize });
}

/** Counts a book without customers anew on a coarser grid. */
function regrid(at: InstrumentBook, grid: { tickSize: bigint; lotSize: bigint }): void {
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

function entriesOf({ book }: InstrumentBook): BookEntry[] {
  return [...book.entries('buy'), ...book.entries('sell')];
}

/** Greatest common divisor: the coarsest step of which both are multiples. */
export function gcd(one: bigint, other: bigint): bigint {
  let [a, b] = [one, other];
  while (b > 0n) [a, b] = [b, a % b];
  return a;
}
