import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDecimal, instrumentId } from '@tarazu/core/values';
import { COIN, openTrader, placed, quoted, rowsOf, STOCK, sum, units } from '#domains/orders/test-trader.ts';
import { type Fields, recordOf, textOf } from '#test-app.ts';

const testTrader = await openTrader();
const { app } = testTrader;
const asha = await testTrader.enter();
const scale = 10n ** 8n;

/** A price far below the market, on its tick, at which nobody sells. */
async function lowPrice(): Promise<string> {
  const ticker = await asha.read('coinTicker', { instrumentId: COIN });
  return `${Math.floor(Number(ticker['price']) / 2)}.0`;
}

test('a market buy and the sale after it move coins, money and charges to the last unit', async () => {
  const bought = placed(await asha.coin('buy', { quantity: '0.01' }));
  assert.equal(bought.order['state'], 'completed');
  assert.equal(sum(bought.fills, 'quantity'), scale / 100n);
  const charges = recordOf(bought.order['charges']);
  const { spot, positions } = await coins();
  const cost = units(bought.order, 'value') + units(charges, 'total');
  assert.equal(spot.get('BTC'), scale / 100n);
  assert.equal(spot.get('USDT'), 10_000n * scale - cost);
  assert.deepEqual(
    positions.map((one) => [one['quantity'], units(one, 'cost')]),
    [['0.01000000', cost]],
  );

  const sold = placed(await asha.coin('sell', { quantity: '0.01' }));
  const after = await coins();
  const proceeds = units(sold.order, 'value') - units(recordOf(sold.order['charges']), 'total');
  assert.equal(after.spot.get('USDT'), 10_000n * scale - cost + proceeds);
  assert.equal(after.positions.length, 0);
  assert.equal(sum(sold.fills, 'profitRealised'), proceeds - cost);
});

async function coins() {
  const data = await asha.read('coinAssets');
  const spot = new Map(rowsOf(data, 'spot').map((row) => [row['asset'], units(row, 'available')]));
  return { spot, positions: rowsOf(data, 'positions'), data };
}

test('coins bought a minute ago have made what they gained over their cost today, not what the day gained', async () => {
  placed(await asha.coin('buy', { quantity: '0.02' }));
  const [position] = (await coins()).positions;
  assert.ok(position);
  assert.equal(units(position, 'profitToday'), units(position, 'profit'));
  testTrader.advance(86_400_000);
  await quoted(testTrader, COIN);
  const [later, before] = await ofOneMoment();
  const value = units(later, 'value');
  const wasWorth = (units(later, 'quantity') * BigInt(before)) / 10n;
  assert.equal(
    units(later, 'profitToday'),
    value - wasWorth,
    'a day later its today is the change of the last 24 hours',
  );
});

/** The position and the price of a day ago by which it was reckoned: the market may move between the two. */
async function ofOneMoment(): Promise<
  readonly [position: Readonly<Record<string, unknown>>, before: string]
> {
  const closeNow = (): string => app.market.ticker(COIN).previousClose.replace('.', '');
  for (;;) {
    const before = closeNow();
    const [position] = (await coins()).positions;
    if (position && closeNow() === before) return [position, before];
  }
}

test('an order that only makes rests, fills nothing and is found by either id', async () => {
  const clientId = asha.clientId();
  const price = await lowPrice();
  const { order } = placed(await asha.coin('buy', { clientId, type: 'limit', validity: 'postOnly', price }));
  assert.deepEqual([order['state'], order['validity']], ['open', 'postOnly']);
  for (const by of [{ id: textOf(order, 'id') }, { clientId }] satisfies Fields[]) {
    assert.deepEqual(recordOf((await asha.read('coinOrderQuery', by))['order']), order);
  }
  const live = await asha.list('coinOrders', { state: 'live', instrumentId: COIN });
  assert.deepEqual(live, [order]);
  const closed = recordOf((await asha.read('coinOrderClose', { id: textOf(order, 'id') }))['order']);
  assert.deepEqual([closed['state'], closed['held']], ['cancelled', '0.00000000']);
  assert.deepEqual(await asha.list('coinOrders', { state: 'live' }), []);
  assert.equal((await asha.call('coinOrderClose', { id: textOf(order, 'id') })).reason, 'ORDER_NOT_OPEN');
  assert.ok((await asha.list('coinOrders', { state: 'ended' })).length > 1);
});

