import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTrader, quoted, rowsOf, STOCK } from '#domains/orders/test-trader.ts';

const trader = await openTrader({ limits: { ordersPerSecond: 3 } });
await quoted(trader, STOCK);

function legs(count: number): string {
  const leg = { instrumentId: STOCK, side: 'buy', type: 'market', quantity: '1' };
  return JSON.stringify(Array.from({ length: count }, () => leg));
}

test('each leg of a basket is an order of its second: one too many, and nothing is placed', async () => {
  const asha = await trader.enter();
  const refused = await asha.call('basketPlace', { clientId: 'basket-0001', legs: legs(4) });
  assert.equal(refused.reason, 'ORDER_RATE');
  assert.deepEqual(await asha.list('stockOrders'), []);
  const taken = await asha.call('basketPlace', { clientId: 'basket-0002', legs: legs(3) });
  assert.notEqual(taken.reason, 'ORDER_RATE', 'what was refused took no place');
  assert.equal(rowsOf(taken.data, 'legs').length, 3);
});
