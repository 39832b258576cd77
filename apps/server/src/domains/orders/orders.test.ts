import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount, instrumentId, orderId } from '@tarazu/core/values';
import { averagePrice } from '#domains/orders/index.ts';
import { COIN, type Customer, openTrader, placed, type Row, STOCK } from '#domains/orders/test-trader.ts';
import { recordOf, textOf } from '#test-app.ts';

const trader = await openTrader();

/** A buy that rests far below the market. */
async function rest(customer: Customer, instrumentId: string, terms: { product?: 'MIS' } = {}): Promise<Row> {
  const { data } = await customer.call('stockInfo', { instrumentId });
  const price = textOf(recordOf(data['band']), 'priceLow');
  const ticket = { instrumentId, type: 'limit', validity: 'day', price, ...terms };
  return placed(await customer.stock('buy', ticket)).order;
}

test('a changed order is written as it is now, price and quantity', async () => {
  const asha = await trader.enter();
  const { data } = await asha.call('stockInfo', { instrumentId: STOCK });
  const low = textOf(recordOf(data['band']), 'priceLow');
  const terms = { type: 'limit', validity: 'day', price: low, quantity: '5' };
  const { order } = placed(await asha.stock('buy', terms));
  const price = (Number(low) + 1).toFixed(2);
  const change = { clientId: asha.clientId(), id: textOf(order, 'id'), quantity: '3', price };
  const changed = placed(await asha.call('stockModify', change)).order;
  const [row] = await asha.list('stockOrders');
  assert.deepEqual([row?.['quantity'], row?.['priceLimit']], ['3', price]);
  assert.deepEqual(row, changed, 'the list tells what the answer told');
});

test('an order tells what stands before it at its price, and no more once that asks for less or is gone', async () => {
  const [asha, bela] = [await trader.enter(), await trader.enter()];
  const { data } = await asha.call('stockInfo', { instrumentId: STOCK });
  // Nobody else of this file rests a tick above the foot of the band.
  const { band, tickSize } = data;
  const low = Number(textOf(recordOf(band), 'priceLow')) + 2 * Number(tickSize);
  const terms = { type: 'limit', validity: 'day', price: low.toFixed(2) };
  const first = placed(await asha.stock('buy', { ...terms, quantity: '5' })).order;
  const second = placed(await bela.stock('buy', { ...terms, quantity: '2' })).order;
  const queueOf = async (customer: Customer, order: Row) =>
    recordOf((await customer.read('stockOrderInfo', { id: textOf(order, 'id') }))['queue']);
  // Orders of other tests may stand at better prices, before both.
  const placeOf = async () => {
    const [before, queue] = [await queueOf(asha, first), await queueOf(bela, second)];
    const ahead = Number(queue['ordersAhead']) - Number(before['ordersAhead']);
    return [ahead, queue['quantityAtLevel'], queue['ordersAtLevel']];
  };
  // The market makers' quotes at better prices come and go: both places are of one moment.
  const between = () => {
    const [before, behind] = [first, second].map((order) =>
      trader.app.engine.queue({
        instrumentId: instrumentId(STOCK),
        environment: 'demo',
        orderId: orderId(Number(order['id'])),
      }),
    );
    assert.ok(before !== undefined && behind !== undefined);
    return behind.quantityAhead - before.quantityAhead;
  };
  assert.deepEqual([await placeOf(), between()], [[1, '7', 2], 5n]);
  const change = { clientId: asha.clientId(), id: textOf(first, 'id'), quantity: '3' };
  placed(await asha.call('stockModify', change));
  assert.deepEqual([await placeOf(), between()], [[1, '5', 2], 3n], 'less keeps its place');
  const grown = { clientId: asha.clientId(), id: textOf(first, 'id'), quantity: '4' };
  placed(await asha.call('stockModify', grown));
  assert.deepEqual([await placeOf(), between()], [[-1, '6', 2], -2n], 'more goes behind');
  await asha.read('stockCancel', { id: textOf(first, 'id') });
  const { quantityAtLevel, ordersAtLevel } = await queueOf(bela, second);
  assert.deepEqual([quantityAtLevel, ordersAtLevel], ['2', 1]);
});

