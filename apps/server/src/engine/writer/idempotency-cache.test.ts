import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ClientId, parseClientId } from '@tarazu/core/values';
import { type FirstAnswer, IdempotencyCache } from './idempotency-cache.ts';

const FIRST: FirstAnswer = {
  contentHash: 'content',
  answer: { sequence: 1, atMs: 0, outcome: { ok: true, type: 'done' }, duplicate: false },
};

function idOf(nth: number): ClientId {
  const id = parseClientId(`client-${String(nth).padStart(8, '0')}`);
  assert.ok(id);
  return id;
}

function answered(count: number, batch: number): IdempotencyCache {
  const ids = new IdempotencyCache([], true);
  for (let nth = 0; nth < count; nth += 1) ids.remember(idOf(nth), FIRST, batch);
  return ids;
}

test('nothing is forgotten while the journal can not answer it yet', () => {
  const ids = answered(200, 7);
  ids.trim(6);
  assert.deepEqual(ids.answerTo(idOf(0)), FIRST);
  assert.equal(ids.isTooMany, true);
  ids.trim(7);
  assert.equal(ids.answerTo(idOf(0)), undefined);
  assert.equal(
    ids.isUncertain(idOf(0)),
    true,
    'that it was used is known: the journal is asked what was answered',
  );
  assert.deepEqual(ids.answerTo(idOf(199)), FIRST);
  assert.equal(ids.isTooMany, false);
});

test('what they take is counted, with names and answers', () => {
  const [one, two, three] = [answered(1, 1).bytes, answered(2, 1).bytes, answered(3, 1).bytes];
  assert.ok(one > 0);
  assert.equal(three - two, two - one);
  const ids = answered(200, 1);
  const before = ids.bytes;
  ids.trim(1);
  assert.ok(ids.bytes < before / 2);
});

test('very many names go, and then only the journal can tell of an unknown one', () => {
  const ids = answered(17_000, 1);
  assert.equal(ids.isUncertain(idOf(99_999)), false);
  ids.trim(1);
  assert.equal(ids.isUncertain(idOf(99_999)), true);
  assert.equal(ids.isTooMany, false);
});

test('an account that orders for hours takes no more than a few bytes an order (trial 37)', () => {
  const ids = new IdempotencyCache([], true);
  const weigh = (from: number, to: number): number => {
    for (let nth = from; nth < to; nth += 1) {
      ids.remember(idOf(nth), FIRST, nth);
      ids.trim(nth);
    }
    return ids.bytes;
  };
  const early = weigh(0, 100);
  assert.ok(weigh(100, 10_000) - early < 9_900 * 12);
  const full = weigh(10_000, 20_000);
  assert.ok(weigh(20_000, 60_000) <= full + 200_000, 'and is bounded');
});
