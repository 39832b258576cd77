import {
  Frontier,
  foldPeaks,
  hexOf,
  type KeyHandover,
  type LeafRange,
  type LogHead,
  type NodePlace,
  peaksOf,
} from '@tarazu/core/proof';
import { greatestOf, leastOf } from '@tarazu/core/values';
import { sha256 } from '#domains/proof/log/sha256.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

/** Nodes from this level up are kept in their table; those below are made from the journal's leaves. */
export const LEVEL_STORED = 8;
const BLOCK_LEAVES = 2 ** LEVEL_STORED;
/** Leaves read at a time beyond the last head. */
const LEAVES_READ = 4_096;

/** A node of the log, ready to be kept. */
export interface StoredNode extends NodePlace {
  readonly hash: Uint8Array;
}

interface HeadRow {
  readonly number: bigint;
  readonly sequence: bigint;
  readonly root: Buffer;
  readonly at_ms: bigint;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
  readonly public_key: Buffer;
  readonly signature: Buffer;
}

const lastHead = statement<HeadRow>('log-last-head', 'select * from log_head order by number desc limit 1');
const headByNumber = statement<HeadRow>('log-head', 'select * from log_head where number = $1');
const headsBefore = statement<HeadRow>(
  'log-heads',
  'select * from log_head where number < $1 order by number desc limit $2',
);
const firstHeadOver = statement<HeadRow>(
  'log-first-over',
  'select * from log_head where sequence >= $1 order by sequence limit 1',
);
const headsAfter = statement<HeadRow>(
  'log-heads-after',
  'select * from log_head where number > $1 order by number limit $2',
);
const lastSequence = statement<{ last_sequence: bigint }>(
  'log-last-sequence',
  'select last_sequence from lease',
);
const leavesBetween = statement<{ leaf: Buffer }>(
  'log-leaves',
  `select leaf from journal where sequence > $1 and sequence <= $2 and batch_last_sequence > $1
     and batch_last_sequence <= (select min(last_sequence) from journal_batch where last_sequence >= $2) order by sequence`,
);
/**
 * The batch of a command, with the time of its first one: the beginning of its text, which is not read whole.
 */
