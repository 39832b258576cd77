import {
  consistencyRanges,
  type EndProof,
  hexOf,
  inclusionRanges,
  type LeafRange,
  type LogHead,
  type RowProof,
} from '@tarazu/core/proof';
import type { StoredDay } from '#domains/proof/fills/opening-store.ts';
import type { LeafHasher, LogStore } from '#domains/proof/log/log-store.ts';
import { leafHasher, Salts } from '#domains/proof/log/salts.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** A row of the journal as a way to it is asked for. */
export interface AskedRow {
  readonly sequence: number;
  readonly leafHash: string;
}

/**
 * Ways through the log: several are made at once, so that each block of rows is read once for all of them.
 */
export class LogWays {
  readonly #store: LogStore;
  readonly #salts: Salts;
  readonly #leafHashOf: LeafHasher;

  constructor(store: LogStore, secrets: Secrets) {
    this.#store = store;
    this.#salts = new Salts(secrets);
    this.#leafHashOf = leafHasher(secrets);
  }

  /** From rows to a head that covers them. */
  async rows(rows: readonly AskedRow[], { sequence: size }: LogHead): Promise<RowProof[]> {
    const paths = await this.#paths(rows.map(({ sequence }) => inclusionRanges(sequence - 1, size)));
    return rows.map(({ sequence, leafHash }, at) => ({
      sequence,
      leafHash,
      salt: hexOf(this.#salts.of(sequence)),
      path: paths[at] ?? [],
    }));
  }

  /**
   * The proof that a head continues the log of its first commands; nothing is to be shown of a log without
   * any.
   */
  async continues(earlier: number, { sequence: size }: LogHead): Promise<string[]> {
    const [path = []] = await this.#paths(earlier === 0 ? [] : [consistencyRanges(earlier, size)]);
    return path;
  }

  /** How the log binds what was published of a day; undefined while no head covers its commitment. */
  async ofDay(
    day: StoredDay,
    rows: { readonly head: LogHead; readonly leafHashOf: (sequence: number) => Promise<string> },
  ): Promise<EndProof | undefined> {
    const { head, leafHashOf } = rows;
    if (day.sequence > head.sequence) return undefined;
    const { mix, mixSequence } = day;
    const isMixCovered = mix !== undefined && mixSequence !== undefined && mixSequence <= head.sequence;
    const sequences = [day.sequence, ...(isMixCovered ? [mixSequence] : [])];
    const asked: AskedRow[] = [];
    // One after the other: the operator's reading is one connection that sees one moment.
    for (const sequence of sequences) asked.push({ sequence, leafHash: await leafHashOf(sequence) });
    const [commitment, mixRow] = await this.rows(asked, head);
    if (commitment === undefined) return undefined;
    const bound = await this.#store.firstOver(day.sequence);
    return {
      commitment,
      ...(bound && {
        bound: {
          head: bound,
          path: (await this.#paths([inclusionRanges(day.sequence - 1, bound.sequence)]))[0] ?? [],
          continues: await this.continues(bound.sequence, head),
        },
      }),
      ...(mix && mixRow && { mix: { row: mixRow, continues: await this.continues(mix.sequence, head) } }),
    };
  }

  async #paths(ranges: readonly (readonly LeafRange[])[]): Promise<string[][]> {
    const hashes = (await this.#store.hashesOf(ranges.flat(), this.#leafHashOf)).map(hexOf);
    let from = 0;
    return ranges.map(({ length }) => {
      from += length;
      return hashes.slice(from - length, from);
    });
  }
}
