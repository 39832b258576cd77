import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '#simulation/random.ts';
import { SortedLine } from '#values/sorted-line.ts';

interface Entry {
  readonly key: number;
}

const byKey = (one: Entry, other: Entry): number => one.key - other.key;

/** All of a line, from the first to the last. */
function walked(line: SortedLine<Entry>): number[] {
  const keys: number[] = [];
  for (let entry = line.first; entry; entry = line.after(entry)) keys.push(entry.key);
  return keys;
}

test('a line that entries come to and leave, in any order, stays sorted as if all of it were sorted', () => {
  const random = createRandom(7);
  const line = new SortedLine(byKey);
  const keys = new Set<number>();
  for (let turn = 0; turn < 20_000; turn += 1) {
    const key = random.below(3_000);
    // The line grows first and is emptied in the end.
    if (keys.has(key)) line.remove({ key });
    else if (turn < 15_000) line.add({ key });
    else continue;
    if (!keys.delete(key)) keys.add(key);
    if (turn % 500 !== 0) continue;
    const sorted = [...keys].sort((one, other) => one - other);
    assert.deepEqual(walked(line), sorted);
    assert.deepEqual([line.first?.key, line.last?.key], [sorted[0], sorted.at(-1)]);
  }
});

test('behind an entry that has left stands the one that stood behind it', () => {
  const line = new SortedLine(byKey);
  for (const key of [5, 1, 3]) line.add({ key });
  line.remove({ key: 3 });
  assert.equal(line.after({ key: 3 })?.key, 5);
  assert.equal(line.after({ key: 5 }), undefined);
  assert.throws(() => line.remove({ key: 3 }), /stands in its place/);
});
