import assert from 'node:assert/strict';
import { test } from 'node:test';
import { append, greatestOf, leastOf } from '#values/lists.ts';

/** More than the arguments of a call that the stack takes. */
const MANY = 500_000;

test('a list grows by any number, and the least and the greatest of any number are found', () => {
  const many = Array.from({ length: MANY }, (_, nth) => nth);
  const list = [-1];
  append(list, many);
  assert.deepEqual([list.length, list.at(-1)], [MANY + 1, MANY - 1]);
  assert.deepEqual([leastOf(list), greatestOf(list)], [-1, MANY - 1]);
  assert.deepEqual([leastOf([]), greatestOf([])], [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]);
  assert.throws(() => list.push(...many), RangeError, 'which is why');
});
