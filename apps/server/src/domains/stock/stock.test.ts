import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Instrument } from '@tarazu/core';
import { instrumentId, price } from '@tarazu/core/values';
import {
  COIN,
  type Customer,
  openTrader,
  placed,
  quoted,
  type Row,
  rowsOf,
  STOCK,
  sum,
  units,
} from '#domains/orders/test-trader.ts';
import { seedCalendars } from '#market/calendar/calendars.ts';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import { referenceAt } from '#market/reference/reference.ts';
import { SimulatedSource } from '#market/simulated/simulated-source.ts';
import { DayRecords, VenueDays } from '#market/venue/venue-days.ts';
import { seedRulebook } from '#rules/rulebook.ts';
import { type Fields, recordOf, textOf } from '#test-app.ts';

const testTrader = await openTrader();
const { app } = testTrader;
const asha = await testTrader.enter();

async function detail(id = STOCK) {
  const data = await asha.read('stockInfo', { instrumentId: id });
  const band = recordOf(data['band']);
  return { price: textOf(data, 'price'), low: textOf(band, 'priceLow'), high: textOf(band, 'priceHigh') };
}

/** A buy that rests: at the bottom of the band. */
async function resting(customer: Customer, more: Fields = {}) {
  const { low } = await detail();
  return placed(await customer.stock('buy', { type: 'limit', validity: 'day', price: low, ...more }));
}

async function sessionOf(customer: Customer) {
  const session = await app.accounts.sessions.find(customer.token);
  assert.ok(typeof session !== 'string');
  return session;
}

test('a market order fills at once, at prices of its book, and its parts add up', async () => {
  const { order, fills, duplicate } = placed(await asha.stock('buy', { quantity: '40' }));
  assert.deepEqual(
    [order['state'], order['validity'], order['held'], duplicate],
    ['completed', 'ioc', '0.00', false],
  );
  assert.ok(fills.length > 0);
  assert.equal(sum(fills, 'quantity'), 40n);
  assert.equal(sum(fills, 'value'), units(order, 'value'));
  const charges = recordOf(order['charges']);
  assert.equal(sum(fills, 'charges'), units(charges, 'total'));
  assert.equal(sum(rowsOf(charges, 'lines'), 'amount'), units(charges, 'total'));
  for (const fill of fills) {
    assert.equal(units(fill, 'value'), units(fill, 'price') * units(fill, 'quantity'));
    assert.ok(units(fill, 'price') <= units(order, 'priceLimit'));
    assert.deepEqual([fill['role'], fill['counterparty'], fill['side']], ['taker', 'marketMaker', 'buy']);
  }
  const info = await asha.read('stockOrderInfo', { id: textOf(order, 'id') });
  assert.deepEqual(recordOf(info['order']), order);
  assert.deepEqual(rowsOf(info, 'fills'), fills);
});

test('a limit order rests with what it can cost at most, and its cancel gives all of it back', async () => {
  const before = await cashOf(asha);
  const { order } = await resting(asha, { quantity: '10' });
  assert.equal(order['state'], 'open');
  const held = units(order, 'held');
  assert.ok(held > units(order, 'priceLimit') * 10n, 'charges are held as well');
  const during = await cashOf(asha);
  assert.deepEqual([before.available - during.available, during.held - before.held], [held, held]);
  const live = await asha.list('stockOrders', { state: 'live' });
  assert.ok(live.some((one) => one['id'] === order['id']));
  const cancelled = recordOf((await asha.read('stockCancel', { id: textOf(order, 'id') }))['order']);
  assert.deepEqual(
    [cancelled['state'], cancelled['cause'], cancelled['held']],
    ['cancelled', 'customer', '0.00'],
  );
  assert.deepEqual(await cashOf(asha), before);
  assert.equal((await asha.call('stockCancel', { id: textOf(order, 'id') })).reason, 'ORDER_NOT_OPEN');
});

async function cashOf(customer: Customer): Promise<{ available: bigint; held: bigint }> {
  const cash = recordOf((await customer.read('userAssets'))['stockCash']);
  return { available: units(cash, 'available'), held: units(cash, 'held') };
}

