import { assert } from '#values/index.ts';

/** Three levels of 32 bits each: the most places that one bitmap can hold. */
export const PLACES_MAX = 32 ** 3;

/** Taken places of a window in three levels of bits: the highest is three counts of leading zeros away. */
export class Bitmap {
  readonly #bottom: Int32Array;
  readonly #middle: Int32Array;
  #top = 0;

  constructor(placeCount: number) {
    this.#bottom = new Int32Array(Math.ceil(placeCount / 32));
    this.#middle = new Int32Array(Math.ceil(placeCount / 1024));
  }

  add(place: number): void {
    const word = place >>> 5;
    const bits = this.#bottom[word] ?? -1;
    assert((bits & (1 << (place & 31))) === 0, 'Invariant: a place within the bitmap is taken once');
    const group = place >>> 10;
    this.#bottom[word] = bits | (1 << (place & 31));
    this.#middle[group] = (this.#middle[group] ?? 0) | (1 << (word & 31));
    this.#top |= 1 << group;
  }

  remove(place: number): void {
    const word = place >>> 5;
    const before = this.#bottom[word] ?? 0;
    const bits = before & ~(1 << (place & 31));
    assert(bits !== before, 'Invariant: a place that is given up was taken');
    this.#bottom[word] = bits;
    if (bits !== 0) return;
    const group = place >>> 10;
    const words = (this.#middle[group] ?? 0) & ~(1 << (word & 31));
    this.#middle[group] = words;
    if (words === 0) this.#top &= ~(1 << group);
  }

  /** The highest place that is taken; -1 when none is. */
  highest(): number {
    return this.#top === 0 ? -1 : this.#highestOf(31 - Math.clz32(this.#top));
  }

  /** The highest place below another that is taken; -1 when none is. */
  highestBelow(place: number): number {
    const word = place >>> 5;
    const bits = (this.#bottom[word] ?? 0) & lowerBits(place & 31);
    if (bits !== 0) return (word << 5) | (31 - Math.clz32(bits));
    const group = place >>> 10;
    const words = (this.#middle[group] ?? 0) & lowerBits(word & 31);
    if (words !== 0) return this.#highestIn((group << 5) | (31 - Math.clz32(words)));
    const groups = this.#top & lowerBits(group);
    return groups === 0 ? -1 : this.#highestOf(31 - Math.clz32(groups));
  }

  #highestOf(group: number): number {
    return this.#highestIn((group << 5) | (31 - Math.clz32(this.#middle[group] ?? 0)));
  }

  #highestIn(word: number): number {
    return (word << 5) | (31 - Math.clz32(this.#bottom[word] ?? 0));
  }
}

function lowerBits(bit: number): number {
  return ~(-1 << bit);
}