test('an order until cancelled rests beyond the day, a limit that meets the book fills at once', async () => {
  const { order } = placed(
    await asha.coin('buy', { type: 'limit', validity: 'gtc', price: await lowPrice() }),
  );
  await app.engine.submit({ type: 'session.end', venue: 'COIN_SIM' });
  assert.equal(
    recordOf((await asha.read('coinOrderQuery', { id: textOf(order, 'id') }))['order'])['state'],
    'open',
  );
  // Of the book and not of the tape: after the day that an
  // earlier test let pass, the last print is of yesterday.
  const [ask] = app.engine.book(instrumentId(COIN), 'demo', 1).asks;
  assert.ok(ask);
  const price = formatDecimal((ask.price / 10n) * 10n + 10_000n, 1);
  const crossing = placed(await asha.coin('buy', { type: 'limit', validity: 'ioc', price }));
  assert.equal(crossing.order['state'], 'completed');
});

const wrong: readonly (readonly [reason: string, side: 'buy' | 'sell', fields: Fields])[] = [
  ['INSTRUMENT_UNKNOWN', 'buy', { instrumentId: 'COIN_SIM:NO-SUCH' }],
  ['INSTRUMENT_UNKNOWN', 'buy', { instrumentId: STOCK }],
  ['TYPE_NOT_ALLOWED', 'buy', { validity: 'postOnly' }],
  ['INVALID_INPUT', 'buy', { validity: 'day' }],
  ['TICK', 'buy', { type: 'limit', validity: 'gtc', price: '90000.05' }],
  ['TICK', 'buy', { type: 'limit', validity: 'gtc', price: '0' }],
  ['LOT', 'buy', { quantity: '0.000015' }],
  ['LOT', 'buy', { quantity: '0.000000001' }],
  ['QUANTITY_MIN', 'buy', { quantity: '0' }],
  ['QUANTITY_MAX', 'buy', { quantity: '1001' }],
  ['VALUE_MIN', 'buy', { quantity: '0.00001' }],
  ['VALUE_MAX', 'buy', { quantity: '999' }],
  ['WOULD_TAKE', 'buy', { type: 'limit', validity: 'postOnly', price: '400000.0' }],
  ['INSUFFICIENT_FUNDS', 'buy', { quantity: '10' }],
  ['INSUFFICIENT_HOLDINGS', 'sell', { quantity: '10' }],
];
for (const [reason, side, fields] of wrong) {
  test(`${side} ${JSON.stringify(fields)} is ${reason}`, async () => {
    const before = await coins();
    const reply = await asha.coin(side, fields);
    assert.equal(reply.reason, reason, JSON.stringify(reply.body));
    assert.doesNotMatch(`${reply.body['msg']} ${reply.body['fix']}`, /[{}]/, 'the sentence names the limit');
    assert.deepEqual((await coins()).spot, before.spot);
  });
}

test('a price of 0 and a quantity of 0 have the specification’s sentence, and a coin is not counted in shares', async () => {
  const said = async (fields: Fields) => (await asha.coin('buy', fields)).body;
  const price = await said({ type: 'limit', validity: 'gtc', price: '0' });
  assert.deepEqual([price['msg'], price['field']], ['The limit price cannot be 0.', 'price']);
  const quantity = await said({ quantity: '0' });
  assert.deepEqual([quantity['msg'], quantity['field']], ['The order amount cannot be 0.', 'quantity']);
  const most = await said({ quantity: '1001' });
  assert.match(String(most['msg']), /^maximum quantity [\d.,]+ BTC$/);
});