test('the list of stock orders is asked by product', async () => {
  const asha = await trader.enter();
  const delivery = await rest(asha, STOCK);
  const withinDay = await rest(asha, STOCK, { product: 'MIS' });
  const ids = async (fields: Record<string, string>) =>
    (await asha.list('stockOrders', fields)).map((one) => one['id']);
  assert.deepEqual(await ids({ product: 'CNC' }), [delivery['id']]);
  assert.deepEqual(await ids({ product: 'MIS' }), [withinDay['id']]);
  assert.deepEqual(await ids({ product: 'MIS', side: 'sell' }), []);
  assert.deepEqual(await ids({}), [withinDay['id'], delivery['id']]);
});

test('the list of orders is asked by side, state, words and time, all at once', async () => {
  const asha = await trader.enter();
  const other = trader.app.market
    .listings()
    .find((one) => one.kind === 'stock' && one.instrumentId !== STOCK);
  assert.ok(other);
  const waits = await rest(asha, STOCK);
  const elsewhere = await rest(asha, other.instrumentId);
  const gone = await rest(asha, STOCK);
  await asha.read('stockCancel', { id: textOf(gone, 'id') });
  const ids = async (fields: Record<string, string>) =>
    (await asha.list('stockOrders', fields)).map((one) => one['id']);
  assert.deepEqual(await ids({}), [gone['id'], elsewhere['id'], waits['id']]);
  assert.deepEqual(await ids({ state: 'open' }), [elsewhere['id'], waits['id']]);
  assert.deepEqual(await ids({ state: 'waiting' }), []);
  assert.deepEqual((await asha.read('stockOrders', { limit: '1' }))['live'], { open: 2, waiting: 0 });
  assert.deepEqual((await asha.read('coinOrders'))['live'], { open: 0, waiting: 0 });
  assert.deepEqual(await ids({ state: 'cancelled' }), [gone['id']]);
  assert.deepEqual(await ids({ state: 'live', text: 'aru' }), [waits['id']]);
  assert.deepEqual(await ids({ state: 'live', text: other.name.slice(0, 6) }), [elsewhere['id']]);
  assert.deepEqual(await ids({ text: 'no such name' }), []);
  assert.deepEqual(await ids({ side: 'sell' }), []);
  assert.deepEqual(await ids({ side: 'buy', instrumentId: STOCK }), [gone['id'], waits['id']]);
  const placedAtMs = Number(gone['placedAtMs']);
  assert.deepEqual(await ids({ toMs: String(Number(waits['placedAtMs'])) }), []);
  assert.ok((await ids({ fromMs: String(placedAtMs) })).includes(gone['id']));
  assert.deepEqual(await ids({ fromMs: String(placedAtMs + 1) }), []);
});

test('an order that a command has ended is cancelled in every list, before a sweep releases it', async () => {
  const asha = await trader.enter();
  const { id } = await rest(asha, STOCK);
  const ended = JSON.stringify({ ended: { atMs: 1, cause: 'customer' } });
  const { pool } = trader.database;
  const write = (terms: string | null) =>
    pool.query('update orders set terms = $1 where order_id = $2', [terms, id]);
  await write(ended);
  const ids = async (state: string) => (await asha.list('stockOrders', { state })).map((one) => one['id']);
  assert.deepEqual(await Promise.all(['live', 'open', 'cancelled', 'ended'].map(ids)), [[], [], [id], [id]]);
  assert.deepEqual((await asha.read('stockOrders'))['live'], { open: 0, waiting: 0 });
  await write(null);
  assert.deepEqual(await Promise.all(['live', 'open', 'cancelled', 'ended'].map(ids)), [[id], [id], [], []]);
});