test('an order that may not rest leaves nothing behind', async () => {
  const { low } = await detail();
  const { order, fills } = placed(await asha.stock('buy', { type: 'limit', price: low }));
  assert.deepEqual([order['state'], order['cause'], fills.length], ['cancelled', 'immediateOrCancel', 0]);
});

const wrong: readonly (readonly [reason: string, side: 'buy' | 'sell', fields: Fields, field?: string])[] = [
  ['INSTRUMENT_UNKNOWN', 'buy', { instrumentId: 'NSE_SIM:NOSUCH' }, 'instrumentId'],
  ['INSTRUMENT_UNKNOWN', 'buy', { instrumentId: COIN }, 'instrumentId'],
  ['INSTRUMENT_UNKNOWN', 'sell', { instrumentId: 'NSE_SIM:TARAZU50' }, 'instrumentId'],
  ['INVALID_INPUT', 'buy', { price: '900.00' }, 'price'],
  ['INVALID_INPUT', 'buy', { type: 'limit' }, 'price'],
  ['INVALID_INPUT', 'buy', { validity: 'gtc' }, 'validity'],
  ['TICK', 'buy', { type: 'limit', price: '900.03' }],
  ['TICK', 'buy', { type: 'limit', price: '900.001' }, 'price'],
  ['TICK', 'buy', { type: 'limit', price: '0' }, 'price'],
  ['LOT', 'buy', { quantity: '1.5' }, 'quantity'],
  ['QUANTITY_MIN', 'sell', { quantity: '0' }, 'quantity'],
  ['QUANTITY_MAX', 'buy', { quantity: '100001', confirmLarge: 'true' }],
  ['VALUE_MIN', 'buy', { type: 'limit', price: app.market.profile(STOCK).tickSize }],
  ['VALUE_MAX', 'buy', { quantity: '100000', confirmLarge: 'true' }],
  ['PRICE_BAND', 'buy', { type: 'limit', price: '9000.00' }, 'price'],
  ['INSUFFICIENT_FUNDS', 'buy', { quantity: '20000', confirmLarge: 'true' }],
  ['INSUFFICIENT_HOLDINGS', 'sell', { quantity: '5000', confirmLarge: 'true' }],
];
for (const [reason, side, fields, field] of wrong) {
  test(`${side} ${JSON.stringify(fields)} is ${reason}`, async () => {
    const before = await cashOf(asha);
    const reply = await asha.stock(side, fields);
    assert.equal(reply.reason, reason, JSON.stringify(reply.body));
    assert.equal(reply.body['field'], field);
    assert.doesNotMatch(`${reply.body['msg']} ${reply.body['fix']}`, /[{}]/, 'the sentence names the limit');
    assert.deepEqual(await cashOf(asha), before);
  });
}

test('shares bought today can not be sold before their time, and the sentence is not about having none', async () => {
  const buyer = await testTrader.enter();
  // The gift of a demo account is worth the same at any
  // price, so its number of shares is not always the same.
  const given = units((await holding(buyer)).position, 'quantity');
  await buyer.stock('buy', { quantity: '3' });
  const { position, lots } = await holding(buyer);
  assert.deepEqual([position['quantityAvailable'], position['quantityUnsettled']], [String(given), '3']);
  const locked = lots.filter((lot) => lot['settled'] === false);
  assert.equal(sum(locked, 'quantity'), 3n);
  const sellableFromMs = exchangeCalendar.settlesAtMs(Number(locked[0]?.['boughtAtMs']), 1);
  assert.deepEqual(
    locked.map((lot) => lot['sellableFromMs']),
    [sellableFromMs],
  );
  const { usable, withdrawable } = exchangeCalendar.proceedsAtMs(sellableFromMs);
  assert.deepEqual(
    locked.map((lot) => [lot['cashUsableFromMs'], lot['withdrawableFromMs']]),
    [[usable, withdrawable]],
    'its money: the trading day after it may be sold at the earliest',
  );
  const early = await buyer.stock('sell', { quantity: String(given + 2n) });
  assert.equal(early.reason, 'HOLDINGS_UNSETTLED');
  const date = exchangeCalendar.tradeDateOf(sellableFromMs).split('-').reverse().join('-');
  assert.equal(early.body['fix'], `Sell up to ${given} now, the rest from ${date} 09:00 IST.`);
  assert.equal((await buyer.stock('sell', { quantity: String(given + 4n) })).reason, 'INSUFFICIENT_HOLDINGS');
  assert.equal((await buyer.stock('sell', { quantity: String(given) })).code, 0);
});

