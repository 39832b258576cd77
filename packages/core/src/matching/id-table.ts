import { ID, NUMBERS, type Slots } from '#matching/slots.ts';
import { assert } from '#values/index.ts';

const CELLS_AT_FIRST = 128;
/** Words of a cell: the slot, 0 when empty, and the hash of its id. */
const CELL = 2;
/** 2^32 divided by the golden ratio: spreads ids that follow each other evenly. */
const SPREAD = 0x9e3779b1;
const HIGH_SPREAD = 0x85ebca6b;
const HIGH = 1 / 2 ** 32;

/**
 * From an id to its slot: open addressing with linear probing. A removed cell is closed by moving those behind it (backward shift),
 * so that no marks of the dead pile up. The hash is kept beside the slot: probing reads neighbours only, never another order.
 */
export class IdTable {
  readonly #slots: Slots;
  #cells = new Int32Array(CELLS_AT_FIRST * CELL);
  #mask = CELLS_AT_FIRST - 1;
  #shift = 32 - Math.log2(CELLS_AT_FIRST);
  #count = 0;

  constructor(slots: Slots) {
    this.#slots = slots;
  }

  /** The slot of an id; 0 when it is not there. */
  find(id: number): number {
    const cell = this.#cellOf(id, hashOf(id));
    return this.#cells[cell * CELL] ?? 0;
  }

  add(id: number, slot: number): void {
    // At five eighths the probing stays within a line or two of the cache.
    if (this.#count * 8 >= this.#mask * 5) this.#grow();
    const hash = hashOf(id);
    const cell = this.#cellOf(id, hash) * CELL;
    assert(this.#cells[cell] === 0, 'Invariant: an entry rests once');
    this.#cells[cell] = slot;
    this.#cells[cell + 1] = hash;
    this.#count += 1;
  }

  /** Removes an id and gives the slot that it had; 0 when it is not there. */
  remove(id: number): number {
    const cell = this.#cellOf(id, hashOf(id));
    const slot = this.#cells[cell * CELL] ?? 0;
    if (slot === 0) return 0;
    this.#close(cell);
    this.#count -= 1;
    return slot;
  }

  /** Where an id is, or the empty cell where it would be. */
  #cellOf(id: number, hash: number): number {
    const cells = this.#cells;
    const mask = this.#mask;
    const numbers = this.#slots.numbers;
    let cell = hash >>> this.#shift;
    for (;;) {
      const slot = cells[cell * CELL] ?? 0;
      if (slot === 0) return cell;
      if (cells[cell * CELL + 1] === hash && numbers[slot * NUMBERS + ID] === id) return cell;
      cell = (cell + 1) & mask;
    }
  }

  /** Moves back into the hole whatever stands behind it no nearer to its home than the hole is. */
  #close(removed: number): void {
    const cells = this.#cells;
    const mask = this.#mask;
    const shift = this.#shift;
    let hole = removed;
    let cell = (removed + 1) & mask;
    for (;;) {
      const slot = cells[cell * CELL] ?? 0;
      if (slot === 0) break;
      const hash = cells[cell * CELL + 1] ?? 0;
      const home = hash >>> shift;
      if (((cell - home) & mask) >= ((cell - hole) & mask)) {
        cells[hole * CELL] = slot;
        cells[hole * CELL + 1] = hash;
        hole = cell;
      }
      cell = (cell + 1) & mask;
    }
    cells[hole * CELL] = 0;
  }

  #grow(): void {
    const before = this.#cells;
    const cellCount = before.length;
    this.#cells = new Int32Array(cellCount * CELL);
    this.#mask = cellCount - 1;
    this.#shift -= 1;
    for (let at = 0; at < before.length; at += CELL) {
      const slot = before[at] ?? 0;
      if (slot === 0) continue;
      const hash = before[at + 1] ?? 0;
      let cell = hash >>> this.#shift;
      while (this.#cells[cell * CELL] !== 0) cell = (cell + 1) & this.#mask;
      this.#cells[cell * CELL] = slot;
      this.#cells[cell * CELL + 1] = hash;
    }
  }
}

/** Of all 53 bits and the sign: ids of customers and of the house differ in either half. */
function hashOf(id: number): number {
  return Math.imul((id | 0) ^ Math.imul((id * HIGH) | 0, HIGH_SPREAD), SPREAD);
}
