import { olderFirst, type Trigger } from '#model/order.ts';
import { assert, type OrderId, type Price } from '#values/index.ts';

/** Effect of a print at a price: the first or the other leg triggers, or a trailing stop moves on. */
export type TriggerAction = 'activate' | 'activateOther' | 'trail';

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

/** Rank among equal triggers: by arrival. Replay before `equalTriggersByArrival`: by number. */
export type TriggerRanking = 'arrival' | 'number';

/**
 * Triggers of one book by price, nearest first, then the oldest. The next stands at its list's end, so that a
 * print that triggers nothing costs two comparisons.
 */
export class TriggerIndex {
  readonly #ofDay: Lists = { rises: [], falls: [] };
  readonly #gtt: Lists = { rises: [], falls: [] };
  #ranking: TriggerRanking = 'arrival';

  get size(): number {
    const [ofDay, gtt] = [this.#ofDay, this.#gtt];
    return ofDay.rises.length + ofDay.falls.length + gtt.rises.length + gtt.falls.length;
  }

  add(when: Trigger['when'], waiting: WaitingPrice): void {
    const list = this.#listOf(when, waiting);
    const place = this.#placeOf(list, when, waiting);
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
    const place = this.#placeOf(list, when, waiting);
    assert(list[place]?.orderId === waiting.orderId, 'Invariant: a trigger that goes stands in its place');
    list.splice(place, 1);
  }

  /** The next that a print at this price triggers; it stays until it is removed. */
  passedBy(print: Price, { skipsGtt = false } = {}): WaitingPrice | undefined {
    const rising = this.#nextOf('rises', skipsGtt);
    if (rising && print >= rising.price) return rising;
    const falling = this.#nextOf('falls', skipsGtt);
    return falling && print <= falling.price ? falling : undefined;
  }

  /** The index as a command's rules rank it; put in order anew only where the ranking changes. */
  ranked(ranking: TriggerRanking): this {
    if (ranking === this.#ranking) return this;
    this.#ranking = ranking;
    for (const { rises, falls } of [this.#ofDay, this.#gtt]) {
      rises.sort((one, other) => (comesLater('rises', ranking, one, other) ? -1 : 1));
      falls.sort((one, other) => (comesLater('falls', ranking, one, other) ? -1 : 1));
    }
    return this;
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

  /** Of those of the day and those that wait longer, the one that a print comes to first. */
  #nextOf(when: Trigger['when'], skipsGtt: boolean): WaitingPrice | undefined {
    const one = this.#ofDay[when].at(-1);
    const other = skipsGtt ? undefined : this.#gtt[when].at(-1);
    if (!one || !other) return one ?? other;
    return comesLater(when, this.#ranking, one, other) ? other : one;
  }

  /**
   * Index of an entry, or the one at which it would stand: the first whose entry does not come later than it.
   */
  #placeOf(list: readonly WaitingPrice[], when: Trigger['when'], waiting: WaitingPrice): number {
    let low = 0;
    let high = list.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = list[middle];
      assert(at !== undefined, 'Invariant: a binary search stays within its list');
      if (comesLater(when, this.#ranking, at, waiting)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Of two that wait for the same direction, whether the print comes to the first one later. */
function comesLater(
  when: Trigger['when'],
  ranking: TriggerRanking,
  one: WaitingPrice,
  other: WaitingPrice,
): boolean {
  if (one.price !== other.price) return when === 'rises' ? one.price > other.price : one.price < other.price;
  if (one.orderId !== other.orderId) return isYounger(ranking, one.orderId, other.orderId);
  return one.triggerAction > other.triggerAction;
}

function isYounger(ranking: TriggerRanking, id: OrderId, other: OrderId): boolean {
  return ranking === 'arrival' ? olderFirst({ id }, { id: other }) > 0 : id > other;
}
