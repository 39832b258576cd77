import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Listed, RecencyList } from './recency-list.ts';

interface Named extends Listed<Named> {
  readonly name: number;
}

test('A recency list has the order of a map whose entries are put in anew at each use', () => {
  const list = new RecencyList<Named>();
  const plain = new Map<number, Named>();
  let seed = 7;
  const next = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  for (let turn = 0; turn < 4_000; turn += 1) {
    const name = next(40);
    const known = plain.get(name);
    if (known && next(3) === 0) {
      list.remove(known);
      plain.delete(name);
    } else if (known) {
      list.use(known);
      plain.delete(name);
      plain.set(name, known);
    } else {
      const item = { name, older: undefined, newer: undefined };
      list.add(item);
      plain.set(name, item);
    }
    assert.deepEqual(
      Array.from(list, (item) => item.name),
      [...plain.keys()],
    );
  }
});

test('An item that is visited may leave, or be used, and is then visited once more', () => {
  const list = new RecencyList<Named>();
  const items = [0, 1, 2, 3].map((name): Named => ({ name, older: undefined, newer: undefined }));
  for (const item of items) list.add(item);
  const seen: number[] = [];
  for (const item of list) {
    seen.push(item.name);
    if (item.name === 1) list.remove(item);
    if (item.name === 2 && seen.length === 3) list.use(item);
  }
  assert.deepEqual(seen, [0, 1, 2, 3, 2]);
  assert.deepEqual(
    Array.from(list, (item) => item.name),
    [0, 3, 2],
  );
});
