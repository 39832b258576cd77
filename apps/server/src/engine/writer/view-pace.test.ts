import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instrumentId } from '@tarazu/core/values';
import type { BookKey } from './publish.ts';
import { VIEW_EVERY_MS, ViewPace } from './view-pace.ts';

const DEAR: BookKey = { instrumentId: instrumentId('NSE_SIM:ARUNA'), environment: 'demo' };
const CHEAP: BookKey = { ...DEAR, environment: 'real' };

test('an auction of many prices is viewed at once, then at a bounded rate, and its last change always', () => {
  const levelCounts = new Map([[DEAR, 65]]);
  const pace = new ViewPace((book) => levelCounts.get(book) ?? 0);
  assert.deepEqual(pace.take([DEAR, CHEAP], 0), [DEAR, CHEAP]);
  for (let atMs = 1; atMs < VIEW_EVERY_MS; atMs += 1)
    assert.deepEqual(pace.take([DEAR, CHEAP], atMs), [CHEAP]);
  assert.equal(pace.isBehind, true);
  assert.deepEqual(pace.take([], VIEW_EVERY_MS), [DEAR], 'though nothing has changed since');
  assert.equal(pace.isBehind, false);
  assert.deepEqual(pace.take([DEAR], VIEW_EVERY_MS + 1), []);
  levelCounts.set(DEAR, 64);
  assert.deepEqual(
    pace.take([DEAR], VIEW_EVERY_MS + 2),
    [DEAR],
    'when it is small or over it is not held up',
  );
  levelCounts.set(DEAR, 65);
  assert.deepEqual(pace.take([DEAR], VIEW_EVERY_MS + 3), [DEAR], 'nor when it has just begun');
});
