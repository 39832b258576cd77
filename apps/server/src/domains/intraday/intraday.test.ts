import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  amount,
  chargesTotal,
  HOUR_MS,
  instantMs,
  instrumentId,
  intradayCharges,
  price,
} from '@tarazu/core/values';
import { SentNotices } from '#domains/intraday/notify.ts';
import { IntradayStore } from '#domains/intraday/store.ts';
import { watchIntraday } from '#domains/intraday/watch.ts';
import {
  type Customer,
  openTrader,
  placed,
  quoted,
  type Row,
  rowsOf,
  STOCK,
  units,
} from '#domains/orders/test-trader.ts';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';
import { intradayTimes } from '#market/reference/intraday-times.ts';
import { stockChargeRules } from '#rules/families/stock-charges.ts';
import { seedRulebook } from '#rules/rulebook.ts';
import { recordOf, textOf } from '#test-app.ts';

const trader = await openTrader();
const { engine, market, notices } = trader.app;
const { pool } = trader.database;
/** Turns of the watch are the tests' own: the server's would come between on a slow machine. */
await trader.app.scheduler.stop();
const watch = (sendNotice = notices.send, sent = new SentNotices()) =>
  watchIntraday({ pool, engine, market, clock: trader, sendNotice }, sent);

async function open(customer: Customer): Promise<Row | undefined> {
  return rowsOf(await customer.read('stockHoldings'), 'intraday').find(
    (row) => row['instrumentId'] === STOCK,
  );
}

test('an order within the day sets a fifth aside, is charged by its own rates and stays apart from delivery', async () => {
  const asha = await trader.enter();
  const before = await asha.holding(STOCK);
  const { order } = placed(await asha.stock('buy', { quantity: '40', product: 'MIS' }));
  assert.deepEqual([order['product'], order['origin'], order['state']], ['MIS', 'customer', 'completed']);
  const rules = seedRulebook.at(stockChargeRules, trader.nowMs());
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
  assert.deepEqual((await asha.holding(STOCK))?.['quantity'], before?.['quantity']);

  const more = await asha.stock('sell', { quantity: '41', product: 'MIS' });
  assert.equal(more.reason, 'INSUFFICIENT_HOLDINGS');
  placed(await asha.stock('sell', { quantity: '40', product: 'MIS' }));
  assert.equal(await open(asha), undefined);
  assert.equal(recordOf((await asha.read('userAssets'))['stockCash'])['held'], '0.00');
});

test('a stop within the day waits, is changed, and guards what is open; one for the next session is for delivery', async () => {
  const chandra = await trader.enter();
  await quoted(trader);
  placed(await chandra.stock('buy', { quantity: '10', product: 'MIS' }));
  const low = (percent: number) =>
    `${Math.floor((Number(market.ticker(STOCK).price) * (100 - percent)) / 100)}.00`;
  const stop = { type: 'stopLimit', validity: 'day', triggerPrice: low(4), price: low(5), product: 'MIS' };
  const { order } = placed(await chandra.stock('sell', { ...stop, quantity: '10' }));
  assert.deepEqual([order['state'], order['waitsFor'], order['product']], ['new', 'trigger', 'MIS']);
  assert.equal((await chandra.stock('sell', { ...stop, quantity: '1' })).reason, 'INSUFFICIENT_HOLDINGS');
  const change = { clientId: chandra.clientId(), id: textOf(order, 'id'), quantity: '8' };
  assert.equal(placed(await chandra.call('stockModify', change)).order['quantity'], '8');
  const later = { type: 'limit', validity: 'day', price: low(5), product: 'MIS', afterMarket: 'true' };
  assert.equal((await chandra.stock('buy', later)).reason, 'TYPE_NOT_ALLOWED');
  await chandra.read('orderCancelAll', {});
  placed(await chandra.stock('sell', { quantity: '10', product: 'MIS' }));
});

