import {
  ACCEPTED,
  BookEvents,
  CANCELLED,
  CAUSE_IMMEDIATE,
  CAUSE_REQUESTED,
  CAUSE_SELF_TRADE,
  EVENT_DETAIL,
  EVENT_ID,
  EVENT_LOTS,
  EVENT_MAKER_LEFT,
  EVENT_OWNER,
  EVENT_PRICE,
  EVENT_SIDE,
  FILLED,
  KIND,
  REDUCED,
} from '#matching/book-events.ts';
import { BookSide } from '#matching/book-side.ts';
import { IdTable } from '#matching/id-table.ts';
import {
  type BookEntry,
  type BookFill,
  type BookLevel,
  type EntryId,
  entryId,
  FILLS_ALL,
  type Lots,
  lots,
  MARKET_MAKER_OWNER,
  type OrderBook,
  owner,
  type Taken,
  type Taker,
  type Ticks,
  ticks,
} from '#matching/order-book.ts';
import { ID, IS_SELL, LEFT, LINKS, NEXT, NUMBERS, OWNER, PRIORITY, RANK, Slots } from '#matching/slots.ts';
import { assert, type Side } from '#values/index.ts';

/**
 * An order that takes what it can; what is left rests,
 * unless it was to be filled at once or met its own owner.
 */
export interface BookOrder extends Taker {
  readonly id: EntryId;
  readonly priority: number;
  /** True when the rest that does not fill at once is cancelled. */
  readonly isImmediate: boolean;
}

/**
 * The fast book: the plain book's rules on flat memory. Orders are slots of typed arrays, a level is a queue
 * threaded through them, the best price is found in a bitmap and an id in a hash table; nothing is allocated
 * for an order while as many come as go.
 *
 * `submit`, `cancel` and `amend` say what happened as `events`, for callers that count in millions. The other
 * calls are those of every order book; they answer by values and leave no events.
 */
export class FastBook implements OrderBook {
  readonly events = new BookEvents();
  readonly #slots = new Slots();
  readonly #ids = new IdTable(this.#slots);
  readonly #bids = new BookSide(this.#slots);
  readonly #asks = new BookSide(this.#slots);
  #metItself = false;
  #isCut = false;

