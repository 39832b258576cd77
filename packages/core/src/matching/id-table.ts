import { CHAIN, ID, LINKS, NUMBERS, type Slots } from '#matching/slots.ts';
import { assert } from '#values/index.ts';

const BUCKETS_AT_FIRST = 128;
/** So many buckets an id at least: hardly a chain is longer than one. */
const SPARSE = 4;
/** 2^32 divided by the golden ratio: spreads ids that follow each other evenly. */
const SPREAD = 0x9e3779b1;

/**
 * Table from ids to slots, whose hash chains run through the slots, so that a change reads no other memory.
 *
 * Linear hashing (Litwin, "Linear hashing: a new tool for file and table
 * addressing", VLDB 1980) grows it by a few buckets for each id, so that no
 * single id waits; a round ends with a copy of the buckets, 16 bytes each.
 */
export class IdTable {
  readonly #slots: Slots;
  /** First slot of each chain, 0 when it is empty; a place for each bucket that this round will make. */
  #buckets = new Int32Array(BUCKETS_AT_FIRST * 2);
  /** Buckets when the round of divisions began: a power of two. */
  #atBegin = BUCKETS_AT_FIRST;
  /** The next bucket to be divided; those before it are. */
  #next = 0;
  #count = 0;

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  /** The slot of an id; 0 when it is not there. */
  find(id: number): number {
    const { numbers, links } = this.#slots;
    let slot = this.#buckets[this.#bucketOf(id)] ?? 0;
    while (slot !== 0 && numbers[slot * NUMBERS + ID] !== id) slot = links[slot * LINKS + CHAIN] ?? 0;
    return slot;
  }

  /** Takes in a slot whose id is written in it. */
  add(id: number, slot: number): void {
    assert(slot > 0, 'Invariant: an id has a slot');
    this.#count += 1;
    for (let nth = 0; nth < SPARSE && this.#count * SPARSE > this.#atBegin + this.#next; nth += 1)
      this.#divideNext();
    const { numbers, links } = this.#slots;
    const bucket = this.#bucketOf(id);
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
    const bucket = this.#bucketOf(id);
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
    assert(this.#count >= 0, 'Invariant: no more ids go than came');
    return slot;
  }

  #bucketOf(id: number): number {
    const hash = hashOf(id);
    const bucket = hash & (this.#atBegin - 1);
    return bucket >= this.#next ? bucket : hash & (this.#atBegin * 2 - 1);
  }

  /** Divides a bucket: what its next bit sends away goes to the bucket that comes as the last. */
  #divideNext(): void {
    const { numbers, links } = this.#slots;
    const buckets = this.#buckets;
    const [from, to] = [this.#next, this.#next + this.#atBegin];
    assert(buckets[to] === 0, 'Invariant: a bucket that is new is empty');
    let slot = buckets[from] ?? 0;
    let [stays, goes] = [0, 0];
    while (slot !== 0) {
      const next = links[slot * LINKS + CHAIN] ?? 0;
      const isGoing = (hashOf(numbers[slot * NUMBERS + ID] ?? 0) & this.#atBegin) !== 0;
      links[slot * LINKS + CHAIN] = isGoing ? goes : stays;
      if (isGoing) goes = slot;
      else stays = slot;
      slot = next;
    }
    buckets[from] = stays;
    buckets[to] = goes;
    this.#next += 1;
    if (this.#next < this.#atBegin) return;
    this.#atBegin *= 2;
    this.#next = 0;
    this.#buckets = new Int32Array(this.#atBegin * 2);
    this.#buckets.set(buckets);
  }
}

/**
 * Hash of the low 32 bits, in which ids that rest together
 * differ, with the high bits mixed in for ids of any step.
 */
function hashOf(id: number): number {
  const hash = Math.imul(id | 0, SPREAD);
  return hash ^ (hash >>> 15);
}
