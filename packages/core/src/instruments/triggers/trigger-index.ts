import type { Trigger } from '#model/order.ts';
import { assert, type OrderId, type Price } from '#values/index.ts';

/** Effect of a print at a price: the first or the other leg triggers, or a trailing stop moves on. */
export type TriggerAction = 'fire' | 'fireOther' | 'trail';

/** One price that waits for a print. */
export interface WaitingPrice {
  readonly orderId: OrderId;
  readonly price: Price;
  readonly triggerAction: TriggerAction;
  /** A good-till-triggered instruction: no day ends it, and no closing price triggers it. */
  readonly isGtt?: boolean;
}

interface Lists {
  /** Orders that trigger when the price rises to theirs: lowest last. */
  readonly rises: WaitingPrice[];
  /** Orders that trigger when the price falls to theirs: highest last. */
  readonly falls: WaitingPrice[];
}

/**
 * The triggers of one book by price: what a print sets off stands at the end of its list, so that a print
 * that sets off nothing costs two comparisons. Nearest price first, then the oldest order: the same after a
 * restart, in whatever order they were loaded.
 */
export class TriggerIndex {
  readonly #ofDay: Lists = { rises: [], falls: [] };
  readonly #gtt: Lists = { rises: [], falls: [] };

  get size(): number {
    const [ofDay, gtt] = [this.#ofDay, this.#gtt];
    return ofDay.rises.length + ofDay.falls.length + gtt.rises.length + gtt.falls.length;
  }

  add(when: Trigger['when'], waiting: WaitingPrice): void {
    const list = this.#listOf(when, waiting);
    const place = placeOf(list, when, waiting);
    const { orderId, triggerAction } = waiting;
    const there = list[place];
    assert(
      there?.orderId !== orderId || there.triggerAction !== triggerAction || there.price !== waiting.price,
      'Invariant: a trigger waits once',
    );
    list.splice(place, 0, waiting);
  }

  remove(when: Trigger['when'], waiting: WaitingPrice): void {
    const list = this.#listOf(when, waiting);
    const place = placeOf(list, when, waiting);
    assert(list[place]?.orderId === waiting.orderId, 'Invariant: a trigger that goes stands in its place');
    list.splice(place, 1);
  }

  /** The next that a print at this price sets off; it stays until it is removed. */
  passedBy(print: Price, { sparesGtt = false } = {}): WaitingPrice | undefined {
    const rising = nextOf('rises', this.#ofDay.rises.at(-1), sparesGtt ? undefined : this.#gtt.rises.at(-1));
    if (rising && print >= rising.price) return rising;
    const falling = nextOf('falls', this.#ofDay.falls.at(-1), sparesGtt ? undefined : this.#gtt.falls.at(-1));
    return falling && print <= falling.price ? falling : undefined;
  }

  /** Waiting prices of the day only, or of those that wait longer, the one that would trigger next first. */
  *entries({ isOfDay }: { readonly isOfDay: boolean }): Iterable<WaitingPrice> {
    const { rises, falls } = isOfDay ? this.#ofDay : this.#gtt;
    for (const list of [rises, falls]) {
      for (let place = list.length - 1; place >= 0; place -= 1) {
        const waiting = list[place];
        if (waiting) yield waiting;
      }
    }
  }

  #listOf(when: Trigger['when'], { isGtt = false }: WaitingPrice): WaitingPrice[] {
    return (isGtt ? this.#gtt : this.#ofDay)[when];
  }
}

/** Of two that wait for the same direction, the one that a print comes to first. */
function nextOf(
  when: Trigger['when'],
  one: WaitingPrice | undefined,
  other: WaitingPrice | undefined,
): WaitingPrice | undefined {
  if (!one || !other) return one ?? other;
  return comesLater(when, one, other) ? other : one;
}

/**
 * Index of an entry, or the one at which it would stand: the first whose entry does not come later than it.
 */
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
