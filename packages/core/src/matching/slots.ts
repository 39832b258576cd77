/**
 * A slot is 64 bytes, one line of the processor's cache: an
 * order is touched as a whole, so its words lie side by side.
 */
const BYTES = 64;
/** Words of a slot as floats, which hold every safe integer. */
export const NUMBERS = 8;
/** Words of the same slot as 32-bit integers. */
export const LINKS = 16;

export const ID = 0;
export const OWNER = 1;
/** The price seen from its side: higher is better. */
export const RANK = 2;
export const LEFT = 3;
export const PRIORITY = 4;
/** The integers lie behind the five floats. */
export const NEXT = 10;
export const PREVIOUS = 11;
export const IS_SELL = 12;
/** The next slot whose id falls into the same bucket of the id table. */
export const CHAIN = 13;
/** 1 for an entry that is a signpost of its queue (`signposts.ts`). */
export const IS_SIGNPOST = 14;

const SLOTS_AT_FIRST = 64;

/**
 * The resting orders, by number from 1 on; 0 is no order. Two views of one memory: `numbers` for what can be
 * as large as a safe integer, `links` for what points to other slots. A released slot is the next one to be
 * used again, so that nothing is allocated while as many orders come as go.
 */
export class Slots {
  numbers: Float64Array;
  links: Int32Array;
  #free = 0;
  #usedCount = 0;
  #capacity = SLOTS_AT_FIRST;

  constructor() {
    const memory = new ArrayBuffer((SLOTS_AT_FIRST + 1) * BYTES);
    this.numbers = new Float64Array(memory);
    this.links = new Int32Array(memory);
  }

  /** A slot for a new order. Its fields are still those of the order before. */
  claim(): number {
    const slot = this.#free;
    if (slot !== 0) {
      this.#free = this.links[slot * LINKS + NEXT] ?? 0;
      return slot;
    }
    if (this.#usedCount === this.#capacity) this.#grow();
    this.#usedCount += 1;
    return this.#usedCount;
  }

  release(slot: number): void {
    this.links[slot * LINKS + NEXT] = this.#free;
    this.#free = slot;
  }

  #grow(): void {
    this.#capacity *= 2;
    const memory = new ArrayBuffer((this.#capacity + 1) * BYTES);
    const before = this.numbers;
    this.numbers = new Float64Array(memory);
    this.links = new Int32Array(memory);
    this.numbers.set(before);
  }
}
