import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SegmentedMap } from '#values/segmented-map.ts';

const COUNT = 5_000;

test('A segmented map answers as the platform’s own, while it grows and while it shrinks', () => {
  const own = new SegmentedMap<number, string>();
  const plain = new Map<number, string>();
  const agree = (): void => {
    assert.equal(own.size, plain.size);
    assert.deepEqual(
      [...own.keys()].sort((one, other) => one - other),
      [...plain.keys()].sort((one, other) => one - other),
    );
    assert.deepEqual([...own.values()].sort(), [...plain.values()].sort());
  };
  for (let nth = 0; nth < COUNT; nth += 1) {
    // Ids that follow each other in steps, the greatest that a basket's leg has, and some twice.
    const id = nth % 3 === 0 ? nth * 256 : 2 ** 45 + (nth % 700);
    own.set(id, `v${nth}`);
    plain.set(id, `v${nth}`);
    assert.equal(own.get(id), `v${nth}`);
    assert.equal(own.has(id + 1), plain.has(id + 1));
    if (nth % 500 === 0) agree();
  }
  agree();
  for (const [nth, id] of [...plain.keys()].entries()) {
    assert.equal(own.delete(id), plain.delete(id));
    assert.equal(own.delete(id), false);
    assert.equal(own.get(id), undefined);
    if (nth % 500 === 0) agree();
  }
  assert.equal(own.size, 0);
});

test('An id that is no whole number from 0 on is a fault of the caller', () => {
  const own = new SegmentedMap<number, number>();
  for (let id = 0; id < 2_000; id += 1) own.set(id, id);
  assert.throws(() => own.get(-1), /whole number/);
  assert.throws(() => own.set(0.5, 1), /whole number/);
});
