import type { Sha256Stream } from '#hash/sha256.ts';
import { type AuctionEntry, type AuctionLevel, byTurn } from '#matching/uncross.ts';
import type { ReservedOrder } from '#model/messages.ts';
import { endsWithDay, olderFirst } from '#model/order.ts';
import {
  type AccountId,
  assert,
  type OrderId,
  type Price,
  type Quantity,
  quantity,
  SegmentedMap,
  type Side,
} from '#values/index.ts';
import { SortedLine } from '#values/sorted-line.ts';

/** Orders of one arrival: those that end with the day, and those that stay. */
type Arrivals = Readonly<Record<'ofDay' | 'longer', SortedLine<ReservedOrder>>>;

/** Orders of one family, lowest price first: of thousands, a new one asks for the extremes. */
type OfFamily = Readonly<Record<Side, SortedLine<ReservedOrder>>>;

const linesOfFamily = (): OfFamily => ({
  buy: new SortedLine(lowestFirst),
  sell: new SortedLine(lowestFirst),
});

/**
 * Customers' orders that an auction has collected, with their families, their sequences and the quantity at
 * each price, kept with each order, so that a new order, the indicative price and the auction's end need no
 * walk over all.
 */
export class AuctionOrders {
  readonly #orders = new SegmentedMap<OrderId, ReservedOrder>();
  readonly #byTurn: Readonly<Record<Side, SortedLine<CollectedOrder>>> = {
    buy: new SortedLine(entryByTurn),
    sell: new SortedLine(entryByTurn),
  };
  readonly #byPlace = new SortedLine(byPlace);
  readonly #byArrival: Arrivals = { ofDay: new SortedLine(byNumber), longer: new SortedLine(byNumber) };
  readonly #ofFamily = new SegmentedMap<AccountId, OfFamily>();
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

  /** In no particular order. */
  values(): IterableIterator<ReservedOrder> {
    return this.#orders.values();
  }

  /** The next of a side to trade. */
  best(side: Side): CollectedOrder | undefined {
    return this.#byTurn[side].first;
  }

  /** The last of a side to trade: its limit is the farthest. */
  worst(side: Side): CollectedOrder | undefined {
    return this.#byTurn[side].last;
  }

  /** The order behind another in an auction's record; without another, the first. */
  behind(order: ReservedOrder | undefined): ReservedOrder | undefined {
    return this.#byPlace.after(order);
  }

  /** The oldest of all; or of those that end with the day. */
  oldest({ isOfDay }: { readonly isOfDay: boolean }): ReservedOrder | undefined {
    const [ofDay, longer] = [this.#byArrival.ofDay.first, this.#byArrival.longer.first];
    if (isOfDay || !longer) return ofDay;
    return ofDay && byNumber(ofDay, longer) < 0 ? ofDay : longer;
  }

  /** Puts an order in, or in the place of what it was. */
  set(id: OrderId, order: ReservedOrder): void {
    const before = this.#orders.get(id);
    assert(order.quantity > 0n && order.orderId === id, 'Invariant: a collected order has something left');
    assert(
      before === undefined || before.side === order.side,
      'Invariant: a collected order stays on its side',
    );
    if (before) {
      this.#count(before, -before.quantity);
      this.#leave(before);
    }
    this.#orders.set(id, order);
    this.#byTurn[order.side].add(entryOf(order));
    this.#byPlace.add(order);
    this.#arrivalOf(order).add(order);
    this.#ofFamily.getOrInsertComputed(order.familyId, linesOfFamily)[order.side].add(order);
    this.#count(order, order.quantity);
  }

  delete(id: OrderId): boolean {
    const order = this.#orders.get(id);
    if (!order) return false;
    this.#orders.delete(id);
    this.#leave(order);
    this.#count(order, -order.quantity);
    assert(this.size > 0 || this.#levels.length === 0, 'Invariant: an auction without orders has no levels');
    return true;
  }

  /** A family's dearest purchase, or its cheapest sale: its limit goes the farthest. */
  farthestOf(familyId: AccountId, side: Side): ReservedOrder | undefined {
    const own = this.#ofFamily.get(familyId)?.[side];
    return side === 'buy' ? own?.last : own?.first;
  }

  total(side: Side): Quantity {
    return quantity(this.#totals[side]);
  }

  #leave(order: ReservedOrder): void {
    this.#byTurn[order.side].remove(entryOf(order));
    this.#byPlace.remove(order);
    this.#arrivalOf(order).remove(order);
    const own = this.#ofFamily.get(order.familyId);
    assert(own !== undefined, 'Invariant: a collected order is known by its family');
    own[order.side].remove(order);
    if (!own.buy.first && !own.sell.first) this.#ofFamily.delete(order.familyId);
  }

  #arrivalOf({ validity }: ReservedOrder): SortedLine<ReservedOrder> {
    return this.#byArrival[endsWithDay(validity) ? 'ofDay' : 'longer'];
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
    assert(
      level[side] >= 0n && this.#totals[side] >= level[side],
      'Invariant: a level is a part of its side',
    );
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

function entryByTurn(one: CollectedOrder, other: CollectedOrder): number {
  return byTurn(one, other) || one.order.orderId - other.order.orderId;
}

function lowestFirst(one: ReservedOrder, other: ReservedOrder): number {
  if (one.priceLimit === other.priceLimit) return one.orderId - other.orderId;
  return one.priceLimit < other.priceLimit ? -1 : 1;
}

function byPlace(one: ReservedOrder, other: ReservedOrder): number {
  return one.priority - other.priority || one.orderId - other.orderId;
}

function byNumber(one: ReservedOrder, other: ReservedOrder): number {
  return olderFirst({ id: one.orderId }, { id: other.orderId });
}

/** An order or a level of the market maker as the uncrossing sees it. */
export interface Collected extends AuctionEntry {
  readonly order: ReservedOrder | undefined;
}

export interface CollectedOrder extends Collected {
  readonly order: ReservedOrder;
}

/** An order as the uncrossing sees it. */
export function entryOf(order: ReservedOrder): CollectedOrder {
  const { side, priceLimit, quantity: left, priority, validity } = order;
  return { side, price: priceLimit, quantity: left, priority, isMarket: validity === 'ioc', order };
}

/** The market maker's levels that an auction has still to come to, in their order. */
export interface QuotesAhead {
  readonly entries: readonly Collected[];
  place: number;
}

/** The head of a side, which trades next, and the quotes that stand behind it among the sorted orders. */
export interface ClosingQueue {
  head: Collected | undefined;
  /** Of the head. */
  left: bigint;
  readonly quotes: QuotesAhead;
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
  /** The last that went to the book or its end, by arrival. */
  restedTo: OrderId | undefined;
}

/** An auction that has ended, while what it had is written down and hashed. */
export interface AuctionRecording {
  readonly orders: AuctionOrders;
  readonly quotes: QuotesAhead;
  /** The last order that is written down. */
  last: ReservedOrder | undefined;
  readonly hash: Sha256Stream;
  /** Whether ranks are hashed in the place of priorities. */
  readonly isRanked: boolean;
  /** Whether the ids of orders are kept with their lines. */
  readonly hasOrderIds: boolean;
  readonly count: number;
  place: number;
  /** Text of the lines that no record has yet. */
  lines: string;
}
