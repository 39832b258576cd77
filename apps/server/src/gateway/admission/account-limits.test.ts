import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createAccountLimits } from './account-limits.ts';

test('an order sent again is not one more; one that was refused for its rate is no way around the limit', () => {
  const limits = createAccountLimits(10);
  const send = (sent: string, nowMs: number) => limits.order(1, { sent, limit: 2, nowMs, orders: 1 });
  assert.equal(send('first', 0), undefined);
  assert.equal(send('second', 0), undefined);
  assert.equal(send('first', 10), undefined, 'the same try');
  assert.equal(send('third', 10), 990);
  assert.equal(send('third', 20), 980, 'it was not let through, so it is not known');
  assert.equal(send('third', 1_000), undefined);
  assert.equal(
    limits.order(2, { sent: 'first', limit: 2, nowMs: 10, orders: 1 }),
    undefined,
    'another account',
  );
});

test('calls and orders have limits of their own; the account that was away longest makes room', () => {
  const limits = createAccountLimits(2);
  const call = (accountId: number) => limits.call(accountId, { limit: 1, nowMs: 5 });
  assert.deepEqual([call(1), call(1)], [undefined, 1_000]);
  assert.equal(limits.order(1, { sent: 'order', limit: 1, nowMs: 5, orders: 1 }), undefined);
  assert.deepEqual([call(2), call(1), call(3)], [undefined, 1_000, undefined]);
  assert.equal(call(1), 1_000, 'used since');
  assert.equal(call(2), undefined, 'forgotten');
});

test('the ids of orders are forgotten with time and not before', () => {
  const limits = createAccountLimits(1);
  const send = (sent: string, nowMs: number) => limits.order(1, { sent, limit: 1, nowMs, orders: 1 });
  for (let n = 0; n < 200; n += 1) assert.equal(send(`order-${n}`, n * 1_000), undefined);
  assert.equal(send('order-195', 199_500), undefined, 'sent five seconds ago');
  assert.equal(send('order-100', 199_500), 500, 'sent long ago: one more');
});

test('several orders at once are counted one by one: all are let through or none, and it is said when', () => {
  const limits = createAccountLimits(1);
  const send = (sent: string, orders: number, nowMs: number) =>
    limits.order(1, { sent, limit: 10, nowMs, orders });
  assert.equal(send('single-1', 1, 0), undefined);
  assert.equal(send('single-2', 1, 100), undefined);
  assert.equal(send('basket-1', 8, 200), undefined);
  assert.equal(send('basket-1', 8, 300), undefined, 'the same try');
  assert.equal(send('basket-2', 2, 300), 800, 'both of the first orders must be a second old');
  assert.equal(send('single-3', 1, 300), 700, 'nothing of the refused basket was counted');
  assert.equal(send('basket-3', 10, 300), 900);
  assert.equal(send('basket-3', 10, 1_200), undefined);
  assert.equal(send('single-4', 1, 1_200), 1_000);
});