test('what is too fine is told the step of the instrument, not that of its decimals', async () => {
  const fixOf = async (fields: Fields) => (await asha.stock('buy', fields)).body['fix'];
  const { tickSize } = app.market.profile(STOCK);
  assert.equal(await fixOf({ type: 'limit', price: '900.001' }), `Use a multiple of ${tickSize}.`);
  const fine = await asha.coin('buy', { quantity: '0.000000001' });
  assert.deepEqual([fine.reason, fine.body['fix']], ['LOT', 'Use a multiple of 0.00001.']);
});

async function holding(customer: Customer) {
  const data = await customer.read('stockHolding', { instrumentId: STOCK });
  return {
    position: recordOf(data['position']),
    lots: rowsOf(data, 'lots'),
    fills: rowsOf(data, 'fills'),
    data,
  };
}

/** The share of which a day's trades are worth least: a large order of it is below the largest value. */
function leastTraded() {
  const turnoverOf = (one: { instrumentId: string; averageDailyVolume: bigint }): number =>
    Number(one.averageDailyVolume) * Number(app.market.ticker(one.instrumentId).price);
  const [least] = app.market
    .listings()
    .filter(({ kind }) => kind === 'stock')
    .sort((one, other) => turnoverOf(one) - turnoverOf(other));
  assert.ok(least);
  return least;
}

test('a large order needs a confirmation', async () => {
  const rarest = leastTraded();
  const fields = {
    instrumentId: rarest.instrumentId,
    quantity: String(rarest.averageDailyVolume / 10n + 1n),
  };
  const reply = await asha.stock('buy', fields);
  assert.deepEqual([reply.reason, reply.body['field']], ['CONFIRM_LARGE_ORDER', 'confirmLarge']);
  const clientId = asha.clientId();
  const confirmed = await asha.stock('buy', { ...fields, clientId, confirmLarge: 'true' });
  assert.notEqual(confirmed.reason, 'CONFIRM_LARGE_ORDER');
  const again = await asha.stock('buy', { ...fields, clientId });
  assert.equal(again.reason, confirmed.reason, 'what was answered is answered again, not judged again');
});

test('a GTT, a leg of a basket and a change that makes an order large ask for confirmation too', async () => {
  const rarest = leastTraded();
  const { instrumentId: of, averageDailyVolume } = rarest;
  await quoted(testTrader, of);
  const quantity = String(averageDailyVolume / 10n + 1n);
  const { price, band, tickSize } = app.market.profile(of);
  assert.ok(band);
  const LARGE = ['CONFIRM_LARGE_ORDER', 'confirmLarge'];
  const confirmLarge = 'true';

  const ticks = Math.round((Number(price) * 0.9) / Number(tickSize));
  const far = (ticks * Number(tickSize)).toFixed(2);
  const gtt = { instrumentId: of, side: 'buy', quantity, triggerPrice: far, price: far };
  const asked = await asha.call('gttAdd', { ...gtt, clientId: 'large-gtt-1' });
  assert.deepEqual([asked.reason, asked.body['field']], LARGE);
  const meant = await asha.call('gttAdd', { ...gtt, clientId: 'large-gtt-1', confirmLarge });
  assert.notEqual(meant.reason, 'CONFIRM_LARGE_ORDER');

  const legs = JSON.stringify([
    { instrumentId: of, side: 'buy', type: 'limit', price: band.priceLow, quantity },
  ]);
  const reasonIn = (reply: Row) => recordOf(rowsOf(reply, 'legs')[0]?.['refusal'] ?? {})['reason'];
  for (const call of ['basketPreview', 'basketPlace'] as const) {
    const fields = { legs, ...(call === 'basketPlace' && { clientId: 'large-basket-1' }) };
    assert.equal(reasonIn(await asha.read(call, fields)), 'CONFIRM_LARGE_ORDER', call);
    const confirmed = await asha.read(call, { ...fields, confirmLarge });
    assert.notEqual(reasonIn(confirmed), 'CONFIRM_LARGE_ORDER', call);
  }

  const waits = { instrumentId: of, type: 'limit', validity: 'day', price: band.priceLow, quantity: '100' };
  const { order } = placed(await asha.stock('buy', waits));
  const more = { id: textOf(order, 'id'), clientId: 'large-change-1', quantity };
  const enlarged = await asha.call('stockModify', more);
  assert.deepEqual([enlarged.reason, enlarged.body['field']], LARGE);
  assert.notEqual((await asha.call('stockModify', { ...more, confirmLarge })).reason, 'CONFIRM_LARGE_ORDER');
  const less = { ...more, clientId: 'large-change-2', quantity: '50' };
  placed(await asha.call('stockModify', less));
});

