import {
  type BookEntry,
  type BookFill,
  type BookLevel,
  type EntryId,
  FILLS_ALL,
  type FinerSteps,
  lots,
  MARKET_MAKER_OWNER,
  type OrderBook,
  type Reachable,
  type Taken,
  type Taker,
  type Ticks,
  ticks,
} from '#matching/order-book.ts';
import { assert, type Side } from '#values/index.ts';

/** Entries of one price in the order in which they fill. */
interface Level {
  readonly price: Ticks;
  readonly queue: BookEntry[];
}

/**
 * Plain book: two sorted lists of levels, each a queue; it is obviously right, and the fast one must agree
 * with it.
 */
export class PlainBook implements OrderBook {
  /** Best level first. */
  readonly #levels: Record<Side, Level[]> = { buy: [], sell: [] };
  readonly #entries = new Map<EntryId, BookEntry>();

  best(side: Side): Ticks | undefined {
    return this.#levels[side][0]?.price;
  }

  find(id: EntryId): BookEntry | undefined {
    return this.#entries.get(id);
  }

  take(taker: Taker, fillsMax = FILLS_ALL): Taken {
    const makers = this.#levels[opposite(taker.side)];
    const fills: BookFill[] = [];
    let left: number = taker.quantity;
    while (left > 0) {
      const level = makers[0];
      if (!level || isWorse(taker.side, level.price, taker.priceLimit)) break;
      if (fills.length === fillsMax) return { fills, left: lots(left), metItself: false, isCut: true };
      const maker = headOf(level);
      if (maker.owner === taker.owner && taker.owner !== MARKET_MAKER_OWNER)
        return { fills, left: lots(left), metItself: true, isCut: false };
      const quantity = lots(Math.min(left, maker.quantity));
      const makerLeft = lots(maker.quantity - quantity);
      fills.push({ makerId: maker.id, makerOwner: maker.owner, price: level.price, quantity, makerLeft });
      left -= quantity;
      this.#replaceHead({ levels: makers, level, left: makerLeft });
    }
    return { fills, left: lots(left), metItself: false, isCut: false };
  }

  reachable(taker: Taker): Reachable {
    let left: number = taker.quantity;
    const found = (ownAt?: Ticks): Reachable => ({ lots: taker.quantity - Math.max(0, left), ownAt });
    for (const entry of this.entries(opposite(taker.side))) {
      if (left <= 0 || isWorse(taker.side, entry.price, taker.priceLimit)) break;
      if (entry.owner === taker.owner && entry.owner !== MARKET_MAKER_OWNER) return found(entry.price);
      left -= entry.quantity;
    }
    return found();
  }

  refine({ tickFactor, lotFactor }: FinerSteps): void {
    const entries = [...this.entries('buy'), ...this.entries('sell')];
    for (const { id } of entries) this.remove(id);
    for (const one of entries)
      this.rest({ ...one, price: ticks(one.price * tickFactor), quantity: lots(one.quantity * lotFactor) });
  }

  #replaceHead(head: { levels: Level[]; level: Level; left: BookEntry['quantity'] }): void {
    const { levels, level, left } = head;
    const maker = headOf(level);
    if (left > 0) {
      const smaller = { ...maker, quantity: left };
      level.queue[0] = smaller;
      this.#entries.set(maker.id, smaller);
      return;
    }
    level.queue.shift();
    this.#entries.delete(maker.id);
    if (level.queue.length === 0) levels.shift();
  }

  rest(entry: BookEntry): void {
    assert(entry.quantity > 0, 'Invariant: an entry that rests has a quantity');
    assert(!this.#entries.has(entry.id), 'Invariant: an entry rests once');
    const { queue } = this.#levelAt(entry.side, entry.price);
    let place = queue.length;
    while (place > 0 && comesBefore(entry, queue[place - 1])) place -= 1;
    queue.splice(place, 0, entry);
    this.#entries.set(entry.id, entry);
  }

  /** The level of a price, made in its place when the price is new. */
  #levelAt(side: Side, price: Ticks): Level {
    const levels = this.#levels[side];
    const place = placeOf(side, levels, price);
    const known = levels[place];
    if (known?.price === price) return known;
    const level: Level = { price, queue: [] };
    levels.splice(place, 0, level);
    return level;
  }

  reduce(id: EntryId, quantity: BookEntry['quantity']): void {
    const entry = this.#entries.get(id);
    assert(
      entry !== undefined && quantity > 0 && quantity <= entry.quantity,
      'Invariant: only a resting entry gets smaller',
    );
    const smaller = { ...entry, quantity };
    const { queue } = this.#levelAt(entry.side, entry.price);
    queue[queue.indexOf(entry)] = smaller;
    this.#entries.set(id, smaller);
  }

  remove(id: EntryId): BookEntry | undefined {
    const entry = this.#entries.get(id);
    if (!entry) return undefined;
    const levels = this.#levels[entry.side];
    const place = placeOf(entry.side, levels, entry.price);
    const queue = levels[place]?.queue ?? [];
    queue.splice(queue.indexOf(entry), 1);
    if (queue.length === 0) levels.splice(place, 1);
    this.#entries.delete(id);
    return entry;
  }

  *entries(side: Side): Iterable<BookEntry> {
    for (const { queue } of this.#levels[side]) yield* queue;
  }

  *entriesBeyond(side: Side, price: Ticks): Iterable<BookEntry> {
    for (const level of this.#levels[side])
      if (side === 'buy' ? level.price < price : level.price > price) yield* level.queue;
  }

  levels(side: Side, count: number): readonly BookLevel[] {
    return this.#levels[side].slice(0, count).map(({ price, queue }) => ({
      price,
      quantity: lots(queue.reduce((sum, entry) => sum + entry.quantity, 0)),
      orderCount: queue.filter((entry) => entry.owner !== MARKET_MAKER_OWNER).length,
    }));
  }
}

export function opposite(side: Side): Side {
  return side === 'buy' ? 'sell' : 'buy';
}

/** Whether a price is worse for a taker of this side than another. */
function isWorse(takerSide: Side, price: Ticks, than: Ticks): boolean {
  return takerSide === 'buy' ? price > than : price < than;
}

/** Index of a price among a side's levels, or the one at which it would stand. */
function placeOf(side: Side, levels: readonly Level[], price: Ticks): number {
  let low = 0;
  let high = levels.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = levels[middle];
    assert(at !== undefined, 'Invariant: a binary search stays within its list');
    const isBetter = side === 'buy' ? at.price > price : at.price < price;
    if (isBetter) low = middle + 1;
    else high = middle;
  }
  return low;
}

function comesBefore(entry: BookEntry, other: BookEntry | undefined): boolean {
  if (!other) return false;
  if (entry.priority !== other.priority) return entry.priority < other.priority;
  if ((entry.owner === MARKET_MAKER_OWNER) !== (other.owner === MARKET_MAKER_OWNER))
    return entry.owner === MARKET_MAKER_OWNER;
  return entry.owner !== MARKET_MAKER_OWNER && entry.id < other.id;
}

function headOf(level: Level): BookEntry {
  const head = level.queue[0];
  assert(head !== undefined, 'Invariant: a level without entries does not stand');
  return head;
}
