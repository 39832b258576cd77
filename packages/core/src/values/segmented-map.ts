const SEGMENTS = 256;
/** Entries up to which one map is enough: to make it anew takes a few microseconds. */
const UNDIVIDED_MAX = 1_024;

/**
 * A map by number for very many entries, of many small maps, in no particular order. One of the platform's is
 * made anew in a single command when it has grown, which takes 17 ms at 200,000 entries.
 */
export class SegmentedMap<Id extends number, Value> {
  /** One until there are too many for it, then as many as there ever will be. */
  #segments: Map<Id, Value>[] = [new Map()];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(id: Id): boolean {
    return this.#segmentOf(id).has(id);
  }

  get(id: Id): Value | undefined {
    return this.#segmentOf(id).get(id);
  }

  set(id: Id, value: Value): void {
    const segment = this.#segmentOf(id);
    const before = segment.size;
    segment.set(id, value);
    this.#size += segment.size - before;
    if (this.#segments.length === 1 && this.#size > UNDIVIDED_MAX) this.#divide();
  }

  delete(id: Id): boolean {
    const isGone = this.#segmentOf(id).delete(id);
    if (isGone) this.#size -= 1;
    return isGone;
  }

  /** The value of an id, made when it has none. */
  getOrInsertComputed(id: Id, make: () => Value): Value {
    const known = this.get(id);
    if (known !== undefined) return known;
    const made = make();
    this.set(id, made);
    return made;
  }

  *[Symbol.iterator](): Generator<[Id, Value], void> {
    for (const segment of this.#segments) yield* segment;
  }

  *keys(): Generator<Id, void> {
    for (const segment of this.#segments) yield* segment.keys();
  }

  *values(): Generator<Value, void> {
    for (const segment of this.#segments) yield* segment.values();
  }

  #segmentOf(id: Id): Map<Id, Value> {
    const { length } = this.#segments;
    const segment = this.#segments[length === 1 ? 0 : id % SEGMENTS];
    if (!segment) throw new RangeError(`Condition: an id is a whole number from 0 on, and not ${id}`);
    return segment;
  }

  #divide(): void {
    const [undivided] = this.#segments;
    this.#segments = Array.from({ length: SEGMENTS }, () => new Map());
    for (const [id, value] of undivided ?? []) this.#segmentOf(id).set(id, value);
  }
}
