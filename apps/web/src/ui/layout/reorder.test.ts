import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moved, placeAt } from './reorder.ts';

test('an item goes up, down, nowhere, and nothing is lost', () => {
  const items = ['a', 'b', 'c', 'd'];
  assert.deepEqual(moved(items, 0, 2), ['b', 'c', 'a', 'd']);
  assert.deepEqual(moved(items, 3, 0), ['d', 'a', 'b', 'c']);
  assert.deepEqual(moved(items, 1, 1), items);
  assert.deepEqual(moved(items, 9, 0), items);
});

test('a row is dropped behind those whose middle it has passed', () => {
  const middles = [28, 84, 140, 196];
  assert.equal(placeAt(middles, 0, 28), 0);
  assert.equal(placeAt(middles, 0, 141), 2);
  assert.equal(placeAt(middles, 3, 20), 0);
  assert.equal(placeAt(middles, 1, 1_000), 3);
});
