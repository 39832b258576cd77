import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSettableClock } from '#platform/clock.ts';
import { type ClockJump, ClockWatch } from '#platform/clock-watch.ts';

test('a clock that is set is noticed and said for an hour, one that is kept right is not (trial 28)', () => {
  const startMs = 1_795_000_000_000;
  const clock = createSettableClock(startMs);
  const jumps: ClockJump[] = [];
  const watch = new ClockWatch(clock, (jump) => jumps.push(jump));
  clock.advance(60_000);
  watch.look();
  clock.set(clock.nowMs() + 1_999);
  watch.look();
  assert.deepEqual([jumps, watch.note], [[], undefined]);
  clock.set(clock.nowMs() + 3_600_000);
  watch.look();
  watch.look();
  assert.deepEqual(jumps, [{ byMs: 3_600_000, atMs: startMs + 60_000 + 1_999 + 3_600_000 }]);
  assert.match(watch.note ?? '', /3600000 ms forward/);
  clock.set(startMs);
  watch.look();
  assert.match(watch.note ?? '', /3661999 ms back/);
  clock.advance(3_600_001);
  assert.equal(watch.note, undefined);
});
