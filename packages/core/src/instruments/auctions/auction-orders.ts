import type { Sha256Stream } from '#hash/sha256.ts';
import type { AuctionEntry, AuctionLevel } from '#matching/uncross.ts';
import type { RecordedEntry } from '#model/auction-record.ts';
import type { ReservedOrder } from '#model/messages.ts';
import {
  type AccountId,
  type OrderId,
  type Price,
  type Quantity,
  quantity,
  type Side,
} from '#values/index.ts';

/**
 * Customers' orders that an auction has collected, with their families, and the quantity at each price. All
 * three change with each order, so that neither a new one nor the indicative price asks all of them.
 */
export class AuctionOrders {
  readonly #orders = new Map<OrderId, ReservedOrder>();
  readonly #ofFamily = new Map<AccountId, Set<OrderId>>();
  /** By price, lowest first. */
  readonly #levels: AuctionLevel[] = [];
  readonly #totals: Record<Side, bigint> = { buy: 0n, sell: 0n };

  get size(): number {
    return this.#orders.size;
  }

  get levels(): readonly AuctionLevel[] {
    return this.#levels;
  }

  has(id: OrderId): boolean {
    return this.#orders.has(id);
  }

  get(id: OrderId): ReservedOrder | undefined {
    return this.#orders.get(id);
  }

  values(): IterableIterator<ReservedOrder> {
    return this.#orders.values();
  }

  /** Puts an order in, or in the place of what it was. */
  set(id: OrderId, order: ReservedOrder): void {
    const before = this.#orders.get(id);
    if (before) this.#count(before, -before.quantity);
    else this.#ofFamily.getOrInsertComputed(order.familyId, () => new Set()).add(id);
    this.#orders.set(id, order);
    this.#count(order, order.quantity);
  }

  delete(id: OrderId): boolean {
    const order = this.#orders.get(id);
    if (!order) return false;
    this.#orders.delete(id);
    this.#count(order, -order.quantity);
    const own = this.#ofFamily.get(order.familyId);
    own?.delete(id);
    if (own?.size === 0) this.#ofFamily.delete(order.familyId);
    return true;
  }

  /** A family's own: each of its accounts may have only so many open. */
  *ofFamily(familyId: AccountId): Iterable<ReservedOrder> {
    for (const id of this.#ofFamily.get(familyId) ?? []) {
      const order = this.#orders.get(id);
      if (order) yield order;
    }
  }

  total(side: Side): Quantity {
    return quantity(this.#totals[side]);
  }

  #count({ side, priceLimit }: ReservedOrder, more: bigint): void {
    this.#totals[side] += more;
    const place = this.#placeOf(priceLimit);
    let level = this.#levels[place];
    if (level?.price !== priceLimit) {
      level = { price: priceLimit, buy: 0n, sell: 0n };
      this.#levels.splice(place, 0, level);
    }
    level[side] += more;
    if (level.buy === 0n && level.sell === 0n) this.#levels.splice(place, 1);
  }

  /** Index of a price among the levels, or the one at which it would stand. */
  #placeOf(price: Price): number {
    let low = 0;
    let high = this.#levels.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#levels[middle]?.price ?? price) < price) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** An order or a level of the market maker as the uncrossing sees it. */
export interface Collected extends AuctionEntry {
  readonly order: ReservedOrder | undefined;
}

/** The orders of a side that are to trade, in their order, and how far they have. */
export interface ClosingQueue {
  readonly entries: readonly Collected[];
  place: number;
  /** Of the entry at the place. */
  left: bigint;
}

/**
 * Rest of the work of an auction that has ended: its price is fixed, fills are made one after the other, and
 * what is left goes to the book.
 */
export interface AuctionClosing {
  readonly price: Price;
  readonly queues: Readonly<Record<Side, ClosingQueue>>;
  /** Orders that were partly filled before a restart. */
  readonly headsBefore: readonly OrderId[];
  /** By arrival; some of them are filled before it is their turn. */
  readonly leftover: readonly OrderId[];
  leftoverPlace: number;
}

/** An auction that has ended, while what it had is written down and hashed. */
export interface AuctionRecording {
  /** In the order of the record. */
  readonly entries: readonly RecordedEntry[];
  readonly hash: Sha256Stream;
  /** Whether ranks are hashed in the place of priorities. */
  readonly isRanked: boolean;
  place: number;
  lines: string;
}
