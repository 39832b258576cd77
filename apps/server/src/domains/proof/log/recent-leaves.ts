import { HASH_BYTES } from '@tarazu/core/proof';

/** Leaves in memory, 2 MB: more than a busy writer makes between two heads. */
const LEAVES_MAX = 65_536;

/**
 * The newest leaves of the journal, heard from the writer
 * after their commit, so that a head need not read them back.
 */
export class RecentLeaves {
  readonly #bytes = Buffer.alloc(LEAVES_MAX * HASH_BYTES);
  #count = 0;
  #last = 0;

  /** A leaf that does not follow the one before begins anew: only a run without a gap is of use. */
  add(sequence: number, leafHash: string): void {
    if (sequence !== this.#last + 1) this.#count = 0;
    this.#bytes.write(leafHash, (sequence % LEAVES_MAX) * HASH_BYTES, 'hex');
    this.#last = sequence;
    this.#count = Math.min(this.#count + 1, LEAVES_MAX);
  }

  /** The leaves after one sequence up to another; undefined when not all of them are here. */
  between(after: number, upTo: number): Uint8Array[] | undefined {
    if (upTo > this.#last || after < this.#last - this.#count) return undefined;
    return Array.from({ length: upTo - after }, (_, at) => {
      const start = ((after + at + 1) % LEAVES_MAX) * HASH_BYTES;
      return Uint8Array.from(this.#bytes.subarray(start, start + HASH_BYTES));
    });
  }
}
