import assert from 'node:assert/strict';
import { test } from 'node:test';
import { missedOrderCount, type OrderCountQuestion } from '#checks/order-count-checks.ts';

interface Asked extends Partial<Omit<OrderCountQuestion, 'gttCount'>> {
  readonly gtts?: number;
}

/** The code and limit of the check, or `fits`. */
function asked({ gtts = 0, ...question }: Asked): string {
  const missed = missedOrderCount({
    openCount: 0,
    gttCount: () => gtts,
    isGtt: false,
    closes: false,
    actsByRule: false,
    ...question,
  });
  return missed ? `${missed.code} ${missed.limit}` : 'fits';
}

test('an account has at most 200 orders that open something', () => {
  assert.equal(asked({ openCount: 199 }), 'fits');
  assert.equal(asked({ openCount: 200 }), 'OPEN_ORDERS_MAX 200');
});

test('GTTs stand beside the 200, and are counted by themselves', () => {
  assert.equal(asked({ openCount: 299, gtts: 100 }), 'fits');
  assert.equal(asked({ openCount: 300, gtts: 100 }), 'OPEN_ORDERS_MAX 200');
  assert.equal(asked({ openCount: 299, gtts: 99, isGtt: true }), 'fits');
  assert.equal(asked({ openCount: 100, gtts: 100, isGtt: true }), 'GTT_MAX 100');
});

test('what closes has room of its own, and what a published rule closes has no limit', () => {
  assert.equal(asked({ openCount: 299, closes: true }), 'fits');
  assert.equal(asked({ openCount: 300, closes: true }), 'OPEN_ORDERS_MAX 300');
  assert.equal(asked({ openCount: 400, gtts: 101, closes: true }), 'fits');
  assert.equal(asked({ openCount: 10_000, closes: true, actsByRule: true }), 'fits');
  assert.equal(asked({ openCount: 200, actsByRule: true }), 'OPEN_ORDERS_MAX 200');
});

test('a limit of their own counts GTTs too, and holds back nothing that closes', () => {
  assert.equal(asked({ openCount: 2, openOrdersMax: 3 }), 'fits');
  assert.equal(asked({ openCount: 3, gtts: 3, openOrdersMax: 3 }), 'OPEN_ORDERS_MAX 3');
  assert.equal(asked({ openCount: 3, openOrdersMax: 3, isGtt: true }), 'OPEN_ORDERS_MAX 3');
  assert.equal(asked({ openCount: 3, openOrdersMax: 3, closes: true }), 'fits');
});
