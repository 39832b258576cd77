import { Bitmap } from '#matching/bitmap.ts';
import { FarLevels } from '#matching/far-levels.ts';
import { baseAround, grown, REACH, SPAN_AT_FIRST, spanFor } from '#matching/level-window.ts';
import { type FinerSteps, MARKET_MAKER_OWNER } from '#matching/order-book.ts';
import { Signposts } from '#matching/signposts.ts';
import {
  ID,
  IS_SIGNPOST,
  LEFT,
  LINKS,
  NEXT,
  NUMBERS,
  OWNER,
  PREVIOUS,
  PRIORITY,
  RANK,
  type Slots,
} from '#matching/slots.ts';
import { assert } from '#values/index.ts';

/** Entries that a new one passes from the end of its queue before signposts are asked. */
const WALK_MAX = 64;

/** A level on its way from one window to another. */
interface MovedLevel {
  readonly rank: number;
  readonly head: number;
  readonly tail: number;
  readonly total: number;
  readonly orderCount: number;
}

/**
 * One side of a book: a queue of slots for each price, by rank (a bid's price, an ask's negative) so that
 * higher is better on both.
 *
 * Levels near the best stand in a dense window that moves and
 * grows with the market, those far below in a sorted list.
 */
export class BookSide {
  /** The best level's number, -1 when the side is empty. */
  best = -1;
  /** The best level's rank, minus infinity when the side is empty: no limit reaches it. */
  bestRank = -Infinity;
  /** First slot of each level, 0 when it is empty; far levels come behind the window's. */
  heads: Int32Array;
  readonly #slots: Slots;
  #tails: Int32Array;
  /** Lots of each level; not a number from when they went over the safe integers until the level is empty. */
  #totals: Float64Array;
  /** Customers' entries of each level. */
  #orderCounts: Int32Array;
  #bitmap = new Bitmap(SPAN_AT_FIRST);
  #base = 0;
  #span = SPAN_AT_FIRST;
  #far = new FarLevels();
  readonly #signposts: Signposts;

  constructor(slots: Slots) {
    this.#slots = slots;
    this.#signposts = new Signposts(slots, (slot, other) => this.comesBefore(slot, other));
    const levelCount = this.#span + this.#far.capacity;
    this.heads = new Int32Array(levelCount);
    this.#tails = new Int32Array(levelCount);
    this.#totals = new Float64Array(levelCount);
    this.#orderCounts = new Int32Array(levelCount);
  }

