import assert from 'node:assert/strict';
import { test } from 'node:test';
import { recoveryMs } from './recovery.ts';

const failed = (errorUpdateCount: number, errorUpdatedAt = 500) =>
  recoveryMs({ errorUpdateCount, errorUpdatedAt });

test('a query that failed is asked again after ten seconds, then less often, at least each minute', () => {
  assert.deepEqual(
    [1, 2, 3, 4, 30].map((count) => failed(count)),
    [10_000, 20_000, 40_000, 60_000, 60_000],
  );
});

test('people whose calls failed at different instants come back at different times', () => {
  assert.deepEqual([failed(1, 7_000), failed(1, 7_999)], [7_500, 12_495]);
  assert.equal(failed(1, 7_123), failed(1, 7_123));
});
