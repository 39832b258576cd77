import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal, instrumentId, price, quantity } from '@tarazu/core/values';
import type { OperationName } from '@tarazu/protocol';
import {
  COIN,
  type Customer,
  openTrader,
  placed,
  type Row,
  rowsOf,
  STOCK,
} from '#domains/orders/test-trader.ts';
import { type Fields, recordOf, textOf } from '#test-app.ts';
import { eventSeen } from '#test-events.ts';

const trader = await openTrader();
const { engine } = trader.app;
const asha = await trader.enter();
const other = await trader.enter();

/** The best price of a side of the coin's demo book. */
function bestOf(side: 'bids' | 'asks'): string {
  const [level] = engine.book(instrumentId(COIN), 'demo', 1)[side];
  return formatDecimal(level?.price ?? 0n, 1);
}

/** A price at which a share is not bought soon, and that a band that moves up does not leave outside. */
async function patientPrice(): Promise<string> {
  const info = await asha.read('stockInfo', { instrumentId: STOCK });
  const low = Number(textOf(recordOf(info['band']), 'priceLow'));
  return ((low + Number(textOf(info, 'price'))) / 2).toFixed(1);
}

/** The three best asks of the demo book, once the market maker quotes more than those. */
async function quotedAsks() {
  const asks = () => engine.book(instrumentId(COIN), 'demo', 5).asks;
  while (asks().length < 5) await eventSeen(engine, ({ command }) => command.type === 'marketMaker.quote');
  return asks().slice(0, 3);
}

/** The simulated order flow buys these levels of the demo book and no more. */
function takeThrough(asks: Awaited<ReturnType<typeof quotedAsks>>): void {
  const units = asks.reduce((sum, level) => sum + level.quantity, 0n);
  engine.marketMaker([
    {
      type: 'marketMaker.take',
      instrumentId: instrumentId(COIN),
      environment: 'demo',
      side: 'buy',
      priceLimit: asks.at(-1)?.price ?? price(0n),
      quantity: quantity(units),
    },
  ]);
}

function away(price: string, percent: number, scale = 1): string {
  return (Number(price) * (1 + percent / 100)).toFixed(scale);
}

async function liveIds(customer: Customer, name: OperationName, fields: Fields = {}): Promise<unknown[]> {
  return (await customer.list(name, { state: 'waiting', ...fields })).map((row) => row['id']);
}

test('a stop waits with its money held, is listed as waiting, and fires when the market trades through its trigger', async () => {
  let order: Row = {};
  for (let tries = 0; order['state'] !== 'completed' && tries < 20; tries += 1) {
    const asks = await quotedAsks();
    const third = asks.at(-1);
    assert.ok(third);
    const triggerPrice = formatDecimal(third.price, 1);
    const reply = await asha.coin('buy', {
      type: 'stopMarket',
      validity: 'gtc',
      triggerPrice,
      quantity: '0.002',
    });
    // The market moves meanwhile.
    if (reply.reason === 'TRIGGER_SIDE') continue;
    order = placed(reply).order;
    assert.equal(order['state'], 'new');
    assert.deepEqual(
      [order['waitsFor'], order['triggerPrice'], order['triggerWhen']],
      ['trigger', triggerPrice, 'rises'],
    );
    assert.ok(Number(order['held']) > 0.002 * Number(triggerPrice));
    const id = textOf(order, 'id');
    assert.deepEqual(await liveIds(asha, 'coinOrders'), [id]);
    const isTaken = eventSeen(
      engine,
      ({ command }) => command.type === 'marketMaker.take' && command.environment === 'demo',
    );
    takeThrough(asks);
    await isTaken;
    order = recordOf((await asha.read('coinOrderQuery', { id }))['order']);
    // The market maker moved away between the look and the trade.
    if (order['state'] === 'new') await asha.read('coinOrderClose', { id });
    else if (order['state'] === 'cancelled')
      assert.ok(['immediateOrCancel', 'noLiquidity'].includes(textOf(order, 'cause')));
  }
  assert.equal(order['state'], 'completed');
  assert.ok(Number(order['triggeredAtMs']) >= Number(order['placedAtMs']));
  const fills = rowsOf(await asha.read('coinOrderQuery', { id: textOf(order, 'id') }), 'fills');
  assert.ok(fills.length > 0);
  for (const fill of fills) {
    assert.equal(fill['role'], 'taker');
    const evidence = await asha.read('fillEvidence', { id: textOf(fill, 'id') });
    const prices = rowsOf(evidence, 'levels').map((level) => level['price']);
    assert.ok(prices.includes(fill['price']), 'what the activated order met is told, not what set it free');
  }
});

