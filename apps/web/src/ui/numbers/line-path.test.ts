import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linePath } from './line-path.ts';

const box = { width: 100, height: 100, inset: 0 };
const heightsOf = (values: string[], spanLeast?: number) =>
  linePath(values, spanLeast === undefined ? box : { ...box, spanLeast })?.points.map(([, y]) => y);

test('a series fills its height', () => {
  assert.deepEqual(heightsOf(['100', '200', '150']), [100, 0, 50]);
  assert.deepEqual(heightsOf(['5', '5']), [50, 50]);
  assert.equal(heightsOf(['5']), undefined);
});

test('with a least span a loss of a thousandth is no collapse, and a larger one still fills it (trial 1)', () => {
  assert.deepEqual(heightsOf(['1000', '999'], 0.01), [45, 55]);
  assert.deepEqual(heightsOf(['1000', '500'], 0.01), [0, 100]);
});
