import {
  bytesOfHex,
  Frontier,
  headHash,
  hexOf,
  type LogHead,
  NO_HEAD_HASH,
  peaksOf,
} from '@tarazu/core/proof';
import {
  LEVEL_STORED,
  type LeafHasher,
  type LogStore,
  type StoredNode,
} from '#domains/proof/log/log-store.ts';
import type { RecentLeaves } from '#domains/proof/log/recent-leaves.ts';
import { sha256 } from '#domains/proof/log/sha256.ts';
import type { SigningKey } from '#platform/secrets/signing-key.ts';

export interface HeadMakerOptions {
  readonly store: LogStore;
  readonly recent: RecentLeaves;
  readonly leafHashOf: LeafHasher;
  readonly signingKey: SigningKey;
  readonly nowMs: () => number;
}

/** Rows read at a time, rows hashed before others have their turn, and rows that one head may add. */
const ROWS_READ = 4_096;
const ROWS_AT_ONCE = 128;
const ROWS_A_HEAD_MAX = 100_000;

/** The state known between two heads: lost at any failure, and read again. */
interface Edge {
  readonly frontier: Frontier;
  readonly last: LogHead | undefined;
}

/**
 * Makes the signed heads of the log, from rows of the journal that are durable already. It stands beside the
 * writer and never in its way: it reads leaves that the writer has hashed, a few at a time.
 */
export class HeadMaker {
  readonly #options: HeadMakerOptions;
  #edge: Edge | undefined;

  constructor(options: HeadMakerOptions) {
    this.#options = options;
  }

  /** Makes a head of what came since the last one, undefined where nothing did, one call at a time. */
  async next(): Promise<LogHead | undefined> {
    const { store } = this.#options;
    const edge = this.#edge ?? (await this.#load());
    // A failure below leaves an edge that no head stands for: it is read again.
    this.#edge = undefined;
    const { frontier, last } = edge;
    const upTo = Math.min(await store.lastSequence(), frontier.size + ROWS_A_HEAD_MAX);
    if (upTo < frontier.size)
      throw new Error('Invariant: the journal does not get shorter than a signed head');
    let head: LogHead | undefined;
    if (upTo > frontier.size) {
      const nodes = await this.#extend(frontier, upTo);
      head = this.#sign(frontier, last);
      await store.add(head, nodes);
    }
    this.#edge = { frontier, last: head ?? last };
    return head;
  }

  /**
   * The edge of the log at its last head: kept nodes, and the rows of the last block, 255 at most.
   * @throws Error when the journal does not fit the head any more: nothing more is signed then.
   */
  async #load(): Promise<Edge> {
    const { store, leafHashOf } = this.#options;
    const last = await store.last();
    if (!last) return { frontier: new Frontier(sha256), last };
    const peaks = peaksOf(0, last.sequence).map(({ level, index }) => ({
      start: index * 2 ** level,
      end: (index + 1) * 2 ** level,
    }));
    const frontier = new Frontier(sha256, last.sequence, await store.hashesOf(peaks, leafHashOf));
    if (hexOf(frontier.root()) !== last.root)
      throw new Error(
        `The journal's last commands do not fit head ${last.number}, which is signed and published: run "npm run audit".`,
      );
    return { frontier, last };
  }

  async #extend(frontier: Frontier, upTo: number): Promise<StoredNode[]> {
    const { store, recent, leafHashOf } = this.#options;
    const nodes: StoredNode[] = [];
    while (frontier.size < upTo) {
      const from = frontier.size;
      const end = Math.min(upTo, from + ROWS_READ);
      const leaves = recent.between(from, end) ?? (await store.leaves(from, end));
      for (const [at, leaf] of leaves.entries()) {
        frontier.append(leafHashOf(from + at + 1, leaf), (place, hash) => {
          if (place.level >= LEVEL_STORED) nodes.push({ ...place, hash });
        });
        if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await new Promise(setImmediate);
      }
    }
    return nodes;
  }

  #sign(frontier: Frontier, last: LogHead | undefined): LogHead {
    const { signingKey, nowMs } = this.#options;
    const says = {
      sequence: frontier.size,
      root: hexOf(frontier.root()),
      atMs: Math.max(nowMs(), last?.atMs ?? 0),
      previousHash: last?.hash ?? NO_HEAD_HASH,
      publicKey: hexOf(signingKey.publicKey),
    };
    const hash = headHash(sha256, says);
    const signature = hexOf(signingKey.sign(bytesOfHex(hash) ?? new Uint8Array()));
    return { number: (last?.number ?? 0) + 1, ...says, hash, signature };
  }
}
