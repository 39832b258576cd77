import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { IdSet } from './id-set.ts';

test('what was added is there, however many there are', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 40 })), (ids) => {
      const set = new IdSet();
      for (const id of ids) set.add(id);
      for (const id of ids) assert.equal(set.has(id), true);
      assert.ok(set.size <= new Set(ids).size);
    }),
  );
});

test('ids that differ by little are told apart, and take a few bytes each (trial 37)', () => {
  const set = new IdSet();
  const count = 100_000;
  for (let nth = 0; nth < count; nth += 1) set.add(`client-${String(nth).padStart(8, '0')}`);
  assert.ok(set.size > count - 20, 'few share a number');
  assert.ok(set.bytes / count < 12, `${set.bytes / count} bytes each`);
  let mistaken = 0;
  for (let nth = count; nth < 2 * count; nth += 1)
    if (set.has(`client-${String(nth).padStart(8, '0')}`)) mistaken += 1;
  assert.ok(mistaken < 20, `${mistaken} of ${count} were taken for used`);
  set.clear();
  assert.deepEqual([set.size, set.has('client-00000001')], [0, false]);
});
