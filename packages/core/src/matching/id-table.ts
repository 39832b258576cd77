import { CHAIN, ID, LINKS, NUMBERS, type Slots } from '#matching/slots.ts';
import { assert } from '#values/index.ts';

const BUCKETS_AT_FIRST = 128;
/** So many buckets an id at least: hardly a chain is longer than one. */
const SPARSE = 4;
/** 2^32 divided by the golden ratio: spreads ids that follow each other evenly. */
const SPREAD = 0x9e3779b1;

/**
 * From an id to its slot: a hash table whose chains run through the slots themselves. An id that comes
 * touches its own slot and a bucket, nothing else; one that goes touches what it would be read for anyway.
 */
export class IdTable {
  readonly #slots: Slots;
  /** First slot of each chain, 0 when it is empty. */
  #buckets = new Int32Array(BUCKETS_AT_FIRST);
  #shift = 32 - Math.log2(BUCKETS_AT_FIRST);
  #count = 0;

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  /** The slot of an id; 0 when it is not there. */
  find(id: number): number {
    const { numbers, links } = this.#slots;
    let slot = this.#buckets[hashOf(id) >>> this.#shift] ?? 0;
    while (slot !== 0 && numbers[slot * NUMBERS + ID] !== id) slot = links[slot * LINKS + CHAIN] ?? 0;
    return slot;
  }

  /** Takes in a slot whose id is written in it. */
  add(id: number, slot: number): void {
    if (this.#count * SPARSE === this.#buckets.length) this.#grow();
    this.#count += 1;
    const { numbers, links } = this.#slots;
    const bucket = hashOf(id) >>> this.#shift;
    const first = this.#buckets[bucket] ?? 0;
    for (let other = first; other !== 0; other = links[other * LINKS + CHAIN] ?? 0)
      assert(numbers[other * NUMBERS + ID] !== id, 'Invariant: an entry rests once');
    links[slot * LINKS + CHAIN] = first;
    this.#buckets[bucket] = slot;
  }

  /** Removes an id and gives the slot that it had; 0 when it is not there. */
  remove(id: number): number {
    const { numbers, links } = this.#slots;
    const buckets = this.#buckets;
    const bucket = hashOf(id) >>> this.#shift;
    let before = 0;
    let slot = buckets[bucket] ?? 0;
    while (slot !== 0 && numbers[slot * NUMBERS + ID] !== id) {
      before = slot;
      slot = links[slot * LINKS + CHAIN] ?? 0;
    }
    if (slot === 0) return 0;
    const after = links[slot * LINKS + CHAIN] ?? 0;
    if (before === 0) buckets[bucket] = after;
    else links[before * LINKS + CHAIN] = after;
    this.#count -= 1;
    return slot;
  }

  #grow(): void {
    const before = this.#buckets;
    const { numbers, links } = this.#slots;
    this.#buckets = new Int32Array(before.length * 2);
    this.#shift -= 1;
    for (const first of before) {
      for (let slot = first; slot !== 0; ) {
        const next = links[slot * LINKS + CHAIN] ?? 0;
        const bucket = hashOf(numbers[slot * NUMBERS + ID] ?? 0) >>> this.#shift;
        links[slot * LINKS + CHAIN] = this.#buckets[bucket] ?? 0;
        this.#buckets[bucket] = slot;
        slot = next;
      }
    }
  }
}

/**
 * Of the low 32 bits: ids count up, those of the market maker
 * down from zero, so that no two that rest together share these.
 */
function hashOf(id: number): number {
  return Math.imul(id | 0, SPREAD);
}