test('a market order that meets nobody is refused', async () => {
  app.engine.marketMaker([
    {
      type: 'marketMaker.quote',
      instrumentId: instrumentId('NSE_SIM:URJANET'),
      environment: 'demo',
      bids: [],
      asks: [],
    },
  ]);
  assert.equal((await asha.stock('buy', { instrumentId: 'NSE_SIM:URJANET' })).reason, 'NO_LIQUIDITY');
});

test('a price that has not moved for ten seconds is not traded on, but an answer once given stays', async () => {
  const fields = { clientId: asha.clientId() };
  const first = placed(await asha.stock('buy', fields));
  // A tick of the market may fall between the jump of the clock and the order: then there is another jump.
  for (let attempt = 0; attempt < 20; attempt += 1) {
    testTrader.advance(11_000);
    const [fresh, again] = await Promise.all([asha.stockOnce('buy', {}), asha.stock('buy', fields)]);
    assert.deepEqual([placed(again).order, placed(again).duplicate], [first.order, true]);
    if (fresh.reason === 'STALE_PRICE') return quoted(testTrader);
  }
  assert.fail('no order met an old price');
});

test('halted and delisted stocks and frozen accounts refuse orders; a cancel always goes through', async () => {
  const orders = [await resting(asha)];
  const cancel = (order = orders.pop()) => asha.call('stockCancel', { id: textOf(order?.order ?? {}, 'id') });
  const set = (status: Instrument['status']) =>
    app.engine.submit({ type: 'instrument.set', instrument: { ...termsOf(STOCK), status } });
  await set('halted');
  assert.equal((await asha.stock('buy', {})).reason, 'INSTRUMENT_HALTED');
  assert.equal((await cancel()).code, 0, 'a halt keeps orders and lets them be taken back');
  await set('unlisted');
  assert.equal((await asha.stock('buy', {})).reason, 'INSTRUMENT_NOT_LISTED');
  await set('listed');
  const opens = await resting(asha);
  const { high } = await detail();
  const lessens = placed(
    await asha.stock('sell', { type: 'limit', validity: 'day', price: high, quantity: '1' }),
  );
  const { accountId } = await sessionOf(asha);
  const freeze = (status: 'active' | 'frozen') =>
    app.engine.submit({ type: 'account.set', accountId, status, spotFeeTier: 0 });
  await freeze('frozen');
  assert.equal((await asha.stock('buy', {})).reason, 'ACCOUNT_FROZEN');
  const states = await Promise.all(
    [opens, lessens].map(async ({ order: { id } }) => {
      const { order } = await asha.read('stockOrderInfo', { id: String(id) });
      return recordOf(order)['state'];
    }),
  );
  assert.deepEqual(states, ['cancelled', 'open'], 'a freeze ends what opens');
  assert.equal((await cancel(lessens)).code, 0);
  await freeze('active');
});

