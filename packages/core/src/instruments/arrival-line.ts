import { olderFirst } from '#model/order.ts';
import { assert, type OrderId, SegmentedMap } from '#values/index.ts';

/**
 * An order with its place: a change that gives it another
 * place puts it in anew, and its old place is passed over.
 */
export interface Arrival {
  readonly orderId: OrderId;
  readonly priority: number;
}

/** By place, and of one command by the orders' numbers. */
export function earlierFirst(one: Arrival, other: Arrival): number {
  return one.priority - other.priority || olderFirst({ id: one.orderId }, { id: other.orderId });
}

/** An arrival that stands in a line, and where. */
interface Entry extends Arrival {
  place: number;
}

/**
 * Orders by arrival, in a heap, as a restart loads them in
 * another sequence; ones that are gone are passed over.
 */
export class ArrivalLine {
  readonly #heap: Entry[] = [];
  /** The last entry of each order. */
  readonly #entries = new SegmentedMap<OrderId, Entry>();

  get length(): number {
    return this.#heap.length;
  }

  add({ orderId, priority }: Arrival): void {
    const entry = { orderId, priority, place: this.#heap.length };
    this.#heap.push(entry);
    this.#entries.set(orderId, entry);
    this.#rise(entry);
  }

  /** Takes an order out, wherever it stands. */
  remove(orderId: OrderId): void {
    const entry = this.#entries.get(orderId);
    if (entry !== undefined) this.#takeOut(entry);
  }

  /** The oldest that is still there; an order that is gone leaves the line. */
  first(isThere: (arrival: Arrival) => boolean): Arrival | undefined {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (isThere(first)) return first;
      this.#takeOut(first);
    }
    return undefined;
  }

  #takeOut(entry: Entry): void {
    const { orderId, place } = entry;
    assert(this.#heap[place] === entry, 'Invariant: an entry stands at its place');
    if (this.#entries.get(orderId) === entry) this.#entries.delete(orderId);
    const last = this.#heap.pop();
    assert(last !== undefined, 'Invariant: an entry stands in its line');
    if (last === entry) return;
    this.#put(last, place);
    this.#rise(last);
    this.#sink(last);
  }

  #rise(entry: Entry): void {
    while (entry.place > 0) {
      const { place } = entry;
      const above = this.#at((place - 1) >> 1);
      if (!isBefore(entry, above)) return;
      this.#put(entry, above.place);
      this.#put(above, place);
    }
  }

  #sink(entry: Entry): void {
    const heap = this.#heap;
    for (let below = 1 + entry.place * 2; below < heap.length; below = 1 + entry.place * 2) {
      const other = below + 1;
      const isOther = other < heap.length && isBefore(this.#at(other), this.#at(below));
      const least = this.#at(isOther ? other : below);
      if (!isBefore(least, entry)) return;
      const { place } = entry;
      this.#put(entry, least.place);
      this.#put(least, place);
    }
  }

  #put(entry: Entry, place: number): void {
    entry.place = place;
    this.#heap[place] = entry;
  }

  #at(place: number): Entry {
    const entry = this.#heap[place];
    assert(entry !== undefined, 'Invariant: a heap is asked within its size');
    return entry;
  }
}

function isBefore(one: Arrival, other: Arrival): boolean {
  return earlierFirst(one, other) < 0;
}
