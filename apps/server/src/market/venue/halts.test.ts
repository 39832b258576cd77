import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTrader, placed, quoted, STOCK } from '#domains/orders/test-trader.ts';
import { recordOf, textOf } from '#test-app.ts';
import { eventSeen } from '#test-events.ts';

const trader = await openTrader();
const { app } = trader;

test('a halted share takes no orders, says why and until when, and trades again when its time is over', async () => {
  await quoted(trader);
  const asha = await trader.enter();
  const info = await asha.read('stockInfo', { instrumentId: STOCK });
  const price = textOf(recordOf(info['band']), 'priceLow');
  const first = await asha.stock('buy', { type: 'limit', validity: 'day', price, quantity: '3' });
  const second = await asha.stock('buy', { type: 'limit', validity: 'day', price, quantity: '5' });
  const ids = [first, second].map((reply) => textOf(placed(reply).order, 'id'));
  const places = await Promise.all(ids.map((id) => asha.read('stockOrderInfo', { id })));
  const [head, tail] = places.map(({ queue }) => recordOf(queue));
  assert.deepEqual([head?.['ordersAhead'], tail?.['ordersAhead']], [0, 1]);
  assert.equal(Number(tail?.['quantityAhead']) - Number(head?.['quantityAhead']), 3);
  assert.equal(tail?.['quantityAtLevel'], '8');

  const untilMs = trader.nowMs() + 600_000;
  await app.market.halt(STOCK, { reason: 'instrument', untilMs });
  assert.equal((await asha.stock('buy', {})).reason, 'INSTRUMENT_HALTED');
  const halted = await asha.read('stockInfo', { instrumentId: STOCK });
  assert.equal(halted['status'], 'halted');
  assert.deepEqual(recordOf(halted['venueState'])['halt'], { reason: 'instrument', untilMs });
  assert.equal((await asha.call('stockCancel', { id: ids[0] ?? '' })).code, 0, 'what waits may go');

  const isListed = eventSeen(
    app.engine,
    ({ command }) =>
      command.type === 'instrument.set' &&
      command.instrument.id === STOCK &&
      command.instrument.status === 'listed',
  );
  trader.advance(601_000);
  await isListed;
  await quoted(trader);
  assert.equal(placed(await asha.stock('buy', {})).order['state'], 'completed');
});
