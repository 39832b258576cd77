import { BookSide } from '#matching/book-side.ts';
import { IdTable } from '#matching/id-table.ts';
import {
  type BookEntry,
  type BookFill,
  type BookLevel,
  type EntryId,
  entryId,
  FILLS_ALL,
  type FinerSteps,
  type Lots,
  lots,
  MARKET_MAKER_OWNER,
  type OrderBook,
  owner,
  type Reachable,
  type Taken,
  type Taker,
  type Ticks,
  ticks,
} from '#matching/order-book.ts';
import {
  GRID,
  ID,
  IS_SELL,
  LEFT,
  LINKS,
  NEXT,
  NUMBERS,
  OWNER,
  PRIORITY,
  RANK,
  Slots,
} from '#matching/slots.ts';
import { assert, type Side } from '#values/index.ts';

/** Of a taker that meets nobody, which most do: nothing is allocated for it. */
const NO_FILLS: readonly BookFill[] = [];

/**
 * Fast book: the plain book's rules on flat memory, with orders as slots of typed arrays, threaded into
 * queues. Nothing is allocated for an order while as many come as go.
 */
export class FastBook implements OrderBook {
  readonly #slots = new Slots();
  readonly #ids = new IdTable(this.#slots);
  readonly #bids = new BookSide(this.#slots);
  readonly #asks = new BookSide(this.#slots);

  best(side: Side): Ticks | undefined {
    const { bestRank } = this.#side(side);
    return bestRank === -Infinity ? undefined : priceOf(side, bestRank);
  }

  take(taker: Taker, fillsMax = FILLS_ALL): Taken {
    const isSell = taker.side === 'sell';
    const makers = isSell ? this.#bids : this.#asks;
    const rankLimit = rankOf(isSell ? 'buy' : 'sell', taker.priceLimit);
    const { numbers } = this.#slots;
    let fills: BookFill[] | undefined;
    let left: number = taker.quantity;
    while (left > 0 && makers.bestRank >= rankLimit) {
      if (fillsMax === (fills?.length ?? 0))
        return { fills: fills ?? NO_FILLS, left: lots(left), metItself: false, isCut: true };
      const slot = makers.heads[makers.best] ?? 0;
      const makerOwner = numbers[slot * NUMBERS + OWNER] ?? 0;
      if (makerOwner === taker.owner && makerOwner !== MARKET_MAKER_OWNER)
        return { fills: fills ?? NO_FILLS, left: lots(left), metItself: true, isCut: false };
      this.#slots.recount(slot);
      const makerHas = numbers[slot * NUMBERS + LEFT] ?? 0;
      const size = Math.min(left, makerHas);
      assert(size > 0, 'Invariant: an entry that rests has a quantity');
      fills ??= [];
      fills.push({
        makerId: entryId(numbers[slot * NUMBERS + ID] ?? 0),
        makerOwner: owner(makerOwner),
        price: priceOf(isSell ? 'buy' : 'sell', makers.bestRank),
        quantity: lots(size),
        makerLeft: lots(makerHas - size),
      });
      left -= size;
      this.#takeFrom(makers, slot, makerHas - size);
    }
    return { fills: fills ?? NO_FILLS, left: lots(left), metItself: false, isCut: false };
  }

