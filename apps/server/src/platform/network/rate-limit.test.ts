import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createRateLimiter } from './rate-limit.ts';

test('the limit is let through, the next is refused with the time to wait, and comes through after it', () => {
  const limiter = createRateLimiter({ keysMax: 10 });
  const take = (nowMs: number) => limiter.take({ key: 'code:a', limit: 2, windowMs: 1_000, nowMs });
  assert.deepEqual(take(0), { allowed: true });
  assert.deepEqual(take(400), { allowed: true });
  assert.deepEqual(take(600), { allowed: false, retryAfterMs: 400 });
  assert.deepEqual(take(999), { allowed: false, retryAfterMs: 1 });
  assert.deepEqual(take(1_000), { allowed: true });
  assert.deepEqual(take(1_001), { allowed: false, retryAfterMs: 399 });
});

test('a use that is given back is free again, and nothing more is', () => {
  const limiter = createRateLimiter({ keysMax: 10 });
  const take = (nowMs: number) => limiter.take({ key: 'a', limit: 2, windowMs: 1_000, nowMs }).allowed;
  limiter.giveBack('a');
  assert.deepEqual([take(0), take(500), take(600)], [true, true, false]);
  limiter.giveBack('a');
  assert.deepEqual([take(700), take(700)], [true, false]);
  assert.deepEqual([take(1_000), take(1_001)], [true, false]);
  for (let more = 0; more < 5; more += 1) limiter.giveBack('a');
  assert.deepEqual([take(1_002), take(1_002), take(1_002)], [true, true, false]);
});

test('keys do not share their uses, and a reset forgets them', () => {
  const limiter = createRateLimiter({ keysMax: 10 });
  const take = (key: string) => limiter.take({ key, limit: 1, windowMs: 1_000, nowMs: 5 }).allowed;
  assert.deepEqual([take('a'), take('b'), take('a')], [true, true, false]);
  limiter.reset('a');
  assert.equal(take('a'), true);
});

test('memory stays bounded: the key not used for longest makes room, one in use stays', () => {
  const limiter = createRateLimiter({ keysMax: 3 });
  const take = (key: string) => limiter.take({ key, limit: 1, windowMs: 1_000, nowMs: 0 }).allowed;
  assert.deepEqual([take('held'), take('a'), take('b')], [true, true, true]);
  assert.equal(take('held'), false);
  assert.equal(take('c'), true);
  assert.equal(limiter.size, 3);
  assert.equal(take('held'), false, 'still remembered');
  assert.equal(take('a'), true, 'forgotten');
});

test('in no window more than the limit comes through, and whoever waits as told is let through', () => {
  const scenario = fc.record({
    limit: fc.integer({ min: 1, max: 300 }),
    windowMs: fc.integer({ min: 1, max: 5_000 }),
    gapsMs: fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 800, size: 'max' }),
  });
  fc.assert(
    fc.property(scenario, ({ limit, windowMs, gapsMs }) => {
      const limiter = createRateLimiter({ keysMax: 1 });
      const allowedAtMs: number[] = [];
      let nowMs = 0;
      for (const gapMs of gapsMs) {
        nowMs += gapMs;
        const outcome = limiter.take({ key: 'k', limit, windowMs, nowMs });
        if (outcome.allowed) allowedAtMs.push(nowMs);
        else
          assert.ok(outcome.retryAfterMs >= 1 && outcome.retryAfterMs <= windowMs + Math.ceil(windowMs / 64));
      }
      for (const [index, atMs] of allowedAtMs.entries()) {
        const limitBefore = allowedAtMs[index - limit];
        assert.ok(limitBefore === undefined || atMs - limitBefore >= windowMs);
      }
      const last = limiter.take({ key: 'k', limit, windowMs, nowMs });
      if (!last.allowed) {
        assert.ok(limiter.take({ key: 'k', limit, windowMs, nowMs: nowMs + last.retryAfterMs }).allowed);
      }
    }),
  );
});