test('the id of an order that was answered is used, whatever is sent under it next', async () => {
  const asha = await trader.enter();
  const clientId = asha.clientId();
  const nowhere = { instrumentId: 'NSE_SIM:NONE', type: 'market', validity: 'ioc', quantity: '1', clientId };
  assert.equal((await asha.call('stockBuy', nowhere)).reason, 'INSTRUMENT_UNKNOWN');
  placed(await asha.stock('buy', { clientId }));
  assert.equal((await asha.call('stockBuy', nowhere)).reason, 'CLIENT_ID_REUSED');
});

test('an order is found and cancelled by its client id, stocks as coins, and only by one name (trial 17)', async () => {
  const asha = await trader.enter();
  const stranger = await trader.enter();
  const share = await rest(asha, STOCK);
  const last = Number((await asha.read('coinTicker', { instrumentId: COIN }))['price']);
  const terms = { type: 'limit', validity: 'gtc', price: String(Math.floor(last * 0.9)), quantity: '0.001' };
  const coin = placed(await asha.coin('buy', terms)).order;
  const sides = [
    { order: share, find: 'stockOrderInfo', cancel: 'stockCancel' },
    { order: coin, find: 'coinOrderQuery', cancel: 'coinOrderClose' },
  ] as const;
  for (const { order, find, cancel } of sides) {
    const clientId = textOf(order, 'clientId');
    const id = textOf(order, 'id');
    assert.equal(recordOf((await asha.read(find, { clientId }))['order'])['id'], id);
    assert.equal((await asha.call(find, { id, clientId })).reason, 'INVALID_INPUT');
    assert.equal((await asha.call(cancel, { id, clientId })).reason, 'INVALID_INPUT');
    assert.equal((await asha.call(cancel)).reason, 'INVALID_INPUT');
    const other = await stranger.call(cancel, { clientId: `${clientId}-none` });
    assert.deepEqual([other.reason, other.body['field']], ['ORDER_UNKNOWN', 'clientId']);
    assert.equal(recordOf((await asha.read(cancel, { clientId }))['order'])['state'], 'cancelled');
    assert.equal((await asha.call(cancel, { clientId })).reason, 'ORDER_NOT_OPEN');
  }
});

test('what a refusal names in its sentences stands in fields too (trial 17)', async () => {
  const asha = await trader.enter();
  const refused = await asha.stock('buy', { quantity: '2000', type: 'market' });
  const { code, reason, body } = refused;
  assert.notEqual(code, 0);
  const detail = recordOf(body['detail']);
  assert.ok(Object.keys(detail).length > 0, `${reason}`);
  for (const value of Object.values(detail)) assert.ok(JSON.stringify(body).includes(String(value)));
});

test('an average ends within the price’s decimals or has two more, rounded half-up (issue 10)', async () => {
  const listing = trader.app.market.listings().find((one) => one.instrumentId === STOCK);
  assert.ok(listing);
  const average = (value: bigint, units: bigint) => averagePrice(amount(value), units, listing);
  assert.equal(average(30_015n, 3n), '100.05');
  assert.equal(average(30_010n, 3n), '100.0333');
  assert.equal(average(30_020n, 3n), '100.0667');
  assert.equal(average(10_000n, 7n), '14.2857');
});

test('an order says the average of its fills to within half of its last digit (issue 10)', async () => {
  const asha = await trader.enter();
  const { order, fills } = placed(await asha.stock('buy', { quantity: '61' }));
  const value = fills.reduce((sum, fill) => sum + scaled(textOf(fill, 'value'), 2), 0n);
  assert.equal(scaled(textOf(order, 'value'), 2), value, 'its value is the sum of its fills');
  const units = BigInt(textOf(order, 'quantityFilled'));
  const away = scaled(textOf(order, 'priceAverage'), 4) * units - value * 100n;
  assert.ok(
    2n * (away < 0n ? -away : away) <= units,
    `${textOf(order, 'priceAverage')} of ${value} / ${units}`,
  );
});

/** `100.5` at two decimals as 10050n. */
function scaled(text: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
