import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount, chargesTotal, intradayCharges } from '@tarazu/core/values';
import { watchIntraday } from '#domains/intraday/watch.ts';
import {
  type Customer,
  openDesk,
  placed,
  quoted,
  type Row,
  rowsOf,
  STOCK,
  units,
} from '#domains/orders/test-desk.ts';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import { intradayTimes } from '#market/live/intraday-times.ts';
import { intradayRows, ruleAt, stockChargeRows } from '#market/live/rules-seed.ts';
import { createPool } from '#platform/database/pool.ts';
import { recordOf, textOf } from '#test-app.ts';

const desk = await openDesk();
const { app, database } = desk;
const { engine, market } = app;
const pool = createPool({
  connection: { connectionString: database.url },
  name: 'tarazu-test-intraday',
  connectionsMax: 4,
  onConnectionLost: () => undefined,
});
database.beforeClose(() => pool.end());
const watch = () =>
  watchIntraday({
    pool,
    engine,
    market,
    clock: desk,
    sendNotice: (notice, on) => app.accounts.sendNotice(notice, on),
  });

async function open(customer: Customer): Promise<Row | undefined> {
  return rowsOf(await customer.read('stockHoldings'), 'intraday').find(
    (row) => row['instrumentId'] === STOCK,
  );
}

async function noticeTitles(customer: Customer): Promise<string[]> {
  return (await customer.list('noticeList')).map((row) => textOf(row, 'title'));
}

test('an order within the day sets a fifth aside, is charged by its own rates and stays apart from delivery', async () => {
  const asha = await desk.enter();
  const before = (await asha.list('stockHoldings')).find((row) => row['instrumentId'] === STOCK);
  const { order } = placed(await asha.stock('buy', { quantity: '40', product: 'MIS' }));
  assert.deepEqual([order['product'], order['origin'], order['state']], ['MIS', 'customer', 'completed']);
  const rules = ruleAt(stockChargeRows, desk.nowMs());
  assert.ok(rules.intraday);
  const due = intradayCharges(
    { side: 'buy', turnover: amount(units(order, 'value')) },
    { ...rules, intraday: rules.intraday },
  );
  assert.equal(units(recordOf(order['charges']), 'total'), chargesTotal(due));

  const position = await open(asha);
  assert.ok(position);
  assert.deepEqual([position['side'], position['quantity'], position['cost']], ['buy', '40', order['value']]);
  assert.ok(units(position, 'margin') * 5n >= units(order, 'value'));
  assert.ok(units(position, 'margin') * 5n < units(order, 'value') + 100n);
  const cash = recordOf((await asha.read('userAssets'))['stockCash']);
  assert.equal(cash['held'], position['margin']);
  assert.deepEqual(
    (await asha.list('stockHoldings')).find((row) => row['instrumentId'] === STOCK)?.['quantity'],
    before?.['quantity'],
  );

  const more = await asha.stock('sell', { quantity: '41', product: 'MIS' });
  assert.equal(more.reason, 'INSUFFICIENT_HOLDINGS');
  placed(await asha.stock('sell', { quantity: '40', product: 'MIS' }));
  assert.equal(await open(asha), undefined);
  assert.equal(recordOf((await asha.read('userAssets'))['stockCash'])['held'], '0.00');
});

test('a stop within the day is refused with what there is instead', async () => {
  const chandra = await desk.enter();
  const stops = [
    { type: 'stopMarket', validity: 'day', triggerPrice: '999999.00' },
    { type: 'stopLimit', validity: 'day', triggerPrice: '999999.00', price: '999999.00' },
  ];
  for (const stop of stops) {
    const refused = await chandra.stock('buy', { quantity: '1', product: 'MIS', ...stop });
    assert.equal(refused.reason, 'TYPE_NOT_ALLOWED');
    assert.match(JSON.stringify(refused), /market \(day, ioc\); limit \(day, ioc\)/);
  }
  assert.deepEqual(await chandra.list('stockOrders'), []);
});

test('what is open at the published time is squared off by an order that says so, with a notice and no penalty', async () => {
  const bela = await desk.enter();
  placed(await bela.stock('sell', { quantity: '30', product: 'MIS' }));
  assert.equal((await open(bela))?.['side'], 'sell', 'sold first');
  await watch();
  assert.equal((await open(bela))?.['quantity'], '30', 'not before its time');
  const at = Number((await open(bela))?.['squareOffAtMs']);
  desk.advance(at - desk.nowMs() - 60_000);
  await quoted(desk);
  await watch();
  assert.ok((await noticeTitles(bela)).some((title) => title.includes('will be closed at')));
  desk.advance(120_000);
  await quoted(desk);
  await watch();
  assert.equal(await open(bela), undefined);
  const [closing] = await bela.list('stockOrders');
  assert.deepEqual(
    [closing?.['side'], closing?.['product'], closing?.['origin']],
    ['buy', 'MIS', 'squareOff'],
  );
  assert.ok((await noticeTitles(bela)).some((title) => title.includes('is being closed')));
});

test('a market that is always open squares off daily; the exchange on its own days, auction shares earlier', () => {
  const times = (iso: string, hours: 'always' | 'calendar', closesByAuction = false) => {
    const row = ruleAt(intradayRows, Date.parse(iso));
    const found = intradayTimes(Date.parse(iso), { calendar: exchangeCalendar, hours, closesByAuction, row });
    return [found.lastSquareOffAtMs, found.warningAtMs, found.squareOffAtMs].map((ms) =>
      new Date(ms + 19_800_000).toISOString().slice(0, 16),
    );
  };
  const friday = '2026-11-20T06:00:00Z';
  assert.deepEqual(times(friday, 'calendar'), ['2026-11-19T15:20', '2026-11-20T15:05', '2026-11-20T15:20']);
  assert.deepEqual(times(friday, 'calendar', true)[2], '2026-11-20T15:10');
  assert.deepEqual(times('2026-07-31T06:00:00Z', 'calendar', true)[2], '2026-07-31T15:20');
  assert.deepEqual(times('2026-08-03T06:00:00Z', 'calendar', true)[2], '2026-08-03T15:10');
  assert.deepEqual(times('2026-11-20T10:00:00Z', 'calendar'), [
    '2026-11-20T15:20',
    '2026-11-23T15:05',
    '2026-11-23T15:20',
  ]);
  assert.deepEqual(times('2026-11-20T10:00:00Z', 'always')[2], '2026-11-21T15:20');
});

test('a loss warns once at each step, and at the last one the position is closed', async () => {
  const chitra = await desk.enter();
  const { order } = placed(await chitra.stock('buy', { quantity: '40', product: 'MIS' }));
  // As if it had been bought dearer: the watch reads the table, and the market is not ours to move.
  const lose = async (percent: bigint) => {
    const now = await open(chitra);
    assert.ok(now);
    await pool.query(
      `update intraday_position set value = $2::int8 + margin * $3::int8 / 100
        where account_id = (select account_id from orders where order_id = $1)`,
      [textOf(order, 'id'), units(now, 'value'), percent],
    );
  };
  await lose(58n);
  await watch();
  await watch();
  const warned = (await noticeTitles(chitra)).filter((title) => title.includes('of the margin is lost'));
  assert.equal(warned.length, 1, JSON.stringify(warned));
  assert.ok(await open(chitra));
  await lose(90n);
  await watch();
  assert.equal(await open(chitra), undefined);
  assert.ok((await noticeTitles(chitra)).some((title) => title.includes('is being closed')));
});
