import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { bytesOfHex, hexOf, textBytes, wholeBytes } from '#hash/bytes.ts';
import { sha256 } from '#hash/sha256.ts';
import {
  consistencyRanges,
  Frontier,
  foldPeaks,
  inclusionRanges,
  isConsistent,
  isIncluded,
  type LeafRange,
  leafHash,
  nodeHash,
  peaksOf,
} from '#proof/merkle.ts';

const hash = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest();

/**
 * The vectors that logs of RFC 6962 test themselves by: eight leaves, and the root of the first n of them.
 */
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

/** The tree as RFC 6962 defines it, word for word. */
function naiveRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [only] = leaves;
  if (only === undefined) return hash(new Uint8Array());
  if (leaves.length === 1) return only;
  let division = 1;
  while (division * 2 < leaves.length) division *= 2;
  return nodeHash(hash, naiveRoot(leaves.slice(0, division)), naiveRoot(leaves.slice(division)));
}

const someLeaves = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, at) => leafHash(hash, wholeBytes(at)));
const pathOf = (leaves: readonly Uint8Array[], ranges: readonly LeafRange[]): Uint8Array[] =>
  ranges.map(({ start, end }) => naiveRoot(leaves.slice(start, end)));

test('the roots of RFC 6962’s own vectors', () => {
  const frontier = new Frontier(hash);
  assert.equal(
    hexOf(frontier.root()),
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    'a log of nothing',
  );
  for (const [at, data] of LEAVES.entries()) {
    frontier.append(leafHash(hash, bytesOfHex(data) ?? assert.fail(data)));
    assert.equal(hexOf(frontier.root()), ROOTS[at]);
  }
});

test('our SHA-256 is Node’s, for each length about the edges of its blocks and any bytes', () => {
  for (let length = 0; length < 260; length += 1) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256);
    assert.equal(hexOf(sha256(bytes)), hexOf(hash(bytes)), `${length} bytes`);
  }
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 2_000 }), (bytes) => hexOf(sha256(bytes)) === hexOf(hash(bytes))),
    { numRuns: 50 },
  );
});

test('a text’s bytes are UTF-8', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (text) => {
      assert.equal(hexOf(textBytes(text)), Buffer.from(text, 'utf8').toString('hex'));
    }),
    { numRuns: 30 },
  );
});

test('a log grown leaf by leaf, from any point on, has the root of the naive tree', () => {
  fc.assert(
    fc.property(fc.nat(150), fc.nat(120), (begun, more) => {
      const leaves = someLeaves(begun + more);
      const peaks = peaksOf(0, begun).map(({ level, index }) =>
        naiveRoot(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level)),
      );
      const frontier = new Frontier(hash, begun, peaks);
      for (const [at, leaf] of leaves.slice(begun).entries()) {
        frontier.append(leaf, ({ level, index }, node) => {
          const covered = leaves.slice(index * 2 ** level, (index + 1) * 2 ** level);
          assert.equal(hexOf(node), hexOf(naiveRoot(covered)), `node ${level}.${index}`);
          assert.equal((index + 1) * 2 ** level, begun + at + 1, 'published when it is complete');
        });
      }
      assert.equal(hexOf(frontier.root()), hexOf(naiveRoot(leaves)));
    }),
    { numRuns: 25 },
  );
});

test('the hash of any stretch of a proof is folded from complete nodes', () => {
  const size = 213;
  const leaves = someLeaves(size);
  const nodeOf = (place: { level: number; index: number }) =>
    naiveRoot(leaves.slice(place.index * 2 ** place.level, (place.index + 1) * 2 ** place.level));
  for (let at = 0; at < size; at += 1) {
    for (const { start, end } of [...inclusionRanges(at, size), ...consistencyRanges(at + 1, size)]) {
      const folded = foldPeaks(hash, peaksOf(start, end).map(nodeOf));
      assert.equal(hexOf(folded), hexOf(naiveRoot(leaves.slice(start, end))), `${start} to ${end}`);
    }
  }
});

test('every leaf of every log is proved, and no changed proof is believed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 130 }), fc.nat(), fc.nat(), (size, pick, bit) => {
      const leaves = someLeaves(size);
      const leafIndex = pick % size;
      const leaf = leaves[leafIndex] ?? assert.fail();
      const path = pathOf(leaves, inclusionRanges(leafIndex, size));
      const proof = { leafIndex, size, leaf, path, root: naiveRoot(leaves) };
      assert.ok(isIncluded(hash, proof));
      assert.ok(!isIncluded(hash, { ...proof, leaf: changed(leaf, bit) }), 'another leaf');
      assert.ok(!isIncluded(hash, { ...proof, root: changed(proof.root, bit) }), 'another root');
      assert.ok(!isIncluded(hash, { ...proof, path: [...path, leaf] }), 'a longer path');
      if (size > 1) {
        assert.ok(!isIncluded(hash, { ...proof, path: path.slice(1) }), 'a shorter path');
        assert.ok(!isIncluded(hash, { ...proof, leafIndex: (leafIndex + 1) % size }), 'another place');
        const at = bit % path.length;
        const other = path.map((node, place) => (place === at ? changed(node, bit) : node));
        assert.ok(!isIncluded(hash, { ...proof, path: other }), 'another node');
      }
    }),
    { numRuns: 200 },
  );
});

test('every earlier log is proved to begin every later one, and no changed proof is believed', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 130 }), fc.nat(), fc.nat(), (size, pick, bit) => {
      const leaves = someLeaves(size);
      const count = 1 + (pick % size);
      const earlier = { size: count, root: naiveRoot(leaves.slice(0, count)) };
      const later = { size, root: naiveRoot(leaves) };
      const path = pathOf(leaves, consistencyRanges(count, size));
      assert.ok(isConsistent(hash, { earlier, later, path }));
      const forged = { ...earlier, root: changed(earlier.root, bit) };
      assert.ok(!isConsistent(hash, { earlier: forged, later, path }), 'another past');
      const rewritten = leaves.map((leaf, at) => (at === pick % count ? changed(leaf, bit) : leaf));
      const swapped = { size, root: naiveRoot(rewritten) };
      const its = pathOf(rewritten, consistencyRanges(count, size));
      assert.ok(!isConsistent(hash, { earlier, later: swapped, path: its }), 'a past that was rewritten');
      if (path.length > 0) assert.ok(!isConsistent(hash, { earlier, later, path: path.slice(1) }));
      assert.ok(!isConsistent(hash, { earlier, later, path: [...path, later.root] }));
    }),
    { numRuns: 200 },
  );
  const [root = new Uint8Array()] = someLeaves(1);
  assert.ok(!isConsistent(hash, { earlier: { size: 0, root }, later: { size: 1, root }, path: [] }));
  assert.ok(!isConsistent(hash, { earlier: { size: 2, root }, later: { size: 1, root }, path: [root] }));
});

function changed(bytes: Uint8Array, bit: number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  const at = (bit >> 3) % copy.length;
  copy[at] = (copy[at] ?? 0) ^ (1 << (bit % 8));
  return copy;
}