  /** The first of a side's best level has so much left. */
  #takeFrom(makers: BookSide, slot: number, left: number): void {
    if (left > 0) {
      makers.shrinkFirst(slot, left);
      return;
    }
    this.#ids.remove(this.#slots.numbers[slot * NUMBERS + ID] ?? 0);
    makers.removeFirst(slot);
    this.#slots.release(slot);
  }

  /** By the levels' sums, and along the queue of the level in which the taker's own owner stands first. */
  reachable({ side, priceLimit, quantity }: Taker, own: readonly EntryId[]): Reachable {
    const isSell = side === 'sell';
    const makers = isSell ? this.#bids : this.#asks;
    const rankLimit = rankOf(isSell ? 'buy' : 'sell', priceLimit);
    const { numbers, links } = this.#slots;
    const first = this.#firstOf(own, makers, rankLimit);
    const ownRank = first === 0 ? -Infinity : (numbers[first * NUMBERS + RANK] ?? 0);
    const worst = Math.max(rankLimit, ownRank);
    let left: number = quantity;
    for (let rank = makers.bestRank; left > 0 && rank >= worst; rank = makers.worseThan(rank)) {
      if (rank > ownRank) left -= makers.totalOf(rank);
      else
        for (
          let slot = makers.headOf(rank);
          left > 0 && slot !== first;
          slot = links[slot * LINKS + NEXT] ?? 0
        ) {
          this.#slots.recount(slot);
          left -= numbers[slot * NUMBERS + LEFT] ?? 0;
        }
    }
    const ownAt = left > 0 && first !== 0 ? priceOf(isSell ? 'buy' : 'sell', ownRank) : undefined;
    return { lots: lots(quantity - Math.max(0, left)), ownAt };
  }

  /** Slot of the first of some entries that stands on a side within a limit; 0 for none. */
  #firstOf(ids: readonly EntryId[], makers: BookSide, rankLimit: number): number {
    const { numbers } = this.#slots;
    let first = 0;
    let firstRank = rankLimit;
    for (const id of ids) {
      const slot = this.#ids.find(id);
      this.#slots.recount(slot);
      const rank = numbers[slot * NUMBERS + RANK] ?? 0;
      if (slot === 0 || this.#sideOf(slot) !== makers || rank < firstRank) continue;
      if (first !== 0 && rank === firstRank && !makers.comesBefore(slot, first)) continue;
      first = slot;
      firstRank = rank;
    }
    return first;
  }

  refine(times: FinerSteps): void {
    this.#slots.refine(times);
    this.#bids.refine(times);
    this.#asks.refine(times);
  }

  rest(entry: BookEntry): void {
    assert(entry.quantity > 0, 'Invariant: an entry that rests has a quantity');
    const slot = this.#slots.claim();
    const { numbers, links } = this.#slots;
    const isSell = entry.side === 'sell';
    numbers[slot * NUMBERS + ID] = entry.id;
    numbers[slot * NUMBERS + OWNER] = entry.owner;
    numbers[slot * NUMBERS + RANK] = rankOf(entry.side, entry.price);
    numbers[slot * NUMBERS + LEFT] = entry.quantity;
    numbers[slot * NUMBERS + PRIORITY] = entry.priority;
    links[slot * LINKS + IS_SELL] = isSell ? 1 : 0;
    links[slot * LINKS + GRID] = this.#slots.grid;
    this.#ids.add(entry.id, slot);
    this.#side(entry.side).add(slot);
  }

  reduce(id: EntryId, quantity: Lots): void {
    const slot = this.#ids.find(id);
    this.#slots.recount(slot);
    const left = this.#slots.numbers[slot * NUMBERS + LEFT] ?? 0;
    assert(slot !== 0 && quantity > 0 && quantity <= left, 'Invariant: only a resting entry gets smaller');
    this.#sideOf(slot).shrink(slot, quantity);
  }

  remove(id: EntryId): BookEntry | undefined {
    const slot = this.#ids.remove(id);
    if (slot === 0) return undefined;
    const entry = this.#entryOf(slot);
    assert(entry.id === id && entry.quantity > 0, 'Invariant: a slot has the entry of its id');
    this.#sideOf(slot).remove(slot);
    this.#slots.release(slot);
    return entry;
  }

  find(id: EntryId): BookEntry | undefined {
    const slot = this.#ids.find(id);
    return slot === 0 ? undefined : this.#entryOf(slot);
  }

  entries(side: Side): Iterable<BookEntry> {
    return this.#entriesFrom(side, this.#side(side).bestRank);
  }

  entriesBeyond(side: Side, price: Ticks): Iterable<BookEntry> {
    const bookSide = this.#side(side);
    const rank = rankOf(side, price);
    return this.#entriesFrom(side, rank > bookSide.bestRank ? bookSide.bestRank : bookSide.worseThan(rank));
  }

  *#entriesFrom(side: Side, first: number): Iterable<BookEntry> {
    const bookSide = this.#side(side);
    for (let rank = first; rank !== -Infinity; rank = bookSide.worseThan(rank)) {
      for (let slot = bookSide.headOf(rank); slot !== 0; slot = this.#slots.links[slot * LINKS + NEXT] ?? 0)
        yield this.#entryOf(slot);
    }
  }

  levels(side: Side, count: number): readonly BookLevel[] {
    const bookSide = this.#side(side);
    const levels: BookLevel[] = [];
    let rank = bookSide.bestRank;
    while (rank !== -Infinity && levels.length < count) {
      levels.push({
        price: priceOf(side, rank),
        quantity: lots(bookSide.totalOf(rank)),
        orderCount: bookSide.orderCountOf(rank),
      });
      rank = bookSide.worseThan(rank);
    }
    return levels;
  }

  #side(side: Side): BookSide {
    return side === 'buy' ? this.#bids : this.#asks;
  }

  #sideOf(slot: number): BookSide {
    return this.#slots.links[slot * LINKS + IS_SELL] === 1 ? this.#asks : this.#bids;
  }

  #entryOf(slot: number): BookEntry {
    this.#slots.recount(slot);
    const { numbers, links } = this.#slots;
    const side = links[slot * LINKS + IS_SELL] === 1 ? 'sell' : 'buy';
    return {
      id: entryId(numbers[slot * NUMBERS + ID] ?? 0),
      owner: owner(numbers[slot * NUMBERS + OWNER] ?? 0),
      side,
      price: priceOf(side, numbers[slot * NUMBERS + RANK] ?? 0),
      quantity: lots(numbers[slot * NUMBERS + LEFT] ?? 0),
      priority: numbers[slot * NUMBERS + PRIORITY] ?? 0,
    };
  }
}

/** Higher is better on both sides. */
function rankOf(side: Side, price: Ticks): number {
  return side === 'buy' ? price : 0 - price;
}

/** Subtracted and not negated: a price of nothing is zero, never minus zero. */
function priceOf(side: Side, rank: number): Ticks {
  return ticks(side === 'buy' ? rank : 0 - rank);
}
