import assert from 'node:assert/strict';
import { test } from 'node:test';
import { queuePlace } from '#engine.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA } from '#simulation/world.ts';
import { orderId } from '#values/index.ts';

test('at the upper band the book keeps queueing, and each order knows its place', () => {
  const trader = new Trader();
  const [one, two] = [trader.open(1), trader.open(2)];
  const place = (id: number) =>
    queuePlace(trader.state, { instrumentId: ARUNA.id, environment: 'demo', orderId: orderId(id) });
  const first = orderOf(trader.buy(ARUNA, { by: one, at: 55_000n, size: 7n }));
  trader.quote(ARUNA, { bids: [[55_000n, 100n]] });
  const second = orderOf(trader.buy(ARUNA, { by: two, at: 55_000n, size: 5n }));
  const lower = orderOf(trader.buy(ARUNA, { by: two, at: 54_000n, size: 3n }));
  const atPrice = { quantityAtLevel: 112n, ordersAtLevel: 2 };
  assert.deepEqual(place(first.id), { quantityAhead: 0n, ordersAhead: 0, ...atPrice });
  assert.deepEqual(place(second.id), { quantityAhead: 107n, ordersAhead: 1, ...atPrice });
  const below = { quantityAhead: 112n, ordersAhead: 2, quantityAtLevel: 3n, ordersAtLevel: 1 };
  assert.deepEqual(place(lower.id), below);
  trader.apply({ type: 'order.cancel', accountId: one, orderId: first.id });
  assert.deepEqual(place(second.id)?.ordersAhead, 0);
  assert.equal(place(first.id), undefined);
});
