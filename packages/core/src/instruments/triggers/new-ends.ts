import { ArrivalLine } from '#instruments/arrival-line.ts';
import { assert, type OrderId, SegmentedSet, sequenceOfOrder } from '#values/index.ts';

/**
 * Ends of brackets that are younger than a print which is still to be followed, and that only prints from the
 * fill that they came with on may trigger.
 */
export class NewEnds {
  readonly #line = new ArrivalLine();
  readonly #ids = new SegmentedSet<OrderId>();
  /** Oldest new end after a restart, as the row of a sweep in its book has it. */
  from: OrderId | undefined;

  get size(): number {
    return this.#ids.size;
  }

  add(orderId: OrderId): void {
    assert(!this.#ids.has(orderId), 'Invariant: an end of a bracket begins to wait once');
    this.#ids.add(orderId);
    this.#line.add({ orderId, priority: sequenceOfOrder(orderId) });
  }

  has(orderId: OrderId): boolean {
    return this.#ids.has(orderId);
  }

  /** False for an order that is not among them. */
  delete(orderId: OrderId): boolean {
    return this.#ids.delete(orderId);
  }

  /** The oldest. */
  first(): OrderId | undefined {
    return this.#line.first(({ orderId }) => this.#ids.has(orderId))?.orderId;
  }
}