test('what is open at the published time is squared off by an order that says so, with a notice and no penalty', async () => {
  const bela = await trader.enter();
  placed(await bela.stock('sell', { quantity: '30', product: 'MIS' }));
  assert.equal((await open(bela))?.['side'], 'sell', 'sold first');
  await watch();
  assert.equal((await open(bela))?.['quantity'], '30', 'not before its time');
  const at = Number((await open(bela))?.['squareOffAtMs']);
  trader.advance(at - trader.nowMs() - 60_000);
  await quoted(trader);
  await watch();
  assert.ok((await bela.noticeTitles()).some((title) => title.includes('is squared off at')));
  trader.advance(120_000);
  await quoted(trader);
  await watch();
  assert.equal(await open(bela), undefined);
  const [closing] = await bela.list('stockOrders');
  assert.deepEqual(
    [closing?.['side'], closing?.['product'], closing?.['origin']],
    ['buy', 'MIS', 'squareOff'],
  );
  assert.ok((await bela.noticeTitles()).some((title) => title.includes('is being squared off')));
});

test('an order within the day that has opened nothing ends at the hour; one placed after it stays', async () => {
  const asha = await trader.enter();
  const at = market.intraday(STOCK)?.squareOffAtMs ?? 0;
  // An hour before: were it the day before, the end of its session would end the order first.
  trader.advance(at - HOUR_MS - trader.nowMs());
  await quoted(trader);
  const low = `${Math.floor(Number(market.ticker(STOCK).price) * 0.95)}.00`;
  const rests = { type: 'limit', validity: 'day', price: low, quantity: '10', product: 'MIS' };
  placed(await asha.stock('buy', rests));
  const states = async () =>
    (await asha.list('stockOrders')).map((row) => [row['state'], row['cause'] ?? null]);
  await watch();
  assert.deepEqual(await states(), [['open', null]], 'not before the hour');
  trader.advance(at + 60_000 - trader.nowMs());
  await quoted(trader);
  await watch();
  assert.deepEqual(await states(), [['cancelled', 'squareOff']]);
  placed(await asha.stock('buy', rests));
  await watch();
  assert.deepEqual((await states())[0], ['open', null]);
});

test('an order that names a product which is held past the day is not squared off with those within it', async () => {
  const asha = await trader.enter();
  await quoted(trader);
  const low = `${Math.floor(Number(market.ticker(STOCK).price) * 0.95)}.00`;
  const rests = { type: 'limit', validity: 'day', price: low, quantity: '10', product: 'MIS' };
  const { order } = placed(await asha.stock('buy', rests));
  const id = BigInt(textOf(order, 'id'));
  const alone = async () => {
    const store = new IntradayStore(pool);
    const after = { placedAtMs: 0, orderId: 0n };
    return (await store.ordersAlone(trader.nowMs() + 1, after, 100)).some((one) => one.orderId === id);
  };
  assert.equal(await alone(), true);
  const rename = 'update orders set product = $2 where order_id = $1';
  await pool.query(rename, [id, 'delivery']);
  assert.equal(await alone(), false);
  await pool.query(rename, [id, 'intraday']);
});

test('a message that cannot be sent holds back no square-off and no other message', async () => {
  const [asha, bela] = [await trader.enter(), await trader.enter()];
  for (const customer of [asha, bela])
    placed(await customer.stock('buy', { quantity: '10', product: 'MIS' }));
  const at = Number((await open(asha))?.['squareOffAtMs']);
  trader.advance(at + 60_000 - trader.nowMs());
  await quoted(trader);
  const logins: number[] = [];
  const failing: typeof notices.send = async (notice, on) => {
    logins.push(notice.loginId);
    if (notice.loginId === logins[0]) throw new Error('Condition: this message is not sent');
    await notices.send(notice, on);
  };
  const failure: unknown = await watch(failing).catch((error: unknown) => error);
  assert.deepEqual([await open(asha), await open(bela)], [undefined, undefined]);
  assert.equal(new Set(logins).size, 2);
  assert.ok(failure instanceof AggregateError, 'the turn fails, so that it is seen');
  const titles = [...(await asha.noticeTitles()), ...(await bela.noticeTitles())];
  assert.equal(titles.filter((title) => title.includes('is being squared off')).length, 1);
});

test('a message that was sent is not asked of the database again', async () => {
  const chandra = await trader.enter();
  placed(await chandra.stock('buy', { quantity: '10', product: 'MIS' }));
  const at = Number((await open(chandra))?.['squareOffAtMs']);
  trader.advance(at - 60_000 - trader.nowMs());
  const sent = new SentNotices();
  await watch(notices.send, sent);
  const near = (await chandra.noticeTitles()).filter((title) => title.includes('is squared off at'));
  assert.equal(near.length, 1);
  await pool.query('delete from intraday_warning');
  await watch(notices.send, sent);
  await watch(notices.send, sent);
  assert.equal((await pool.query('select from intraday_warning')).rowCount, 0);
  await quoted(trader);
  placed(await chandra.stock('sell', { quantity: '10', product: 'MIS' }));
});

