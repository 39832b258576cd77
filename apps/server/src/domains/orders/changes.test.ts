import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OwnOrders } from '#domains/orders/order-queries.ts';
import { COIN, openTrader } from '#domains/orders/test-trader.ts';
import { spot } from '#products/spot/spot.ts';
import { recordOf, textOf } from '#test-app.ts';

const trader = await openTrader();
const { app, database, nowMs, monotonicMs } = trader;

test('an order that is paid for grows only for who has said who they are; it shrinks for anybody', async () => {
  const customer = await trader.enter();
  const price = Math.floor(Number(app.market.ticker(COIN).price) * 0.9);
  const placed = await customer.coin('buy', {
    ...{ instrumentId: COIN, type: 'limit', validity: 'gtc', price: String(price), quantity: '0.002' },
  });
  assert.equal(placed.code, 0, JSON.stringify(placed.body));
  const id = textOf(recordOf(placed.data['order']), 'id');
  const found = await app.accounts.sessions.find(customer.token);
  assert.ok(typeof found === 'object');
  // No real account of the sandbox has money: this one stands in for it, with an owner who is not known.
  const session = { ...found, environment: 'real' as const };
  const { engine, market } = app;
  const clock = { nowMs, monotonicMs };
  const mayTrade = async () => ({ key: 'KYC_REQUIRED' }) as const;
  const orders = new OwnOrders({ database: database.pool, engine, market, clock, mayTrade }, spot.venues);
  let count = 0;
  const change = async (fields: { quantity?: string; price?: string }) => {
    count += 1;
    const changed = await orders.modify({ id, clientId: `grows-${count}-times`, ...fields }, session);
    return changed.ok ? undefined : changed.refusal.key;
  };
  assert.equal(await change({ quantity: '0.003' }), 'KYC_REQUIRED');
  assert.equal(await change({ price: String(price + 1) }), 'KYC_REQUIRED');
  assert.equal(await change({ quantity: '0.001' }), undefined);
  assert.equal(await change({ price: String(price - 1) }), undefined);
});

test('where nothing is open, cancelling all writes nothing down', async () => {
  const customer = await trader.enter();
  const session = await app.accounts.sessions.find(customer.token);
  assert.ok(typeof session === 'object');
  const journaled = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int4 as count from journal where account_id = $1 and command like '%cancelAll%'`,
      [session.accountId],
    );
    return Number(rows[0]?.count);
  };
  const price = String(Math.floor(Number(app.market.ticker(COIN).price) * 0.9));
  const order = { instrumentId: COIN, type: 'limit', validity: 'gtc', price, quantity: '0.001' };
  assert.equal((await customer.coin('buy', order)).code, 0);
  for (const meant of [{ kind: 'stock' }, { instrumentId: 'COIN_SIM:ETH-USDT' }]) {
    const { list, left } = await customer.read('orderCancelAll', meant);
    assert.deepEqual([list, left], [[], []]);
  }
  assert.equal(await journaled(), 0);
  assert.equal((await customer.list('orderCancelAll', { kind: 'spot', instrumentId: COIN })).length, 1);
  assert.equal(await journaled(), 1);
  assert.equal((await customer.coin('buy', order)).code, 0);
  assert.equal((await customer.list('orderCancelAll')).length, 1);
  assert.deepEqual(await customer.list('orderCancelAll'), []);
  assert.equal(await journaled(), 2);
});

test('cancelling more than one command releases answers when all are released, each as cancelled', async () => {
  const customer = await trader.enter();
  const price = String(Math.floor(Number(app.market.ticker(COIN).price) * 0.9));
  const order = { instrumentId: COIN, type: 'limit', validity: 'gtc', price, quantity: '0.0001' };
  const count = 40;
  for (let nth = 0; nth < count; nth += 1) assert.equal((await customer.coin('buy', order)).code, 0);
  const cancelled = await customer.list('orderCancelAll');
  assert.deepEqual(
    cancelled.map(({ state, cause, held }) => [state, cause, Number(held)]),
    Array.from({ length: count }, () => ['cancelled', 'customer', 0]),
  );
  const session = await app.accounts.sessions.find(customer.token);
  assert.ok(typeof session === 'object');
  const { rows } = await database.pool.query<{ live: boolean; cause: string; count: number }>(
    `select live, cancel_cause as cause, count(*)::int4 as count from orders where account_id = $1 group by 1, 2`,
    [session.accountId],
  );
  assert.deepEqual(rows, [{ live: false, cause: 'customer', count }]);
});

test('all that is open is cancelled at a bounded rate, of each account for itself', async () => {
  const [asha, ravi] = [await trader.enter(), await trader.enter()];
  for (let nth = 0; nth < 120; nth += 1) assert.equal((await asha.call('orderCancelAll')).code, 0);
  assert.equal((await asha.call('orderCancelAll')).reason, 'RATE_LIMITED');
  assert.equal((await ravi.call('orderCancelAll')).code, 0);
  // The window moves on by a sixty-fourth at a time.
  trader.advance(61_000);
  assert.equal((await asha.call('orderCancelAll')).code, 0);
});
