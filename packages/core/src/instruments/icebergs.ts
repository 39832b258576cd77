import {
  assert,
  type OrderId,
  type Price,
  type Quantity,
  quantity,
  SegmentedMap,
  type Side,
  smaller,
} from '#values/index.ts';
import { SortedLine } from '#values/sorted-line.ts';

/** An order of which the book shows a part at a time. */
export interface Iceberg {
  readonly side: Side;
  readonly each: Quantity;
  /** Of the whole order, shown or not. */
  left: Quantity;
  filled: Quantity;
}

/**
 * Visible part of an iceberg, from its filled quantity alone, so that it is the same after a restart: whole
 * parts, counted from the order's first unit, of which the last may be smaller.
 */
export function visibleOf({ each, left, filled }: Pick<Iceberg, 'each' | 'left' | 'filled'>): Quantity {
  assert(each > 0n && filled >= 0n && left >= 0n, 'Invariant: an iceberg shows a part of what is left');
  return smaller(left, quantity(each - (filled % each)));
}

/** Where an iceberg stands in its book. */
interface IcebergPlace {
  readonly orderId: OrderId;
  readonly side: Side;
  readonly priceLimit: Price;
}

/**
 * Icebergs that rest in a book, of each side the best price
 * first: whoever asks them begins with those it meets.
 */
export class Icebergs {
  readonly #places = new SegmentedMap<OrderId, IcebergPlace>();
  readonly #lines: Readonly<Record<Side, SortedLine<IcebergPlace>>> = {
    buy: new SortedLine(byBestBid),
    sell: new SortedLine(byBestAsk),
  };

  get size(): number {
    return this.#places.size;
  }

  add(place: IcebergPlace): void {
    assert(!this.#places.has(place.orderId), 'Invariant: an iceberg stands in its book once');
    this.#places.set(place.orderId, place);
    this.#lines[place.side].add(place);
  }

  /** Forgets an order that has left the book, if it is an iceberg. */
  remove(orderId: OrderId): void {
    const place = this.#places.get(orderId);
    if (!place) return;
    this.#places.delete(orderId);
    this.#lines[place.side].remove(place);
  }

  /** Those of a side, the best price first; the book does not change meanwhile. */
  *bestFirst(side: Side): Iterable<OrderId> {
    const line = this.#lines[side];
    for (let next = line.first; next; next = line.after(next)) yield next.orderId;
  }
}

function byBestAsk(one: IcebergPlace, other: IcebergPlace): number {
  if (one.priceLimit !== other.priceLimit) return one.priceLimit < other.priceLimit ? -1 : 1;
  return one.orderId - other.orderId;
}

function byBestBid(one: IcebergPlace, other: IcebergPlace): number {
  if (one.priceLimit !== other.priceLimit) return one.priceLimit > other.priceLimit ? -1 : 1;
  return one.orderId - other.orderId;
}
