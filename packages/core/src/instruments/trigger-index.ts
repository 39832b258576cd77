import type { Trigger } from '#model/order.ts';
import { assert, type OrderId, type Price } from '#values/index.ts';

/** What a print at a price sets off: the first or the other leg fires, or a trailing stop moves on. */
export type TriggerAction = 'fire' | 'fireOther' | 'trail';

/** One price that waits for a print. */
export interface WaitingPrice {
  readonly orderId: OrderId;
  readonly price: Price;
  readonly triggerAction: TriggerAction;
}

/**
 * The triggers of one book by price: what a print sets off stands at the end of its list, so that a print that sets off nothing costs
 * two comparisons. Nearest price first, then the oldest order: the same after a restart, in whatever order they were loaded.
 */
export class TriggerIndex {
  /** What fires when the price rises to it: lowest last. */
  readonly #rises: WaitingPrice[] = [];
  /** What fires when the price falls to it: highest last. */
  readonly #falls: WaitingPrice[] = [];

  get size(): number {
    return this.#rises.length + this.#falls.length;
  }

  add(when: Trigger['when'], waiting: WaitingPrice): void {
    const list = this.#listOf(when);
    list.splice(placeOf(list, when, waiting), 0, waiting);
  }

  remove(when: Trigger['when'], waiting: WaitingPrice): void {
    const list = this.#listOf(when);
    const place = placeOf(list, when, waiting);
    assert(list[place]?.orderId === waiting.orderId, 'Invariant: a trigger that goes stands in its place');
    list.splice(place, 1);
  }

  /** The next that a print at this price sets off; it stays until it is removed. */
  passedBy(print: Price): WaitingPrice | undefined {
    const rising = this.#rises.at(-1);
    if (rising && print >= rising.price) return rising;
    const falling = this.#falls.at(-1);
    return falling && print <= falling.price ? falling : undefined;
  }

  #listOf(when: Trigger['when']): WaitingPrice[] {
    return when === 'rises' ? this.#rises : this.#falls;
  }
}

/** Where an entry stands or would stand: the first place whose entry does not come later than it. */
function placeOf(list: readonly WaitingPrice[], when: Trigger['when'], waiting: WaitingPrice): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = list[middle];
    assert(at !== undefined, 'Invariant: a binary search stays within its list');
    if (comesLater(when, at, waiting)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function comesLater(when: Trigger['when'], one: WaitingPrice, other: WaitingPrice): boolean {
  if (one.price !== other.price) return when === 'rises' ? one.price > other.price : one.price < other.price;
  if (one.orderId !== other.orderId) return one.orderId > other.orderId;
  return one.triggerAction > other.triggerAction;
}
