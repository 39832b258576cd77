import { olderFirst } from '#model/order.ts';
import { assert, type OrderId } from '#values/index.ts';

/**
 * Orders by their arrival, however they were put in: a heap, because a restart loads them in another sequence. One that is gone meanwhile stays
 * until its turn comes, and is passed over then.
 */
export class ArrivalLine {
  readonly #heap: OrderId[] = [];

  get length(): number {
    return this.#heap.length;
  }

  add(orderId: OrderId): void {
    const heap = this.#heap;
    let place = heap.length;
    heap.push(orderId);
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (!this.#isBefore(orderId, this.#at(above))) break;
      heap[place] = this.#at(above);
      place = above;
    }
    heap[place] = orderId;
  }

  /** The oldest that is still there; whoever is gone leaves the line. */
  first(isThere: (orderId: OrderId) => boolean): OrderId | undefined {
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
  #sink(orderId: OrderId): void {
    const heap = this.#heap;
    let place = 0;
    for (let below = 1; below < heap.length; below = place * 2 + 1) {
      const other = below + 1;
      const least = other < heap.length && this.#isBefore(this.#at(other), this.#at(below)) ? other : below;
      if (!this.#isBefore(this.#at(least), orderId)) break;
      heap[place] = this.#at(least);
      place = least;
    }
    heap[place] = orderId;
  }

  #at(place: number): OrderId {
    const orderId = this.#heap[place];
    assert(orderId !== undefined, 'Invariant: a heap is asked within its size');
    return orderId;
  }

  #isBefore(one: OrderId, other: OrderId): boolean {
    return olderFirst({ id: one }, { id: other }) < 0;
  }
}