  /** Puts a slot in the queue of its rank: at the end, unless its priority says before. */
  add(slot: number): void {
    const { numbers, links } = this.#slots;
    const rank = numbers[slot * NUMBERS + RANK] ?? 0;
    const level = this.#levelFor(rank);
    const tail = this.#tails[level] ?? 0;
    assert((tail === 0) === ((this.heads[level] ?? 0) === 0), 'Invariant: a queue has a first and a last');
    if (tail === 0) this.#open(level, rank);
    let before = tail;
    for (let walked = 0; before !== 0 && this.comesBefore(slot, before); walked += 1) {
      if (walked === WALK_MAX) {
        before = this.#signposts.entryBefore(slot, { rank, head: this.heads[level] ?? 0 });
        break;
      }
      before = links[before * LINKS + PREVIOUS] ?? 0;
    }
    const after = before === 0 ? (this.heads[level] ?? 0) : (links[before * LINKS + NEXT] ?? 0);
    links[slot * LINKS + PREVIOUS] = before;
    links[slot * LINKS + NEXT] = after;
    if (before === 0) this.heads[level] = slot;
    else links[before * LINKS + NEXT] = slot;
    if (after === 0) this.#tails[level] = slot;
    else links[after * LINKS + PREVIOUS] = slot;
    const total = (this.#totals[level] ?? 0) + (numbers[slot * NUMBERS + LEFT] ?? 0);
    this.#totals[level] = total <= Number.MAX_SAFE_INTEGER ? total : Number.NaN;
    this.#countOrder(slot, level, 1);
    assert(rank <= this.bestRank, 'Invariant: no level is better than the best');
  }

  /** Takes a slot out of its queue. */
  remove(slot: number): void {
    const { numbers, links } = this.#slots;
    const rank = numbers[slot * NUMBERS + RANK] ?? 0;
    const level = this.#levelOf(rank);
    const next = links[slot * LINKS + NEXT] ?? 0;
    const previous = links[slot * LINKS + PREVIOUS] ?? 0;
    assert(previous !== 0 || this.heads[level] === slot, 'Invariant: who stands before nobody is first');
    assert(next !== 0 || this.#tails[level] === slot, 'Invariant: who stands behind nobody is last');
    if (links[slot * LINKS + IS_SIGNPOST] === 1) this.#signposts.remove(slot, rank);
    if (previous === 0) this.heads[level] = next;
    else links[previous * LINKS + NEXT] = next;
    if (next === 0) this.#tails[level] = previous;
    else links[next * LINKS + PREVIOUS] = previous;
    this.#takeLots(level, numbers[slot * NUMBERS + LEFT] ?? 0);
    this.#countOrder(slot, level, -1);
    if (next === 0 && previous === 0) this.#close(level, rank);
  }

  /**
   * Takes out the first slot of the best level, which is most
   * of what matching does: nothing has to be looked up for it.
   */
  removeFirst(slot: number): void {
    const { numbers, links } = this.#slots;
    const level = this.best;
    const next = links[slot * LINKS + NEXT] ?? 0;
    assert(this.heads[level] === slot, 'Invariant: the first of the best level goes first');
    if (links[slot * LINKS + IS_SIGNPOST] === 1) this.#signposts.remove(slot, this.bestRank);
    this.heads[level] = next;
    this.#takeLots(level, numbers[slot * NUMBERS + LEFT] ?? 0);
    this.#countOrder(slot, level, -1);
    if (next === 0) {
      this.#tails[level] = 0;
      this.#close(level, this.bestRank);
      return;
    }
    links[next * LINKS + PREVIOUS] = 0;
  }

  /** Makes the first slot of the best level smaller. */
  shrinkFirst(slot: number, left: number): void {
    const { numbers } = this.#slots;
    assert(
      left > 0 && this.heads[this.best] === slot,
      'Invariant: only the first of a queue is filled in part',
    );
    this.#takeLots(this.best, (numbers[slot * NUMBERS + LEFT] ?? 0) - left);
    numbers[slot * NUMBERS + LEFT] = left;
  }

  /** A slot with fewer lots keeps its place. */
  shrink(slot: number, left: number): void {
    const { numbers } = this.#slots;
    const level = this.#levelOf(numbers[slot * NUMBERS + RANK] ?? 0);
    this.#takeLots(level, (numbers[slot * NUMBERS + LEFT] ?? 0) - left);
    numbers[slot * NUMBERS + LEFT] = left;
  }

  /**
   * Counts the levels by smaller steps of price and quantity:
   * each moves whole into new memory, in some 50 ns.
   */
  refine({ tickFactor, lotFactor }: FinerSteps): void {
    assert(tickFactor >= 1 && lotFactor >= 1, 'Condition: finer steps are whole factors');
    if (this.best < 0) return;
    this.#signposts.refine(tickFactor);
    const { ranks, levels } = this.#bestFirst();
    const count = ranks.length;
    for (let nth = 0; nth < count; nth += 1) ranks[nth] = (ranks[nth] ?? 0) * tickFactor;
    const [best, worst] = [safe(ranks[0] ?? 0), safe(ranks[count - 1] ?? 0)];
    const span = spanFor(Math.min(best - worst, REACH), this.#span);
    this.#base = baseAround(best, span);
    const [heads, tails, totals, orderCounts] = [this.heads, this.#tails, this.#totals, this.#orderCounts];
    this.#far = FarLevels.of(ranks.filter((rank) => rank < this.#base).reverse());
    this.#empty(span);
    for (let nth = 0; nth < count; nth += 1) {
      const place = (ranks[nth] ?? 0) - this.#base;
      const [from, to] = [levels[nth] ?? 0, place >= 0 ? place : span + count - 1 - nth];
      if (place >= 0) this.#bitmap.add(to);
      this.heads[to] = heads[from] ?? 0;
      this.#tails[to] = tails[from] ?? 0;
      this.#orderCounts[to] = orderCounts[from] ?? 0;
      this.#totals[to] = this.#refinedTotal(heads[from] ?? 0, (totals[from] ?? 0) * lotFactor);
    }
    this.best = this.#bitmap.highest();
    this.bestRank = this.#base + this.best;
  }

  #refinedTotal(head: number, total: number): number {
    if (total <= Number.MAX_SAFE_INTEGER) return total;
    // Of a sum that is safe each part is as well; of another each is looked at.
    for (const lots of this.#lotsFrom(head)) safe(lots);
    return Number.NaN;
  }

  /** Ranks that have a level, and these, best first. */
  #bestFirst(): { readonly ranks: number[]; readonly levels: number[] } {
    const ranks: number[] = [];
    const levels: number[] = [];
    for (let place = this.best; place >= 0; place = this.#bitmap.highestBelow(place)) {
      ranks.push(this.#base + place);
      levels.push(place);
    }
    for (const [rank, level] of this.#far.bestFirst()) {
      ranks.push(rank);
      levels.push(this.#span + level);
    }
    return { ranks, levels };
  }

  /** The next worse rank that has a level, minus infinity when there is none. */
  worseThan(rank: number): number {
    const place = rank - this.#base;
    if (place >= 0) {
      const below = this.#bitmap.highestBelow(place);
      if (below >= 0) return this.#base + below;
    }
    return this.#far.highestBelow(rank);
  }

  /** First slot of a rank that has a level. */
  headOf(rank: number): number {
    return this.heads[this.#levelOf(rank)] ?? 0;
  }

  /**
   * Lots of a rank that has a level; over the safe integers they are added as the queue stands, which rounds.
   */
  totalOf(rank: number): number {
    const level = this.#levelOf(rank);
    const total = this.#totals[level] ?? 0;
    if (total <= Number.MAX_SAFE_INTEGER) return total;
    let sum = 0;
    for (const one of this.#lotsFrom(this.heads[level] ?? 0)) sum += one;
    return sum;
  }

  /** Lots of each slot of a queue, by the present steps. */
  *#lotsFrom(head: number): Iterable<number> {
    const { numbers, links } = this.#slots;
    for (let slot = head; slot !== 0; slot = links[slot * LINKS + NEXT] ?? 0) {
      this.#slots.recount(slot);
      yield numbers[slot * NUMBERS + LEFT] ?? 0;
    }
  }

  /** Customers' entries of a rank that has a level: whoever looks walks no queue. */
  orderCountOf(rank: number): number {
    return this.#orderCounts[this.#levelOf(rank)] ?? 0;
  }

  /**
   * Lots that leave a level; one over the safe integers stays not a number, of which nothing is below zero.
   */
  #takeLots(level: number, lots: number): void {
    const left = (this.#totals[level] ?? 0) - lots;
    assert(lots >= 0 && !(left < 0), 'Invariant: a level has the lots of its orders');
    this.#totals[level] = left;
  }

  #countOrder(slot: number, level: number, by: 1 | -1): void {
    if (this.#slots.numbers[slot * NUMBERS + OWNER] === MARKET_MAKER_OWNER) return;
    const count = (this.#orderCounts[level] ?? 0) + by;
    assert(count >= 0, 'Invariant: a level counts the orders that stand in it');
    this.#orderCounts[level] = count;
  }

  /** Whether a slot stands before another of the same rank. */
  comesBefore(slot: number, other: number): boolean {
    const { numbers } = this.#slots;
    const priority = numbers[slot * NUMBERS + PRIORITY] ?? 0;
    const priorityOther = numbers[other * NUMBERS + PRIORITY] ?? 0;
    if (priority !== priorityOther) return priority < priorityOther;
    const isMarketMaker = numbers[slot * NUMBERS + OWNER] === MARKET_MAKER_OWNER;
    if (isMarketMaker !== (numbers[other * NUMBERS + OWNER] === MARKET_MAKER_OWNER)) return isMarketMaker;
    return !isMarketMaker && (numbers[slot * NUMBERS + ID] ?? 0) < (numbers[other * NUMBERS + ID] ?? 0);
  }

  /** The level of a rank that has one. */
  #levelOf(rank: number): number {
    const place = rank - this.#base;
    return place >= 0 ? place | 0 : this.#span + this.#far.find(rank);
  }

  /** The level of a rank that may be new; the window may move for it. */
  #levelFor(rank: number): number {
    const place = rank - this.#base;
    return place >= 0 && place < this.#span ? place | 0 : this.#levelOutside(rank);
  }

  #open(level: number, rank: number): void {
    if (level >= this.#span) return;
    this.#bitmap.add(level);
    if (rank > this.bestRank) {
      this.best = level;
      this.bestRank = rank;
    }
  }

  #close(level: number, rank: number): void {
    assert(!((this.#totals[level] ?? 0) > 0), 'Invariant: a level that is empty has no lots');
    assert(this.#orderCounts[level] === 0, 'Invariant: a level that is empty has no orders');
    this.#totals[level] = 0;
    if (level >= this.#span) {
      this.#far.remove(rank);
      return;
    }
    this.#bitmap.remove(level);
    if (level === this.best) this.#findBest();
  }

  #findBest(): void {
    this.best = this.#bitmap.highest();
    this.bestRank = this.best < 0 ? -Infinity : this.#base + this.best;
    if (this.best >= 0 || this.#far.count === 0) return;
    this.#move(this.#far.highestBelow(Infinity), this.#span);
  }

  /** Makes room for a rank outside the window: by moving or widening it, or among the far ones. */
  #levelOutside(rank: number): number {
    if (this.best < 0) {
      this.#base = baseAround(rank, this.#span);
      return rank - this.#base;
    }
    const known = rank < this.#base ? this.#far.find(rank) : -1;
    if (known >= 0) return this.#span + known;
    if (rank < this.#base && this.bestRank - rank >= REACH) return this.#span + this.#addFar(rank);
    const other = rank < this.#base ? this.bestRank : this.#base + this.#lowestPlace();
    const distance = Math.abs(rank - other);
    // A better price than the window reaches takes the window
    // along; what falls out of it at the other end becomes far.
    if (distance >= REACH) this.#move(rank, this.#span);
    else this.#move((rank + other) / 2, spanFor(distance, this.#span));
    return rank - this.#base;
  }

  #lowestPlace(): number {
    for (let place = 0; place < this.#span; place += 1) if (this.heads[place] !== 0) return place;
    return 0;
  }

  #addFar(rank: number): number {
    if (this.#far.isFull()) {
      this.#far.grow();
      const levelCount = this.#span + this.#far.capacity;
      this.heads = grown(this.heads, new Int32Array(levelCount));
      this.#tails = grown(this.#tails, new Int32Array(levelCount));
      this.#totals = grown(this.#totals, new Float64Array(levelCount));
      this.#orderCounts = grown(this.#orderCounts, new Int32Array(levelCount));
    }
    return this.#far.add(rank);
  }

  /**
   * Moves the window so that a rank is in its middle, at the cost of the levels in the window before and
   * after: far ones stay as they are.
   */
  #move(middle: number, span: number): void {
    const base = baseAround(middle, span);
    const levels = this.#takeOut(Math.min(base, this.#base));
    if (span !== this.#span) this.#widen(span);
    this.#base = base;
    for (const level of levels.reverse()) this.#place(level);
    this.best = this.#bitmap.highest();
    this.bestRank = this.best < 0 ? -Infinity : this.#base + this.best;
  }

  /** Takes out the levels from a rank on, best first. */
  #takeOut(lowest: number): MovedLevel[] {
    const levels: MovedLevel[] = [];
    let rank = this.best < 0 ? this.#far.highestBelow(Infinity) : this.bestRank;
    while (rank >= lowest) {
      const level = this.#levelOf(rank);
      const [head, tail] = [this.heads[level] ?? 0, this.#tails[level] ?? 0];
      const [total, orderCount] = [this.#totals[level] ?? 0, this.#orderCounts[level] ?? 0];
      levels.push({ rank, head, tail, total, orderCount });
      const next = this.worseThan(rank);
      this.heads[level] = 0;
      this.#tails[level] = 0;
      this.#totals[level] = 0;
      this.#orderCounts[level] = 0;
      if (level < this.#span) this.#bitmap.remove(level);
      else this.#far.remove(rank);
      rank = next;
    }
    return levels;
  }

  /** Makes the window wider, while it is empty. */
  #widen(span: number): void {
    const [heads, tails, totals, orderCounts] = [this.heads, this.#tails, this.#totals, this.#orderCounts];
    const spanBefore = this.#span;
    this.#empty(span);
    this.heads.set(heads.subarray(spanBefore), span);
    this.#tails.set(tails.subarray(spanBefore), span);
    this.#totals.set(totals.subarray(spanBefore), span);
    this.#orderCounts.set(orderCounts.subarray(spanBefore), span);
  }

  /** New memory for so wide a window and the far levels, with nothing in it. */
  #empty(span: number): void {
    const levelCount = span + this.#far.capacity;
    this.heads = new Int32Array(levelCount);
    this.#tails = new Int32Array(levelCount);
    this.#totals = new Float64Array(levelCount);
    this.#orderCounts = new Int32Array(levelCount);
    this.#bitmap = new Bitmap(span);
    this.#span = span;
  }

  #place({ rank, head, tail, total, orderCount }: MovedLevel): void {
    const place = rank - this.#base;
    assert(place < this.#span, 'Invariant: a window holds the best level');
    assert(head !== 0 && tail !== 0, 'Invariant: a level that moves has orders');
    const level = place >= 0 ? place : this.#span + this.#addFar(rank);
    if (place >= 0) this.#bitmap.add(level);
    this.heads[level] = head;
    this.#tails[level] = tail;
    this.#totals[level] = total;
    this.#orderCounts[level] = orderCount;
  }
}

function safe(count: number): number {
  assert(Number.isSafeInteger(count), 'Invariant: a count is a safe integer');
  return count;
}
