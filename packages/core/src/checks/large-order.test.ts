import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isLargeOrder } from '#checks/large-order.ts';

test('an order above a tenth of an average day is large, and none is where that is not known', () => {
  assert.deepEqual([isLargeOrder(1_000n, 10_000n), isLargeOrder(1_001n, 10_000n)], [false, true]);
  assert.equal(isLargeOrder(1_000_000n, 0n), false);
});