const times = (iso: string, hours: 'always' | 'calendar', closesByAuction = false) => {
  const at = Date.parse(iso.endsWith('Z') ? iso : `${iso}+05:30`);
  const found = intradayTimes(at, { calendar: exchangeCalendar, hours, closesByAuction });
  return [found.lastSquareOffAtMs, found.warningAtMs, found.squareOffAtMs, found.reopensAtMs].map((ms) =>
    new Date(ms + 19_800_000).toISOString().slice(0, 16),
  );
};

for (const [what, asked, closesByAuction, expected] of [
  [
    'a share without an auction, before it opens: today',
    '2026-11-20T08:00',
    false,
    ['2026-11-19T15:20', '2026-11-20T15:05', '2026-11-20T15:20', '2026-11-20T09:15'],
  ],
  [
    'an auction share earlier',
    '2026-11-20T08:00',
    true,
    ['2026-11-19T15:10', '2026-11-20T15:05', '2026-11-20T15:10', '2026-11-20T09:15'],
  ],
  [
    'after the hour: over the weekend',
    '2026-11-20T15:20',
    false,
    ['2026-11-20T15:20', '2026-11-23T15:05', '2026-11-23T15:20', '2026-11-23T09:15'],
  ],
  [
    'until August an auction share like any other; the day after by the new hours',
    '2026-07-31T15:15',
    true,
    ['2026-07-30T15:20', '2026-07-31T15:05', '2026-07-31T15:20', '2026-07-31T09:15'],
  ],
  [
    'between the two: each day by its own hours',
    '2026-08-03T10:00',
    true,
    ['2026-07-31T15:20', '2026-08-03T15:05', '2026-08-03T15:10', '2026-08-03T09:15'],
  ],
  [
    'Muhurat trades on a Sunday, and squares off in its own hour',
    '2026-11-08T18:30',
    true,
    ['2026-11-06T15:10', '2026-11-08T18:50', '2026-11-08T19:05', '2026-11-08T18:15'],
  ],
  [
    'after Muhurat: the next day of trading',
    '2026-11-08T19:05',
    false,
    ['2026-11-08T19:05', '2026-11-09T15:05', '2026-11-09T15:20', '2026-11-09T09:15'],
  ],
] as const)
  test(`hours within the day, ${what}`, () =>
    assert.deepEqual(times(asked, 'calendar', closesByAuction), expected));

test('a market that is always open squares off daily, weekends included', () => {
  assert.equal(times('2026-11-20T15:30', 'always')[2], '2026-11-21T15:20');
});

test('a loss at the mark warns once at each step, and at the last one the position is closed', async () => {
  const chitra = await trader.enter();
  // The hour of squaring off, before which the last test stopped, is over.
  trader.advance(HOUR_MS);
  const { order } = placed(await chitra.stock('buy', { quantity: '40', product: 'MIS' }));
  const [value, margin] = [units(order, 'value'), units((await open(chitra)) ?? {}, 'margin')];
  /** The watch judges by our mark, until the market's own comes after it: then ours is sent again. */
  const lose = async (percent: bigint, isReached: () => Promise<boolean>) => {
    do {
      const priceMark = price((value - (margin * percent) / 100n) / 40n);
      const mark = { instrumentId: instrumentId(STOCK), priceMark, atMs: instantMs(trader.nowMs()) };
      await engine.submit({ type: 'prices.mark', marks: [mark] });
      await watch();
      await watch();
    } while (!(await isReached()));
  };
  const warnings = async () =>
    (await chitra.noticeTitles()).filter((title) => title.includes('of the margin is lost'));
  await lose(30n, () => Promise.resolve(true));
  assert.equal((await warnings()).length, 0);
  for (const [percent, count] of [
    [45n, 1],
    [60n, 2],
    [74n, 3],
  ] as const) {
    await lose(percent, async () => (await warnings()).length >= count);
    assert.equal((await warnings()).length, count, `${count} warnings, each once`);
    assert.ok(await open(chitra));
  }
  await quoted(trader);
  await lose(84n, async () => (await open(chitra)) === undefined);
  assert.ok((await chitra.noticeTitles()).some((title) => title.includes('is being squared off')));
});
