import { olderFirst } from '#model/order.ts';
import { assert, type OrderId } from '#values/index.ts';

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

/**
 * Orders by their arrival, however they were put in: a heap, because a restart loads them in another
 * sequence. One that is gone meanwhile stays until its turn comes, and is passed over then.
 */
export class ArrivalLine {
  readonly #heap: Arrival[] = [];

  get length(): number {
    return this.#heap.length;
  }

  add(arrival: Arrival): void {
    const heap = this.#heap;
    let place = heap.length;
    heap.push(arrival);
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!isBefore(arrival, this.#at(above))) break;
      heap[place] = this.#at(above);
      place = above;
    }
    heap[place] = arrival;
  }

  /** The oldest that is still there; an order that is gone leaves the line. */
  first(isThere: (arrival: Arrival) => boolean): Arrival | undefined {
    for (let first = this.#heap[0]; first !== undefined; first = this.#heap[0]) {
      if (isThere(first)) return first;
      this.removeFirst();
    }
    return undefined;
  }

  removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#sink(last);
  }

  /** Puts an order in at the top and lets it sink to its place. */
  #sink(arrival: Arrival): void {
    const heap = this.#heap;
    let place = 0;
    for (let below = 1; below < heap.length; below = place * 2 + 1) {
      const other = below + 1;
      const least = other < heap.length && isBefore(this.#at(other), this.#at(below)) ? other : below;
      if (!isBefore(this.#at(least), arrival)) break;
      heap[place] = this.#at(least);
      place = least;
    }
    heap[place] = arrival;
  }

  #at(place: number): Arrival {
    const arrival = this.#heap[place];
    assert(arrival !== undefined, 'Invariant: a heap is asked within its size');
    return arrival;
  }
}

function isBefore(one: Arrival, other: Arrival): boolean {
  return earlierFirst(one, other) < 0;
}