const batchAt = statement<{ first_sequence: bigint; last_sequence: bigint; at_ms: bigint }>(
  'log-batch-at',
  `select first_sequence, last_sequence, split_part(substring(entries for 64), E'\\t', 2)::int8 as at_ms
     from journal_batch where last_sequence >= $1 order by last_sequence limit 1`,
);
const lastBefore = statement<{ last: bigint | null }>(
  'log-last-before',
  'select max(sequence) as last from journal where batch_last_sequence = $1 and at_ms < $2',
);
const nodesAt = statement<{ level: number; index: bigint; hash: Buffer }>(
  'log-nodes',
  `select n.level, n.index, n.hash from unnest($1::int4[], $2::int8[]) as wanted(level, index)
     join log_node n on n.level = wanted.level and n.index = wanted.index`,
);
const insertHead = statement<never>(
  'log-head-insert',
  `with nodes as (
     insert into log_node (level, index, hash)
     select level, index, decode(hash, 'hex') from unnest($9::int4[], $10::int8[], $11::text[]) as n(level, index, hash)
   )
   insert into log_head (number, sequence, root, at_ms, previous_hash, hash, public_key, signature)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);

interface HandoverRow {
  readonly after_head: bigint;
  readonly head_hash: Buffer;
  readonly old_key: Buffer;
  readonly new_key: Buffer;
  readonly at_ms: bigint;
  readonly signature: Buffer | null;
}

/** More keys than an installation has in its life. */
const HANDOVERS_MAX = 200;

const handoversFrom = statement<HandoverRow>(
  'log-handovers',
  `select * from key_handover
    where after_head >= $1 and after_head < $2 and not is_past order by number limit $3`,
);
const allHandovers = statement<HandoverRow>(
  'log-handovers-all',
  'select * from key_handover order by number limit $1',
);
const insertHandover = statement<never>(
  'log-handover-insert',
  `insert into key_handover (after_head, head_hash, old_key, new_key, at_ms, signature)
   values ($1, $2, $3, $4, $5, $6)`,
);

/** Each key that came after another, also of logs that were closed, oldest first. */
export async function readHandovers(on: Queryable): Promise<KeyHandover[]> {
  return (await allHandovers(on, [HANDOVERS_MAX])).map(handoverOf);
}

/** The tables of the log, and the journal's leaves below them. */
export class LogStore {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  async last(): Promise<LogHead | undefined> {
    const [row] = await lastHead(this.#database, []);
    return row && headOf(row);
  }

  async head(number: bigint): Promise<LogHead | undefined> {
    const [row] = await headByNumber(this.#database, [number]);
    return row && headOf(row);
  }

  /** Newest first. */
  async heads(before: bigint, limit: number): Promise<LogHead[]> {
    return (await headsBefore(this.#database, [before, limit])).map(headOf);
  }

  /** Oldest first. */
  async headsAfter(number: number, limit: number): Promise<LogHead[]> {
    return (await headsAfter(this.#database, [number, limit])).map(headOf);
  }

  /** Which keys came after one another between two heads, oldest first. */
  async handovers(heads: { readonly from: number; readonly to: number }): Promise<KeyHandover[]> {
    return (await handoversFrom(this.#database, [heads.from, heads.to, HANDOVERS_MAX])).map(handoverOf);
  }

  async addHandover({ afterHead, headHash, oldKey, newKey, atMs, signature }: KeyHandover): Promise<void> {
    const bytes = (text: string): Buffer => Buffer.from(text, 'hex');
    const signed = signature === undefined ? null : bytes(signature);
    const values = [afterHead, bytes(headHash), bytes(oldKey), bytes(newKey), atMs, signed];
    await insertHandover(this.#database, values);
  }

  /** The last command that is durable. */
  async lastSequence(): Promise<number> {
    const [row] = await lastSequence(this.#database, []);
    return Number(row?.last_sequence ?? 0n);
  }

  /** The leaves of the rows after one sequence up to another, in order. */
  async leaves(after: number, upTo: number): Promise<Uint8Array[]> {
    const rows = await leavesBetween(this.#database, [after, upTo]);
    if (rows.length !== upTo - after)
      throw new Error(`Invariant: the journal has each command from ${after + 1} to ${upTo}`);
    return rows.map(({ leaf }) => leaf);
  }

  /** How many commands have a time before an instant: times of commands never go back. */
  async countBefore(atMs: number): Promise<number> {
    let [low, high] = [0, await this.lastSequence()];
    while (low < high) {
      const [batch] = await batchAt(this.#database, [Math.ceil((low + high) / 2)]);
      if (batch === undefined) throw new Error('Invariant: each durable command has its batch');
      if (Number(batch.at_ms) >= atMs) {
        high = Number(batch.first_sequence) - 1;
        continue;
      }
      const [found] = await lastBefore(this.#database, [batch.last_sequence, atMs]);
      low = Number(found?.last ?? batch.first_sequence);
      if (low < Number(batch.last_sequence)) return low;
    }
    return low;
  }

  /** The root of the log over its first commands, whether or not a head covers all of them. */
  async rootOf(size: number, leafHashOf: LeafHasher): Promise<Uint8Array> {
    const covered = Math.min(size, (await this.last())?.sequence ?? 0);
    const stretches = peaksOf(0, covered).map(({ level, index }) => ({
      start: index * 2 ** level,
      end: (index + 1) * 2 ** level,
    }));
    const frontier = new Frontier(sha256, covered, await this.hashesOf(stretches, leafHashOf));
    while (frontier.size < size) {
      const from = frontier.size;
      const leaves = await this.leaves(from, Math.min(size, from + LEAVES_READ));
      for (const [at, leaf] of leaves.entries()) frontier.append(leafHashOf(from + at + 1, leaf));
    }
    return frontier.root();
  }

  /** The first head that covers a command. */
  async firstOver(sequence: number): Promise<LogHead | undefined> {
    const [row] = await firstHeadOver(this.#database, [sequence]);
    return row && headOf(row);
  }

  /** Stores a head with the nodes that it completes; fails when another maker was first. */
  async add(head: LogHead, nodes: readonly StoredNode[]): Promise<void> {
    const bytes = (text: string): Buffer => Buffer.from(text, 'hex');
    await insertHead(this.#database, [
      head.number,
      head.sequence,
      bytes(head.root),
      head.atMs,
      bytes(head.previousHash),
      bytes(head.hash),
      bytes(head.publicKey),
      bytes(head.signature),
      nodes.map(({ level }) => level),
      nodes.map(({ index }) => index),
      nodes.map(({ hash }) => hexOf(hash)),
    ]);
  }

  /**
   * The hashes of stretches of leaves: kept nodes from their table, lower ones from the journal as it is now.
   */
  async hashesOf(ranges: readonly LeafRange[], leafHashOf: LeafHasher): Promise<Uint8Array[]> {
    const peaks = ranges.map(({ start, end }) => peaksOf(start, end));
    const places = peaks.flat();
    const known = await this.#nodes(places.filter(({ level }) => level >= LEVEL_STORED));
    for (const [place, hash] of await this.#lowNodes(places, leafHashOf)) known.set(place, hash);
    return peaks.map((stretch) =>
      foldPeaks(
        sha256,
        stretch.map((place) => {
          const hash = known.get(keyOf(place));
          if (!hash) throw new Error(`Invariant: node ${keyOf(place)} of the log is kept`);
          return hash;
        }),
      ),
    );
  }

  /** Nodes below the kept ones, from the rows of their blocks: a proof touches two blocks at most. */
  async #lowNodes(places: readonly NodePlace[], leafHashOf: LeafHasher): Promise<Map<string, Uint8Array>> {
    const stretches = places
      .filter(({ level }) => level < LEVEL_STORED)
      .map((place) => ({ place, start: place.index * 2 ** place.level, length: 2 ** place.level }));
    const blocks = Map.groupBy(stretches, ({ start }) => Math.floor(start / BLOCK_LEAVES));
    const found = new Map<string, Uint8Array>();
    for (const inBlock of blocks.values()) {
      const first = leastOf(inBlock.map(({ start }) => start));
      const end = greatestOf(inBlock.map(({ start, length }) => start + length));
      const leaves = (await this.leaves(first, end)).map((leaf, at) => leafHashOf(first + at + 1, leaf));
      for (const { place, start, length } of inBlock)
        found.set(keyOf(place), rootOf(leaves.slice(start - first, start - first + length)));
    }
    return found;
  }

  async #nodes(places: readonly NodePlace[]): Promise<Map<string, Uint8Array>> {
    if (places.length === 0) return new Map();
    const rows = await nodesAt(this.#database, [
      places.map(({ level }) => level),
      places.map(({ index }) => index),
    ]);
    return new Map(rows.map(({ level, index, hash }) => [keyOf({ level, index: Number(index) }), hash]));
  }
}

/** The salted leaf of the log for the journal's leaf of a sequence. */
export type LeafHasher = (sequence: number, leaf: Uint8Array) => Uint8Array;

function rootOf(leafHashes: readonly Uint8Array[]): Uint8Array {
  const frontier = new Frontier(sha256);
  for (const leaf of leafHashes) frontier.append(leaf);
  return frontier.root();
}

function keyOf({ level, index }: NodePlace): string {
  return `${level}.${index}`;
}

function handoverOf(row: HandoverRow): KeyHandover {
  return {
    afterHead: Number(row.after_head),
    headHash: row.head_hash.toString('hex'),
    oldKey: row.old_key.toString('hex'),
    newKey: row.new_key.toString('hex'),
    atMs: Number(row.at_ms),
    ...(row.signature && { signature: row.signature.toString('hex') }),
  };
}

function headOf(row: HeadRow): LogHead {
  return {
    number: Number(row.number),
    sequence: Number(row.sequence),
    root: row.root.toString('hex'),
    atMs: Number(row.at_ms),
    previousHash: row.previous_hash.toString('hex'),
    hash: row.hash.toString('hex'),
    publicKey: row.public_key.toString('hex'),
    signature: row.signature.toString('hex'),
  };
}