test('a trailing stop, a take-profit and an order till a date wait, and are ended all at once', async () => {
  placed(await asha.coin('buy', { quantity: '0.01' }));
  const best = bestOf('bids');
  const sale = { validity: 'gtc', quantity: '0.001' };
  const trail = placed(await asha.coin('sell', { ...sale, type: 'trailingStop', trailPercent: '5' })).order;
  assert.ok(Number(trail['triggerPrice']) < Number(best));
  assert.ok(Number(trail['trailDistance']) > 0.04 * Number(best));
  const high = away(best, 8);
  const profit = { ...sale, type: 'takeProfitLimit', triggerPrice: high, price: high };
  assert.equal(placed(await asha.coin('sell', profit)).order['triggerWhen'], 'rises');
  const expiresAtMs = String(trader.nowMs() + 86_400_000);
  const till = { ...sale, type: 'limit', validity: 'gtd', price: high, expiresAtMs };
  assert.equal(placed(await asha.coin('sell', till)).order['expiresAtMs'], Number(expiresAtMs));
  const share = await asha.stock('buy', {
    type: 'limit',
    validity: 'day',
    price: await patientPrice(),
  });
  assert.equal(placed(share).order['state'], 'open');
  const ended = rowsOf(await asha.read('orderCancelAll', { kind: 'spot' }), 'list');
  assert.deepEqual(
    ended.map((row) => [row['kind'], row['state'], row['cause']]),
    Array.from({ length: 3 }, () => ['spot', 'cancelled', 'customer']),
  );
  const rest = await asha.read('orderCancelAll', {});
  assert.deepEqual([rowsOf(rest, 'list').length, rest['left']], [1, []]);
  assert.deepEqual(rowsOf(await asha.read('orderCancelAll', { instrumentId: COIN }), 'list'), []);
  assert.equal(
    (await asha.call('orderCancelAll', { instrumentId: 'COIN_SIM:NOSUCH' })).reason,
    'INSTRUMENT_UNKNOWN',
  );
});

test('an order is changed, twice by the same id only once, and not when it is gone or another’s', async () => {
  const price = away(bestOf('bids'), -20);
  const { order } = placed(
    await asha.coin('buy', { type: 'limit', validity: 'gtc', price, quantity: '0.01' }),
  );
  const id = textOf(order, 'id');
  const fields = { clientId: asha.clientId(), id, quantity: '0.004' };
  const changed = placed(await asha.call('coinModify', fields));
  assert.equal(changed.order['quantity'], '0.00400000');
  assert.equal(changed.duplicate, false);
  assert.ok(Number(changed.order['held']) < Number(order['held']));
  assert.equal(placed(await asha.call('coinModify', fields)).duplicate, true);
  const again = { ...fields, quantity: '0.005' };
  assert.equal((await asha.call('coinModify', again)).reason, 'CLIENT_ID_REUSED');
  const fresh = () => ({ clientId: asha.clientId(), id });
  assert.equal((await asha.call('coinModify', fresh())).reason, 'NOT_MODIFIABLE');
  assert.equal((await asha.call('coinModify', { ...fresh(), quantity: '1' })).reason, 'INSUFFICIENT_FUNDS');
  assert.equal((await asha.call('coinModify', { ...fresh(), price: '1.23456' })).reason, 'TICK');
  assert.equal((await asha.call('stockModify', { ...fresh(), quantity: '1' })).reason, 'ORDER_UNKNOWN');
  assert.equal((await other.call('coinModify', { ...fresh(), quantity: '0.001' })).reason, 'ORDER_UNKNOWN');
  await asha.read('coinOrderClose', { id });
  assert.equal((await asha.call('coinModify', { ...fresh(), quantity: '0.001' })).reason, 'ORDER_NOT_OPEN');
});

