import type { FinerSteps } from '#matching/order-book.ts';
import { assert } from '#values/index.ts';

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
/** The steps by which its rank and lots are counted, by their place among those that the book has had. */
export const GRID = 15;

const SLOTS_AT_FIRST = 64;
/** Slots up to which a book is copied when it grows, in half a millisecond, rather than grown in place. */
const SLOTS_COPIED = 8_192;
/**
 * Slots for which a deep book reserves addresses, and no memory; a memory that can grow is a little slower.
 */
const SLOTS_RESERVED = 1 << 22;

/**
 * Resting orders by number from 1 on (0 is none): `numbers` for safe integers, `links` for other slots. A
 * released slot is used next, so that nothing is allocated while as many come as go.
 */
export class Slots {
  numbers: Float64Array;
  links: Int32Array;
  /** The present steps' place. */
  grid = 0;
  #memory: ArrayBuffer;
  /** From the steps of each place to the present ones: few, as each are a whole factor smaller. */
  readonly #factors: FinerSteps[] = [{ tickFactor: 1, lotFactor: 1 }];
  #free = 0;
  #usedCount = 0;
  #capacity = SLOTS_AT_FIRST;

  constructor() {
    this.#memory = memoryOf(SLOTS_AT_FIRST);
    this.numbers = new Float64Array(this.#memory);
    this.links = new Int32Array(this.#memory);
  }

  /** Slot for a new order, with the fields of the order before. */
  claim(): number {
    const slot = this.#free;
    if (slot !== 0) {
      assert(this.numbers[slot * NUMBERS + LEFT] === 0, 'Invariant: a free slot has no order');
      this.#free = this.links[slot * LINKS + NEXT] ?? 0;
      return slot;
    }
    if (this.#usedCount === this.#capacity) this.#grow();
    this.#usedCount += 1;
    return this.#usedCount;
  }

  release(slot: number): void {
    assert(slot > 0 && slot <= this.#usedCount, 'Invariant: a slot that is released was claimed');
    assert((this.numbers[slot * NUMBERS + LEFT] ?? 0) > 0, 'Invariant: a slot is released once');
    this.numbers[slot * NUMBERS + LEFT] = 0;
    this.links[slot * LINKS + NEXT] = this.#free;
    this.#free = slot;
  }

  /** Makes the steps smaller: each order is counted by them when somebody comes to it. */
  refine({ tickFactor, lotFactor }: FinerSteps): void {
    this.#factors.forEach((before, place) => {
      this.#factors[place] = {
        tickFactor: before.tickFactor * tickFactor,
        lotFactor: before.lotFactor * lotFactor,
      };
    });
    this.#factors.push({ tickFactor: 1, lotFactor: 1 });
    this.grid += 1;
  }

  /** Counts a slot by the present steps, before its rank or lots are read. */
  recount(slot: number): void {
    if (this.links[slot * LINKS + GRID] !== this.grid) this.#recountFrom(slot);
  }

  #recountFrom(slot: number): void {
    const { numbers, links } = this;
    const factors = this.#factors[links[slot * LINKS + GRID] ?? 0];
    assert(factors !== undefined, 'Invariant: a slot is counted by steps that its book has had');
    numbers[slot * NUMBERS + RANK] = (numbers[slot * NUMBERS + RANK] ?? 0) * factors.tickFactor;
    numbers[slot * NUMBERS + LEFT] = (numbers[slot * NUMBERS + LEFT] ?? 0) * factors.lotFactor;
    links[slot * LINKS + GRID] = this.grid;
  }

  /** To copy 131,072 slots would hold the writer for 9 ms: the views of a memory that can grow follow it. */
  #grow(): void {
    const capacity = this.#capacity * 2;
    assert(this.#free === 0, 'Invariant: a book grows when no slot is free');
    const bytes = (capacity + 1) * BYTES;
    if (this.#memory.resizable && bytes <= this.#memory.maxByteLength) {
      this.#memory.resize(bytes);
      this.#capacity = capacity;
      return;
    }
    const before = this.numbers;
    this.#memory = memoryOf(capacity);
    this.#capacity = capacity;
    this.numbers = new Float64Array(this.#memory);
    this.links = new Int32Array(this.#memory);
    this.numbers.set(before);
  }
}

function memoryOf(slots: number): ArrayBuffer {
  const bytes = (slots + 1) * BYTES;
  if (slots <= SLOTS_COPIED) return new ArrayBuffer(bytes);
  const maxByteLength = (Math.max(SLOTS_RESERVED, slots) + 1) * BYTES;
  try {
    return new ArrayBuffer(bytes, { maxByteLength });
  } catch {
    // The machine gives no such range of addresses: the book
    // is copied at its next growth, which takes longer.
    return new ArrayBuffer(bytes);
  }
}
