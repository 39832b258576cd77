import { SegmentedMap } from '#values/segmented-map.ts';

/** A set of numbers that may have very many, for the same reason as a map of them; in no particular order. */
export class SegmentedSet<Id extends number> {
  readonly #ids = new SegmentedMap<Id, true>();

  get size(): number {
    return this.#ids.size;
  }

  has(id: Id): boolean {
    return this.#ids.has(id);
  }

  add(id: Id): void {
    this.#ids.set(id, true);
  }

  delete(id: Id): boolean {
    return this.#ids.delete(id);
  }

  [Symbol.iterator](): Iterator<Id> {
    return this.#ids.keys();
  }
}
