import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backoffMs } from './backoff.ts';

test('the wait doubles, ends at 15 s, and chance takes off at most half', () => {
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5, 6, 50].map((attempt) => backoffMs(attempt, 0)),
    [500, 1000, 2000, 4000, 8000, 15_000, 15_000, 15_000],
  );
  assert.equal(backoffMs(0, 0.5), 375);
  assert.equal(backoffMs(9, 0.5), 11_250);
});