test('nobody on the other side, and a client id with other content', async () => {
  const empty = {
    type: 'marketMaker.quote',
    instrumentId: instrumentId('COIN_SIM:ETH-USDT'),
    environment: 'demo',
    bids: [],
    asks: [],
  } as const;
  let reason: string | undefined;
  // The market maker may quote again between the two: then once more.
  for (let attempt = 0; attempt < 20 && reason !== 'NO_LIQUIDITY'; attempt += 1) {
    app.engine.marketMaker([empty]);
    reason = (await asha.coin('buy', { instrumentId: 'COIN_SIM:ETH-USDT' })).reason;
  }
  assert.equal(reason, 'NO_LIQUIDITY');
  const clientId = asha.clientId();
  placed(
    await asha.coin('buy', {
      clientId,
      type: 'limit',
      validity: 'gtc',
      price: await lowPrice(),
      quantity: '0.001',
    }),
  );
  assert.equal((await asha.coin('buy', { clientId, quantity: '0.002' })).reason, 'CLIENT_ID_REUSED');
});

test('a stranger, the other venue and nonsense find no order', async () => {
  const [order] = await asha.list('coinOrders', { limit: '1' });
  const stranger = await testTrader.enter();
  const id = textOf(order ?? {}, 'id');
  assert.equal((await stranger.call('coinOrderQuery', { id })).reason, 'ORDER_UNKNOWN');
  assert.equal(
    (await stranger.call('coinOrderQuery', { clientId: textOf(order ?? {}, 'clientId') })).reason,
    'ORDER_UNKNOWN',
  );
  assert.equal((await stranger.call('coinOrderClose', { id })).reason, 'ORDER_UNKNOWN');
  assert.equal((await asha.call('stockOrderInfo', { id })).reason, 'ORDER_UNKNOWN');
  assert.equal((await asha.call('stockCancel', { id })).reason, 'ORDER_UNKNOWN');
  assert.equal((await asha.call('coinOrderQuery', { id: 'x' })).reason, 'ORDER_UNKNOWN');
  assert.equal((await asha.call('coinOrderQuery', {})).reason, 'INVALID_INPUT');
});

test('one’s own coin fills are told newest first, of one’s own venue, and of the time that is asked for', async () => {
  const trader = await testTrader.enter();
  const first = placed(await trader.coin('buy', { quantity: '0.001' }));
  await trader.stock('buy', { quantity: '1' });
  testTrader.advance(60_000);
  await quoted(testTrader, COIN);
  const second = placed(await trader.coin('sell', { quantity: '0.001' }));
  const ids = (fills: readonly Record<string, unknown>[]) => fills.map((fill) => textOf(fill, 'id'));
  const all = await trader.list('coinFills', { limit: '100' });
  assert.deepEqual(ids(all).sort(), ids([...first.fills, ...second.fills]).sort());
  const betweenMs = String(Number(second.fills[0]?.['atMs']) - 30_000);
  const late = await trader.list('coinFills', { fromMs: betweenMs });
  assert.deepEqual(ids(late).sort(), ids(second.fills).sort());
  const early = await trader.list('coinFills', { toMs: betweenMs });
  assert.deepEqual(ids(early).sort(), ids(first.fills).sort());
  assert.ok(Number(all[0]?.['atMs']) > Number(all.at(-1)?.['atMs']));
  assert.deepEqual(await (await testTrader.enter()).list('coinFills', {}), []);
});

test('what a coin fill met explains its price', async () => {
  const { fills } = placed(await asha.coin('buy', { quantity: '0.001' }));
  const evidence = await asha.read('fillEvidence', { id: textOf(fills[0] ?? {}, 'id') });
  const taken = rowsOf(evidence, 'levels').filter((level) => units(level, 'taken') > 0n);
  assert.deepEqual(
    taken.map((level) => [level['price'], level['taken']]),
    fills.map((fill) => [fill['price'], fill['quantity']]),
  );
});