function termsOf(id: string): Instrument {
  const source = new SimulatedSource({ seed: 136, hours: 'always' });
  const atMs = testTrader.nowMs();
  const terms = { source, rules: seedRulebook, calendars: seedCalendars, hours: 'always' } as const;
  const unused = () =>
    Promise.reject(new Error('Condition: a market that never closes asks for no averages'));
  const shared = { ...terms, store: { traded: unused, setState: unused } };
  const records = new DayRecords(shared, atMs);
  const days = new VenueDays(records, { ...shared, lastPrice: () => price(1n), saveTape: unused });
  const references = referenceAt({ ...terms, days, atMs });
  const command = references.find(({ key }) => key === `instrument:${id}`)?.command;
  assert.ok(command?.type === 'instrument.set');
  return command.instrument;
}

test('two hundred orders may rest, and one more is refused', async () => {
  const collector = await testTrader.enter();
  const orders = await Promise.all(Array.from({ length: 200 }, () => resting(collector)));
  assert.ok(orders.every(({ order }) => order['state'] === 'open'));
  const { low } = await detail();
  const more = await collector.stock('buy', { type: 'limit', validity: 'day', price: low });
  assert.equal(more.reason, 'OPEN_ORDERS_MAX');
  assert.equal((await collector.stock('buy', {})).code, 0, 'an order that never rests is not one too many');

  const pages: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await collector.read('stockOrders', {
      state: 'live',
      limit: '64',
      ...(cursor === undefined ? {} : { cursor }),
    });
    pages.push(...rowsOf(page, 'list').map((one) => textOf(one, 'id')));
    cursor = typeof page['next'] === 'string' ? page['next'] : undefined;
  } while (cursor !== undefined);
  const placedIds = orders.map(({ order }) => Number(order['id'])).sort((a, b) => b - a);
  assert.deepEqual(pages.map(Number), placedIds, 'pages are the whole list, newest first, nothing twice');
  assert.equal((await collector.call('stockOrders', { cursor: 'x' })).reason, 'INVALID_INPUT');
});

test('an order of another customer, of the other environment or of another venue does not exist', async () => {
  const { order } = await resting(asha);
  const stranger = await testTrader.enter();
  const id = textOf(order, 'id');
  for (const name of ['stockOrderInfo', 'stockCancel'] as const) {
    assert.equal((await stranger.call(name, { id })).reason, 'ORDER_UNKNOWN', name);
    assert.equal((await asha.call(name, { id: '999999999999' })).reason, 'ORDER_UNKNOWN', name);
    assert.equal((await asha.call(name, { id: 'x' })).reason, 'ORDER_UNKNOWN', name);
  }
  for (const name of ['coinOrderQuery', 'coinOrderClose'] as const) {
    assert.equal((await asha.call(name, { id })).reason, 'ORDER_UNKNOWN', name);
  }
  assert.deepEqual(await stranger.list('stockOrders'), []);
  assert.equal(recordOf((await asha.read('stockOrderInfo', { id }))['order'])['state'], 'open');
});

test('why this price: the levels that were met explain each fill, and only one’s own', async () => {
  const { order, fills } = placed(await asha.stock('buy', { quantity: '700' }));
  const [fill] = fills;
  assert.ok(fill);
  const evidence = await asha.read('fillEvidence', { id: textOf(fill, 'id') });
  assert.deepEqual(recordOf(evidence['fill']), fill);
  assert.equal(String(evidence['sequence']), order['id']);
  assert.match(textOf(evidence, 'journalHash'), /^[0-9a-f]{64}$/);
  const levels = rowsOf(evidence, 'levels');
  const prices = levels.map((level) => units(level, 'price'));
  assert.deepEqual(
    prices,
    [...prices].sort((a, b) => Number(a - b)),
    'best first',
  );
  const taken = levels
    .filter((level) => level['taken'] !== '0')
    .map((level) => [level['price'], level['taken']]);
  assert.deepEqual(
    taken,
    fills.map((one) => [one['price'], one['quantity']]),
  );
  const last = levels.findIndex((level) => level['price'] === fills.at(-1)?.['price']);
  for (const level of levels.slice(0, last))
    assert.equal(level['taken'], level['quantity'], 'a better level is empty first');
  const stranger = await testTrader.enter();
  assert.equal((await stranger.call('fillEvidence', { id: textOf(fill, 'id') })).reason, 'NOT_FOUND');
  assert.equal((await asha.call('fillEvidence', { id: '1-0' })).reason, 'NOT_FOUND');
});

