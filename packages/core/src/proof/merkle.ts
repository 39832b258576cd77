import { HASH_BYTES, type Hasher, isSameBytes, joined } from '#hash/bytes.ts';
import { assert } from '#values/index.ts';

/*
 * Merkle log of RFC 6962: leaves and nodes hash with a byte of
 * their own in front, so that neither is taken for the other.
 */

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

/** A node that is complete: it never changes again, however the log grows. */
export interface NodePlace {
  readonly level: number;
  readonly index: number;
}

export function leafHash(hash: Hasher, data: Uint8Array): Uint8Array {
  return hash(joined(LEAF, data));
}

/**
 * The leaf of a row of the journal: salted, so that who
 * knows the log learns nothing of rows that are not theirs.
 */
export function saltedLeafHash(hash: Hasher, row: { salt: Uint8Array; leaf: Uint8Array }): Uint8Array {
  return leafHash(hash, joined(row.salt, row.leaf));
}

export function nodeHash(hash: Hasher, left: Uint8Array, right: Uint8Array): Uint8Array {
  return hash(joined(NODE, left, right));
}

/** Right edge of a growing log, its complete nodes, largest first: O(log n) memory for n leaves. */
export class Frontier {
  size: number;
  readonly #hash: Hasher;
  readonly #peaks: Uint8Array[];

  /** Goes on from a log of `size` leaves with the nodes that `peaksOf(size)` names. */
  constructor(hash: Hasher, size = 0, peaks: readonly Uint8Array[] = []) {
    assert(peaks.length === peaksOf(0, size).length, 'Condition: a log goes on from all of its edge');
    this.size = size;
    this.#hash = hash;
    this.#peaks = [...peaks];
  }

  /** Adds a leaf, and tells each node that it completes, from the leaf up. */
  append(leaf: Uint8Array, onNode?: (place: NodePlace, hash: Uint8Array) => void): void {
    let whole = leaf;
    let index = this.size;
    let level = 0;
    onNode?.({ level, index }, whole);
    while (index % 2 === 1) {
      const left = this.#peaks.pop();
      assert(left !== undefined, 'Invariant: an odd node has one to its left');
      whole = nodeHash(this.#hash, left, whole);
      index = (index - 1) / 2;
      level += 1;
      onNode?.({ level, index }, whole);
    }
    this.#peaks.push(whole);
    this.size += 1;
  }

  root(): Uint8Array {
    return foldPeaks(this.#hash, this.#peaks);
  }
}

/**
 * The complete nodes, largest first, that cover the leaves from
 * `start` (a multiple of a power of two above its length) to `end`.
 */
export function peaksOf(start: number, end: number): NodePlace[] {
  const places: NodePlace[] = [];
  let at = start;
  while (at < end) {
    let level = 0;
    while (at % 2 ** (level + 1) === 0 && at + 2 ** (level + 1) <= end) level += 1;
    places.push({ level, index: at / 2 ** level });
    at += 2 ** level;
  }
  return places;
}

/** The hash over nodes that `peaksOf` names. */
export function foldPeaks(hash: Hasher, peaks: readonly Uint8Array[]): Uint8Array {
  let whole = peaks.at(-1);
  if (whole === undefined) return hash(new Uint8Array());
  for (const left of peaks.slice(0, -1).reverse()) whole = nodeHash(hash, left, whole);
  return whole;
}

/** A stretch of leaves whose hash stands in a proof. */
export interface LeafRange {
  readonly start: number;
  readonly end: number;
}

/** The stretches whose hashes prove that a leaf stands in a log of `size` leaves, from the leaf up. */
export function inclusionRanges(leafIndex: number, size: number): LeafRange[] {
  assert(leafIndex >= 0 && leafIndex < size, 'Condition: a leaf is proved in a log that has it');
  return pathTo(leafIndex, { start: 0, end: size });
}

function pathTo(leafIndex: number, { start, end }: LeafRange): LeafRange[] {
  if (end - start <= 1) return [];
  const middle = start + divisionOf(end - start);
  return leafIndex < middle
    ? [...pathTo(leafIndex, { start, end: middle }), { start: middle, end }]
    : [...pathTo(leafIndex, { start: middle, end }), { start, end: middle }];
}

/** The stretches whose hashes prove that a log of `size` leaves only added to its first `earlier` ones. */
export function consistencyRanges(earlier: number, size: number): LeafRange[] {
  assert(earlier > 0 && earlier <= size, 'Condition: a log is consistent with an earlier one of itself');
  return earlierTo(earlier, { start: 0, end: size }, true);
}

function earlierTo(earlier: number, { start, end }: LeafRange, isWhole: boolean): LeafRange[] {
  if (earlier === end) return isWhole ? [] : [{ start, end }];
  const middle = start + divisionOf(end - start);
  return earlier <= middle
    ? [...earlierTo(earlier, { start, end: middle }, isWhole), { start: middle, end }]
    : [...earlierTo(earlier, { start: middle, end }, false), { start, end: middle }];
}

/** The greatest power of two below a count of leaves. */
function divisionOf(count: number): number {
  let division = 1;
  while (division * 2 < count) division *= 2;
  return division;
}

export interface InclusionProof {
  readonly leafIndex: number;
  readonly size: number;
  readonly leaf: Uint8Array;
  readonly path: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** Whether the path leads from the leaf to the root (RFC 9162, 2.1.3.2). */
export function isIncluded(hash: Hasher, proof: InclusionProof): boolean {
  const { leafIndex, size, path, root } = proof;
  if (!isPlace(leafIndex, size) || !areHashes([...path, proof.leaf, root])) return false;
  let [at, last] = [leafIndex, size - 1];
  let whole = proof.leaf;
  for (const other of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      whole = nodeHash(hash, other, whole);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      whole = nodeHash(hash, whole, other);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSameBytes(whole, root);
}

export interface ConsistencyProof {
  readonly earlier: { readonly size: number; readonly root: Uint8Array };
  readonly later: { readonly size: number; readonly root: Uint8Array };
  readonly path: readonly Uint8Array[];
}

/** Whether the later log is the earlier one with leaves added (RFC 9162, 2.1.4.2). */
export function isConsistent(hash: Hasher, { earlier, later, path }: ConsistencyProof): boolean {
  if (!isPlace(earlier.size - 1, later.size) || !areHashes([...path, earlier.root, later.root])) return false;
  if (earlier.size === later.size) return path.length === 0 && isSameBytes(earlier.root, later.root);
  const [first, ...rest] = isPowerOfTwo(earlier.size) ? [earlier.root, ...path] : path;
  if (first === undefined) return false;
  let [at, last] = [earlier.size - 1, later.size - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  let [before, after] = [first, first];
  for (const other of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      before = nodeHash(hash, other, before);
      after = nodeHash(hash, other, after);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else {
      after = nodeHash(hash, after, other);
    }
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSameBytes(before, earlier.root) && isSameBytes(after, later.root);
}

function isPlace(index: number, size: number): boolean {
  return Number.isSafeInteger(index) && Number.isSafeInteger(size) && index >= 0 && index < size;
}

function areHashes(hashes: readonly Uint8Array[]): boolean {
  return hashes.every((one) => one.length === HASH_BYTES);
}

function isPowerOfTwo(count: number): boolean {
  return peaksOf(0, count).length === 1;
}

function half(whole: number): number {
  return Math.floor(whole / 2);
}