test('a GTT of two legs is listed, blocks nothing while it waits and is cancelled', async () => {
  const last = textOf(await asha.read('stockInfo', { instrumentId: STOCK }), 'price');
  const [low, high] = [Math.floor(Number(last) * 0.95), Math.ceil(Number(last) * 1.05)].map(
    (at) => `${at}.00`,
  );
  assert.ok(low !== undefined && high !== undefined);
  const gtt = { clientId: asha.clientId(), instrumentId: STOCK, side: 'buy', quantity: '10' };
  const both = { triggerPrice: low, price: low, otherTriggerPrice: high, otherPrice: high };
  const { order } = placed(await asha.call('gttAdd', { ...gtt, ...both }));
  assert.deepEqual([order['origin'], order['state'], order['validity']], ['gtt', 'new', 'gtd']);
  assert.equal(recordOf(order['otherLeg'])['priceLimit'], high);
  assert.equal(Number(order['held']), 0);
  assert.equal(Number(order['expiresAtMs']) - Number(order['placedAtMs']), 365 * 86_400_000);
  const id = textOf(order, 'id');
  assert.deepEqual(await liveIds(asha, 'gttList', { instrumentId: STOCK }), [id]);
  assert.deepEqual(await liveIds(other, 'gttList'), []);
  const near = { ...gtt, clientId: asha.clientId(), triggerPrice: last, price: last };
  assert.equal((await asha.call('gttAdd', near)).reason, 'TRIGGER_NEAR');
  assert.equal((await other.call('gttCancel', { id })).reason, 'ORDER_UNKNOWN');
  const plain = placed(
    await asha.coin('buy', { type: 'limit', validity: 'gtc', price: '50000.0', quantity: '0.001' }),
  );
  const notOne = await asha.call('gttCancel', { id: textOf(plain.order, 'id') });
  assert.equal(notOne.reason, 'ORDER_UNKNOWN', 'an order that is no GTT is not one here');
  await asha.read('coinOrderClose', { id: textOf(plain.order, 'id') });
  assert.equal(recordOf((await asha.read('gttCancel', { id }))['order'])['state'], 'cancelled');
  assert.deepEqual(await liveIds(asha, 'gttList'), []);
  assert.equal((await asha.list('gttList', { state: 'ended' })).length, 1);
});

test('what fills of a bracket’s purchase is for sale at both ends at once, by an order of its own (fault 11)', async () => {
  const best = bestOf('asks');
  const ends = { takeProfitPrice: away(best, 5), stopLossPrice: away(best, -5) };
  const wrong = { ...ends, stopLossPrice: ends.takeProfitPrice };
  const refused = await asha.coin('buy', { quantity: '0.001', ...wrong });
  assert.equal(refused.reason, 'TP_SL_SIDE');
  assert.match(textOf(refused.body, 'fix'), /^Put take-profit above \d/);
  const { takeProfitPrice } = ends;
  assert.equal((await asha.coin('buy', { takeProfitPrice })).body['field'], 'stopLossPrice');
  const both = await asha.coin('buy', { ...ends, stopLossTrailPercent: '1' });
  assert.equal(both.body['field'], 'stopLossPrice', 'one stop, not two');
  const { order } = placed(await asha.coin('buy', { quantity: '0.001', ...ends }));
  assert.deepEqual([order['takeProfitPrice'], order['stopLossPrice']], [takeProfitPrice, ends.stopLossPrice]);
  const id = textOf(order, 'bracketEndId');
  const end = recordOf((await asha.read('coinOrderQuery', { id }))['order']);
  assert.deepEqual(
    [end['origin'], end['type'], end['side'], end['quantity'], end['triggerPrice'], end['triggerWhen']],
    ['bracket', 'stopMarket', 'sell', order['quantityFilled'], ends.stopLossPrice, 'falls'],
  );
  const other = recordOf(end['otherLeg']);
  assert.deepEqual(
    [other['triggerPrice'], other['triggerWhen'], other['priceLimit']],
    [takeProfitPrice, 'rises', takeProfitPrice],
  );
  assert.ok((await liveIds(asha, 'coinOrders')).includes(id), 'its owner sees it wait');
  await asha.read('coinOrderClose', { id });
});