test('fills by page are all fills, and statistics are their sums', async () => {
  const trader = await testTrader.enter();
  for (const instrument of [STOCK, 'NSE_SIM:URJANET']) {
    await trader.stock('buy', { instrumentId: instrument, quantity: '20' });
    await trader.stock('sell', { instrumentId: instrument, quantity: '20' });
  }
  const all = await trader.list('stockFills', { limit: '100' });
  assert.ok(all.length >= 4);
  const paged = [];
  let cursor: string | undefined;
  do {
    const page = await trader.read('stockFills', { limit: '1', ...(cursor === undefined ? {} : { cursor }) });
    paged.push(...rowsOf(page, 'list'));
    cursor = typeof page['next'] === 'string' ? page['next'] : undefined;
  } while (cursor !== undefined);
  assert.deepEqual(paged, all);
  const own = await trader.list('stockFills', { instrumentId: STOCK });
  assert.ok(own.length > 0 && own.every((fill) => fill['instrumentId'] === STOCK));
  for (const by of ['day', 'month', 'instrument']) {
    const statistics = await trader.read('stockStatistics', { by });
    const list = rowsOf(statistics, 'list');
    for (const [figure, ofFill] of [
      ['charges', 'charges'],
      ['turnover', 'value'],
      ['profitRealised', 'profitRealised'],
    ] as const) {
      assert.equal(units(statistics, figure), sum(all, ofFill), `${by} ${figure}`);
      assert.equal(sum(list, figure), sum(all, ofFill), `${by} ${figure}`);
    }
    assert.equal(
      list.reduce((count, row) => count + Number(row['fills']), 0),
      all.length,
    );
  }
  assert.deepEqual(
    rowsOf(await trader.read('stockStatistics', { by: 'instrument' }), 'list').map((row) => row['key']),
    ['URJANET', 'ARUNA'],
  );
  assert.deepEqual(rowsOf(await trader.read('stockStatistics', { toMs: '1000' }), 'list'), []);
  const { data, fills } = await holding(trader);
  assert.deepEqual(fills, own);
  assert.equal(units(data, 'charges'), sum(own, 'charges'));
});

test('a holding that one does not have is not found', async () => {
  assert.equal(
    (await asha.call('stockHolding', { instrumentId: 'NSE_SIM:NOSUCH' })).reason,
    'INSTRUMENT_UNKNOWN',
  );
  const other = app.market.listings()[40];
  assert.ok(other);
  assert.equal((await asha.call('stockHolding', { instrumentId: other.instrumentId })).reason, 'NOT_FOUND');
});

test('a hundred times the same order is one order with one answer', async () => {
  const fields = { clientId: asha.clientId(), quantity: '2' };
  const before = await asha.list('stockFills', { limit: '100' });
  const replies = (await Promise.all(Array.from({ length: 100 }, () => asha.stock('buy', fields)))).map(
    placed,
  );
  assert.equal(replies.filter(({ duplicate }) => !duplicate).length, 1);
  for (const { order, fills } of replies)
    assert.deepEqual([order, fills], [replies[0]?.order, replies[0]?.fills]);
  const after = await asha.list('stockFills', { limit: '100' });
  assert.equal(after.length - before.length, replies[0]?.fills.length);
  assert.equal((await asha.stock('buy', { ...fields, quantity: '3' })).reason, 'CLIENT_ID_REUSED');
});

test('of two hundred orders at once against money for one, one passes', async () => {
  const poor = await testTrader.enter();
  const { low } = await detail();
  const quantity = String((10_00_000_00n * 10n) / (units({ low }, 'low') * 11n));
  const order = () => poor.stock('buy', { type: 'limit', validity: 'day', price: low, quantity });
  const replies = await Promise.all(Array.from({ length: 200 }, order));
  assert.equal(replies.filter(({ code }) => code === 0).length, 1);
  assert.equal(replies.filter(({ reason }) => reason === 'INSUFFICIENT_FUNDS').length, 199);
  const { available, held } = await cashOf(poor);
  assert.equal(available + held, 10_00_000_00n);
});
