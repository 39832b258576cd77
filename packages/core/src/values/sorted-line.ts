import { assert } from '#values/assert.ts';

/** Entries in a block: putting one in moves at most so many, however many there are. */
const BLOCK_MAX = 256;

type Compare<Entry> = (one: Entry, other: Entry) => number;

/** Entries that stay sorted while they come and go, in blocks, so that nobody ever sorts all of them. */
export class SortedLine<Entry extends object> {
  readonly #compare: Compare<Entry>;
  /** None of them is empty. */
  readonly #blocks: Entry[][] = [];

  constructor(compare: Compare<Entry>) {
    this.#compare = compare;
  }

  get first(): Entry | undefined {
    return this.#blocks[0]?.[0];
  }

  get last(): Entry | undefined {
    return this.#blocks.at(-1)?.at(-1);
  }

  /** The one behind an entry, whether that is still there or not; without one, the first. */
  after(entry: Entry | undefined): Entry | undefined {
    if (!entry) return this.first;
    const nth = this.#blockOf(entry);
    const block = this.#blocks[nth];
    if (!block) return undefined;
    const place = this.#placeIn(block, entry);
    const found = block[place];
    if (found && this.#compare(found, entry) > 0) return found;
    return block[place + 1] ?? this.#blocks[nth + 1]?.[0];
  }

  add(entry: Entry): void {
    if (this.#blocks.length === 0) this.#blocks.push([]);
    const nth = Math.min(this.#blockOf(entry), this.#blocks.length - 1);
    const block = this.#blocks[nth];
    assert(block !== undefined, 'Invariant: an entry has a block to stand in');
    block.splice(this.#placeIn(block, entry), 0, entry);
    if (block.length > BLOCK_MAX) this.#blocks.splice(nth + 1, 0, block.splice(BLOCK_MAX / 2));
  }

  remove(entry: Entry): void {
    const nth = this.#blockOf(entry);
    const block = this.#blocks[nth];
    const place = block ? this.#placeIn(block, entry) : 0;
    const found = block?.[place];
    assert(
      block !== undefined && found !== undefined && this.#compare(found, entry) === 0,
      'Invariant: an entry that goes stands in its place',
    );
    block.splice(place, 1);
    if (block.length === 0) this.#blocks.splice(nth, 1);
  }

  /** The first block whose last entry is not before this one. */
  #blockOf(entry: Entry): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const last = this.#blocks[middle]?.at(-1);
      if (last && this.#compare(last, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #placeIn(block: readonly Entry[], entry: Entry): number {
    let low = 0;
    let high = block.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const one = block[middle];
      if (one && this.#compare(one, entry) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
