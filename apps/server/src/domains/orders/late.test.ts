import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COIN, type Customer, openTrader, placed, quoted, STOCK } from '#domains/orders/test-trader.ts';
import { type Fields, recordOf, type TestReply, textOf } from '#test-app.ts';

const trader = await openTrader();
await quoted(trader, STOCK, COIN);

type Place = (fields: Fields) => Promise<TestReply>;

async function ways(asha: Customer): Promise<readonly Place[]> {
  const { data } = await asha.call('stockInfo', { instrumentId: STOCK });
  const price = textOf(recordOf(data['band']), 'priceLow');
  const rests = { type: 'limit', validity: 'day', price };
  const last = Number((await asha.read('coinTicker', { instrumentId: COIN }))['price']);
  const coin = { type: 'limit', validity: 'gtc', price: String(Math.floor(last * 0.9)), quantity: '0.001' };
  const gtt = { instrumentId: STOCK, side: 'buy', quantity: '1', triggerPrice: price, price };
  const leg = { instrumentId: STOCK, side: 'buy', type: 'limit', quantity: '1', price };
  return [
    (fields) => asha.stock('buy', { ...rests, ...fields }),
    (fields) => asha.coin('buy', { ...coin, ...fields }),
    (fields) => asha.call('gttAdd', { ...gtt, ...fields }),
    (fields) => asha.call('basketPlace', { legs: JSON.stringify([leg]), ...fields }),
  ];
}

test('an order that comes after its deadline is not placed, of each kind', async () => {
  const asha = await trader.enter();
  for (const place of await ways(asha)) {
    const late = { clientId: asha.clientId(), placeBeforeMs: String(trader.nowMs()) };
    const refused = await place(late);
    assert.deepEqual([refused.reason, refused.body['ruleId']], ['ORDER_TOO_LATE', 'order-deadline']);
    assert.equal((await place(late)).reason, 'ORDER_TOO_LATE', 'and stays so');
  }
  for (const list of ['stockOrders', 'coinOrders', 'gttList'] as const)
    assert.deepEqual(await asha.list(list), []);
});

test('that it is late is said before what else is wrong with it', async () => {
  const asha = await trader.enter();
  const terms = { clientId: asha.clientId(), type: 'limit', validity: 'day', price: '100.00001' };
  assert.equal((await asha.stock('buy', terms)).reason, 'TICK');
  assert.equal((await asha.stock('buy', { ...terms, placeBeforeMs: '0' })).reason, 'ORDER_TOO_LATE');
});

test('an order that had arrived has its answer after its deadline too, of each kind', async () => {
  const asha = await trader.enter();
  for (const place of await ways(asha)) {
    const clientId = asha.clientId();
    const first = await place({ clientId, placeBeforeMs: String(trader.nowMs() + 60_000) });
    assert.equal(first.code, 0, JSON.stringify(first.body));
    const again = await place({ clientId, placeBeforeMs: '0' });
    assert.equal(again.code, 0, JSON.stringify(again.body));
    assert.deepEqual([first.data['duplicate'], again.data['duplicate']], [false, true]);
  }
});

test('a refusal that was the answer is told again after the deadline', async () => {
  const asha = await trader.enter();
  const dear = { type: 'market', quantity: '1900', clientId: asha.clientId() };
  const first = await asha.stock('buy', dear);
  assert.equal(first.reason, 'INSUFFICIENT_FUNDS');
  assert.equal((await asha.stock('buy', { ...dear, placeBeforeMs: '0' })).reason, first.reason);
  placed(await asha.stock('buy', { ...dear, quantity: '1', clientId: asha.clientId() }));
});