  /** Takes, then rests. The order is read and not kept: a caller may use one object for all its orders. */
  submit(order: BookOrder): void {
    this.#accept(order);
    // Most orders meet nobody: they are spared the way through the matching.
    const isMet = this.#isMet(order);
    const left = isMet ? this.#match(order, order.id, FILLS_ALL) : order.quantity;
    if (left === 0) return;
    if (isMet && this.#metItself) this.#expire(order, left, CAUSE_SELF_TRADE);
    else if (order.isImmediate) this.#expire(order, left, CAUSE_IMMEDIATE);
    else this.#restSubmitted(order, left);
  }

  /** False when it does not rest. */
  cancel(id: EntryId): boolean {
    const slot = this.#ids.remove(id);
    if (slot === 0) return false;
    this.#sayOfSlot(slot, CANCELLED, CAUSE_REQUESTED);
    this.#sideOf(slot).remove(slot);
    this.#slots.release(slot);
    return true;
  }

  /** `reduce`, with its event. */
  amend(id: EntryId, quantity: Lots): void {
    this.reduce(id, quantity);
    this.#sayOfSlot(this.#ids.find(id), REDUCED, 0);
  }

  best(side: Side): Ticks | undefined {
    const { bestRank } = this.#side(side);
    return bestRank === -Infinity ? undefined : priceOf(side, bestRank);
  }

  take(taker: Taker, fillsMax = FILLS_ALL): Taken {
    const first = this.events.count;
    const left = this.#match(taker, 0, fillsMax);
    const fills: BookFill[] = [];
    for (let index = first; index < this.events.count; index += 1) fills.push(this.events.fill(index));
    this.events.count = first;
    return { fills, left: lots(left), metItself: this.#metItself, isCut: this.#isCut };
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
    this.#ids.add(entry.id, slot);
    this.#side(entry.side).add(slot);
  }

  reduce(id: EntryId, quantity: Lots): void {
    const slot = this.#ids.find(id);
    const left = this.#slots.numbers[slot * NUMBERS + LEFT] ?? 0;
    assert(slot !== 0 && quantity > 0 && quantity <= left, 'Invariant: only a resting entry gets smaller');
    this.#sideOf(slot).shrink(slot, quantity);
  }

  remove(id: EntryId): BookEntry | undefined {
    const slot = this.#ids.remove(id);
    if (slot === 0) return undefined;
    const entry = this.#entryOf(slot);
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

  /** Whether anybody stands on the other side within a taker's limit. */
  #isMet({ side, priceLimit }: Taker): boolean {
    return side === 'sell' ? this.#bids.bestRank >= priceLimit : this.#asks.bestRank >= 0 - priceLimit;
  }

  /** Fills a taker against the other side as far as its limit, says each fill, and gives what is left. */
  #match(taker: Taker, takerId: number, fillsMax: number): number {
    const isSell = taker.side === 'sell';
    const makers = isSell ? this.#bids : this.#asks;
    const rankLimit = isSell ? taker.priceLimit : rankOf('sell', taker.priceLimit);
    const takerOwner = taker.owner;
    const { numbers } = this.#slots;
    let left: number = taker.quantity;
    let fillsLeft = fillsMax;
    this.#metItself = false;
    this.#isCut = false;
    while (left > 0 && makers.bestRank >= rankLimit) {
      if (fillsLeft === 0) {
        this.#isCut = true;
        break;
      }
      fillsLeft -= 1;
      const slot = makers.heads[makers.best] ?? 0;
      const makerOwner = numbers[slot * NUMBERS + OWNER] ?? 0;
      if (makerOwner === takerOwner && takerOwner !== MARKET_MAKER_OWNER) {
        this.#metItself = true;
        break;
      }
      const makerHas = numbers[slot * NUMBERS + LEFT] ?? 0;
      const makerId = numbers[slot * NUMBERS + ID] ?? 0;
      const size = Math.min(left, makerHas);
      const at = this.events.claim();
      const words = this.events.numbers;
      words[at + KIND] = FILLED;
      words[at + EVENT_SIDE] = isSell ? 1 : 0;
      words[at + EVENT_ID] = takerId;
      words[at + EVENT_OWNER] = makerOwner;
      words[at + EVENT_PRICE] = isSell ? makers.bestRank : 0 - makers.bestRank;
      words[at + EVENT_LOTS] = size;
      words[at + EVENT_DETAIL] = makerId;
      words[at + EVENT_MAKER_LEFT] = makerHas - size;
      left -= size;
      if (size < makerHas) {
        makers.shrinkFirst(slot, makerHas - size);
      } else {
        this.#ids.remove(makerId);
        makers.removeFirst(slot);
        this.#slots.release(slot);
      }
    }
    return left;
  }

  #restSubmitted(order: BookOrder, left: number): void {
    const slot = this.#slots.claim();
    const { numbers, links } = this.#slots;
    const isSell = order.side === 'sell';
    numbers[slot * NUMBERS + ID] = order.id;
    numbers[slot * NUMBERS + OWNER] = order.owner;
    numbers[slot * NUMBERS + RANK] = rankOf(order.side, order.priceLimit);
    numbers[slot * NUMBERS + LEFT] = left;
    numbers[slot * NUMBERS + PRIORITY] = order.priority;
    links[slot * LINKS + IS_SELL] = isSell ? 1 : 0;
    this.#ids.add(order.id, slot);
    (isSell ? this.#asks : this.#bids).add(slot);
  }

  #accept(order: BookOrder): void {
    const at = this.events.claim();
    const words = this.events.numbers;
    words[at + KIND] = ACCEPTED;
    words[at + EVENT_SIDE] = order.side === 'sell' ? 1 : 0;
    words[at + EVENT_ID] = order.id;
    words[at + EVENT_OWNER] = order.owner;
    words[at + EVENT_PRICE] = order.priceLimit;
    words[at + EVENT_LOTS] = order.quantity;
    words[at + EVENT_DETAIL] = order.priority;
    words[at + EVENT_MAKER_LEFT] = 0;
  }

  #expire(order: BookOrder, left: number, cause: number): void {
    const at = this.events.claim();
    const words = this.events.numbers;
    words[at + KIND] = CANCELLED;
    words[at + EVENT_SIDE] = order.side === 'sell' ? 1 : 0;
    words[at + EVENT_ID] = order.id;
    words[at + EVENT_OWNER] = order.owner;
    words[at + EVENT_PRICE] = order.priceLimit;
    words[at + EVENT_LOTS] = left;
    words[at + EVENT_DETAIL] = cause;
    words[at + EVENT_MAKER_LEFT] = 0;
  }

  #sayOfSlot(slot: number, kind: number, detail: number): void {
    const at = this.events.claim();
    const words = this.events.numbers;
    const { numbers, links } = this.#slots;
    const isSell = links[slot * LINKS + IS_SELL] ?? 0;
    const rank = numbers[slot * NUMBERS + RANK] ?? 0;
    words[at + KIND] = kind;
    words[at + EVENT_SIDE] = isSell;
    words[at + EVENT_ID] = numbers[slot * NUMBERS + ID] ?? 0;
    words[at + EVENT_OWNER] = numbers[slot * NUMBERS + OWNER] ?? 0;
    words[at + EVENT_PRICE] = isSell === 1 ? 0 - rank : rank;
    words[at + EVENT_LOTS] = numbers[slot * NUMBERS + LEFT] ?? 0;
    words[at + EVENT_DETAIL] = detail;
    words[at + EVENT_MAKER_LEFT] = 0;
  }

  #side(side: Side): BookSide {
    return side === 'buy' ? this.#bids : this.#asks;
  }

  #sideOf(slot: number): BookSide {
    return this.#slots.links[slot * LINKS + IS_SELL] === 1 ? this.#asks : this.#bids;
  }

  #entryOf(slot: number): BookEntry {
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
