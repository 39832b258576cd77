import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChartLimit, type ChartPlace } from '#domains/market/chart-limit.ts';

const HOME = '203.0.113.7';
const OTHER = '203.0.113.8';

let atMs = 1_000;
const nowMs = () => atMs;

function placeOf(limit: ChartLimit, address: string): ChartPlace {
  const place = limit.take(address, nowMs);
  assert.ok(!('retryAfterMs' in place), `${address} may have a chart made`);
  return place;
}

test('one network has a few charts made at a time, and nobody else waits for it', () => {
  const limit = new ChartLimit();
  const places = Array.from({ length: 8 }, () => placeOf(limit, HOME));
  assert.deepEqual(limit.take(HOME, nowMs), { retryAfterMs: 1_000 });
  placeOf(limit, OTHER);
  places[0]?.leave();
  placeOf(limit, HOME);
  assert.ok('retryAfterMs' in limit.take(HOME, nowMs), 'what was left is taken once');
});

test('a network pays for the work on its charts by waiting, and nobody else does', () => {
  const limit = new ChartLimit();
  const place = placeOf(limit, HOME);
  place.spend(10_000);
  place.leave();
  placeOf(limit, HOME).spend(2_000);
  assert.deepEqual(limit.take(HOME, nowMs), { retryAfterMs: 10_000 });
  placeOf(limit, OTHER);
  atMs += 10_000;
  placeOf(limit, HOME);
});

test('callers on this machine are not counted: a proxy may stand there', () => {
  const limit = new ChartLimit();
  for (let count = 0; count < 20; count += 1) placeOf(limit, '127.0.0.1').spend(60_000);
});
