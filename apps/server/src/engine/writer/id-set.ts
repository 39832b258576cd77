const SLOTS_MIN = 16;
/** Fuller than this a search becomes long. */
const FULL = 0.7;
const BYTES_PER_SLOT = 4;

/**
 * Client ids that were used, by a number of 32 bits each: a twentieth of the names. As two names may share
 * one, it is sure only of those that were not used.
 */
export class IdSet {
  #slots = new Uint32Array(SLOTS_MIN);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get bytes(): number {
    return this.#slots.length * BYTES_PER_SLOT;
  }

  has(id: string): boolean {
    const number = numberOf(id);
    return this.#slots[this.#slotOf(number)] === number;
  }

  add(id: string): void {
    const number = numberOf(id);
    const slot = this.#slotOf(number);
    if (this.#slots[slot] === number) return;
    this.#slots[slot] = number;
    this.#size += 1;
    if (this.#size > this.#slots.length * FULL) this.#grow();
  }

  clear(): void {
    this.#slots = new Uint32Array(SLOTS_MIN);
    this.#size = 0;
  }

  /** Slot in which the number, or 0 (which no id has), stands. */
  #slotOf(number: number): number {
    const last = this.#slots.length - 1;
    let slot = number % this.#slots.length;
    for (let at = this.#slots[slot]; at !== 0 && at !== number; at = this.#slots[slot])
      slot = slot === last ? 0 : slot + 1;
    return slot;
  }

  #grow(): void {
    const before = this.#slots;
    this.#slots = new Uint32Array(before.length * 2);
    for (const number of before) if (number !== 0) this.#slots[this.#slotOf(number)] = number;
  }
}

/** From 1 to 2^32 - 1: FNV-1a, and a last step in which every character moves every bit. */
function numberOf(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at += 1) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return (hash ^ (hash >>> 15)) >>> 0 || 1;
}