test('a bracket’s stop may trail behind what was paid (fault 11)', async () => {
  const trailing = { takeProfitPrice: away(bestOf('asks'), 5), stopLossTrailPercent: '2' };
  const { order } = placed(await asha.coin('buy', { quantity: '0.001', ...trailing }));
  assert.deepEqual([order['stopLossTrailPercent'], order['stopLossPrice']], ['2.00', undefined]);
  const id = textOf(order, 'bracketEndId');
  const end = recordOf((await asha.read('coinOrderQuery', { id }))['order']);
  assert.equal(end['type'], 'trailingStop');
  const behind = Number(textOf(end, 'triggerPrice')) / Number(textOf(order, 'priceAverage'));
  assert.ok(behind > 0.975 && behind < 0.985, `2 % behind: ${behind}`);
  await asha.read('coinOrderClose', { id });
  const far = await asha.coin('buy', { quantity: '0.001', ...trailing, stopLossTrailPercent: '11' });
  assert.equal(far.reason, 'TRAIL');
});

test('an iceberg shows others a part', async () => {
  const price = away(bestOf('bids'), -0.001);
  const ticket = { type: 'limit', validity: 'gtc', price, quantity: '0.01', disclosedQuantity: '0.001' };
  const { order } = placed(await asha.coin('buy', ticket));
  assert.equal(order['disclosedQuantity'], '0.00100000');
  await asha.read('coinOrderClose', { id: textOf(order, 'id') });
  const reply = await asha.coin('buy', { ...ticket, disclosedQuantity: '0.0009' });
  assert.equal(reply.reason, 'QUANTITY_SHOWN');
});

test('an order of some minutes ends when they are over', async () => {
  const ticket = { type: 'limit', validity: 'ttl', price: await patientPrice(), ttlMinutes: '1' };
  const { order } = placed(await asha.stock('buy', ticket));
  trader.advance(61_000);
  // Two turns, as a first one under way may have looked before the time moved.
  for (let turn = 1; turn <= 2; turn += 1) await trader.app.scheduler.now('engine: due work');
  const ended = recordOf((await asha.read('stockOrderInfo', { id: textOf(order, 'id') }))['order']);
  assert.deepEqual([ended['state'], ended['cause']], ['cancelled', 'expired']);
});

test('a field that does not belong to the type, or is missing, is named', async () => {
  const field = async (fields: Fields) => {
    const { reason, body } = await asha.coin('buy', { validity: 'gtc', ...fields });
    assert.equal(reason, 'INVALID_INPUT');
    return body['field'];
  };
  assert.equal(await field({ type: 'stopLimit', price: '10.0' }), 'triggerPrice');
  assert.equal(await field({ type: 'stopMarket', triggerPrice: '10.0', price: '10.0' }), 'price');
  assert.equal(await field({ type: 'trailingStop' }), 'trailPercent');
  assert.equal(await field({ type: 'limit', price: '10.0', trailPercent: '1' }), 'trailPercent');
  assert.equal(await field({ type: 'limit', price: '10.0', validity: 'gtd' }), 'expiresAtMs');
  assert.equal(await field({ type: 'limit', price: '10.0', triggerPrice: '10.0' }), 'triggerPrice');
});

test('what each conditions order may be refused for, with what to change', async () => {
  const best = bestOf('asks');
  const refusalOf = async (side: 'buy' | 'sell', fields: Fields) => {
    const { reason, body } = await asha.coin(side, { validity: 'gtc', quantity: '0.001', ...fields });
    assert.ok(!String(body['fix']).includes('{'), `nothing is left open in: ${String(body['fix'])}`);
    return reason;
  };
  const below = away(best, -3);
  const above = away(best, 3);
  assert.equal(await refusalOf('buy', { type: 'stopMarket', triggerPrice: below }), 'TRIGGER_SIDE');
  assert.equal(await refusalOf('buy', { type: 'takeProfitMarket', triggerPrice: above }), 'TP_SL_SIDE');
  const far = { type: 'stopLimit', triggerPrice: above, price: away(best, 20) };
  assert.equal(await refusalOf('buy', far), 'TRIGGER_LIMIT');
  assert.equal(await refusalOf('sell', { type: 'trailingStop', trailPercent: '50' }), 'TRAIL');
  const late = { type: 'limit', validity: 'gtd', price: below, expiresAtMs: '4000000000000' };
  assert.equal(await refusalOf('buy', late), 'EXPIRY');
  const shown = { type: 'limit', price: below, disclosedQuantity: '0.01' };
  assert.equal(await refusalOf('buy', shown), 'QUANTITY_SHOWN');
  assert.equal(await refusalOf('buy', { type: 'limit', price: '1.001' }), 'TICK');
});
