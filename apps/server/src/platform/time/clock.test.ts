import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSettableClock, systemClock } from './clock.ts';

test('a settable clock stands still until it is set or advanced', () => {
  const clock = createSettableClock(1_000);
  assert.equal(clock.nowMs(), 1_000);
  clock.advance(250);
  assert.equal(clock.nowMs(), 1_250);
  clock.set(10);
  assert.equal(clock.nowMs(), 10);
  assert.equal(clock.monotonicMs(), 250, 'no time passes by setting a clock');
});

test('the system clock tells the time of the machine', () => {
  const beforeMs = Date.now();
  const nowMs = systemClock.nowMs();
  assert.ok(nowMs >= beforeMs && nowMs <= Date.now());
});
