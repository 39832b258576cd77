import { assert } from '#values/index.ts';

const LEVELS_AT_FIRST = 8;

/**
 * Levels too far from the best for the window: a sorted list of ranks, the best last, which seldom change.
 */
export class FarLevels {
  count = 0;
  capacity = LEVELS_AT_FIRST;
  #ranks = new Float64Array(LEVELS_AT_FIRST);
  /** Level numbers: first those of the ranks, behind them the unused ones. */
  #levels = Int32Array.from({ length: LEVELS_AT_FIRST }, (_, level) => level);

  /** Those of ranks that come worst first: each has the level of its place. */
  static of(ranks: readonly number[]): FarLevels {
    const far = new FarLevels();
    while (far.capacity < ranks.length) far.#double();
    far.#ranks.set(ranks);
    far.count = ranks.length;
    return far;
  }

  /** Ranks with their levels, best first. */
  *bestFirst(): Iterable<readonly [rank: number, level: number]> {
    for (let place = this.count - 1; place >= 0; place -= 1)
      yield [this.#ranks[place] ?? 0, this.#levels[place] ?? 0];
  }

  isFull(): boolean {
    return this.count === this.capacity;
  }

  /** The level of a rank; -1 when there is none. */
  find(rank: number): number {
    const place = this.#placeOf(rank);
    return place < this.count && this.#ranks[place] === rank ? (this.#levels[place] ?? -1) : -1;
  }

  /** Adds a level for a new rank, for which there must be room. */
  add(rank: number): number {
    const place = this.#placeOf(rank);
    const level = this.#levels[this.count] ?? -1;
    assert(level >= 0, 'Condition: there is room for a new level');
    assert(place === this.count || this.#ranks[place] !== rank, 'Invariant: a rank has one level');
    this.#ranks.copyWithin(place + 1, place, this.count);
    this.#levels.copyWithin(place + 1, place, this.count);
    this.#ranks[place] = rank;
    this.#levels[place] = level;
    this.count += 1;
    return level;
  }

  remove(rank: number): void {
    const place = this.#placeOf(rank);
    const level = this.#levels[place] ?? -1;
    assert(place < this.count && this.#ranks[place] === rank, 'Invariant: a level that goes was there');
    this.count -= 1;
    this.#ranks.copyWithin(place, place + 1, this.count + 1);
    this.#levels.copyWithin(place, place + 1, this.count + 1);
    this.#levels[this.count] = level;
  }

  /** The best rank below another; minus infinity when there is none. */
  highestBelow(rank: number): number {
    const place = this.#placeOf(rank);
    return place === 0 ? -Infinity : (this.#ranks[place - 1] ?? -Infinity);
  }

  grow(): void {
    assert(this.isFull(), 'Condition: the levels grow when they are full');
    this.#double();
  }

  #double(): void {
    const [ranks, levels, before] = [this.#ranks, this.#levels, this.capacity];
    this.capacity *= 2;
    this.#ranks = new Float64Array(this.capacity);
    this.#ranks.set(ranks);
    this.#levels = Int32Array.from({ length: this.capacity }, (_, level) => level);
    this.#levels.set(levels.subarray(0, before));
  }

  /** How many ranks are below: where a rank stands, or would stand. */
  #placeOf(rank: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ranks[middle] ?? 0) < rank) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
