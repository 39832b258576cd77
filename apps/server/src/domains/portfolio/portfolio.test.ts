import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { accountId } from '@tarazu/core/values';
import { Valuation } from '#domains/balance/index.ts';
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
import { AccountLives } from '#domains/portfolio/account-life.ts';
import { closeDays, dayOf, dayText, startOfDay } from '#domains/portfolio/close-days.ts';
import { curveOf, rupees } from '#domains/portfolio/curve.ts';
import { QUARTER_MS } from '#domains/portfolio/quarter-closes.ts';
import { Busy } from '#platform/busy.ts';
import { createPool } from '#platform/database/pool.ts';
import { recordOf } from '#test-app.ts';

const DAY_MS = 86_400_000;
const trader = await openTrader({ environment: { MARKET_HOURS: 'always' } });
const { app, database } = trader;
const pool = createPool({
  connection: { connectionString: database.url },
  name: 'tarazu-test-portfolio',
  connectionsMax: 2,
  onConnectionLost: () => undefined,
});
database.beforeClose(() => pool.end());
const said: unknown[] = [];
const log = {
  info: (fields: object, message: string) => said.push([message, fields]),
  warn: (fields: object, message: string) => said.push([message, fields]),
};

// Days are closed by the tests alone: the app's own turn may come between.
await app.scheduler.remove('portfolio: daily values');
// A guest's demo ends after thirty days, in the middle of a test that looks at more.
await app.scheduler.remove('account: guests');
const asha = await trader.enter();
await trader.enter();
const begunOn = dayOf(trader.nowMs());
const { rows: given } = await pool.query('select distinct asset_id from balance');
const all = app.market.listings().filter(({ kind }) => kind !== 'index');
const bought = all.filter(({ instrumentId }) => [STOCK, COIN].includes(instrumentId));
const assets = [...given.map((row) => row.asset_id), ...bought.map(({ baseAsset }) => baseAsset)];
// Things that nobody here ever has are not priced: the chart of each would be made for each day.
const listings = all.filter(({ baseAsset }) => assets.includes(baseAsset));
const market = {
  ...app.market,
  origin: () => app.market.origin(),
  listings: () => listings,
  ticker: (id: string) => app.market.ticker(id),
  candles: (of: Parameters<typeof app.market.candles>[0]) => app.market.candles(of),
};
const parts = { database: pool, market, clock: trader, log, pageAccounts: 1 };
/** Of the one who came first. */
const {
  rows: [{ asha: ashaId }],
} = await pool.query('select min(account_id) as asha from account where account_id > 0');

async function history(of: Customer, range = 'all'): Promise<Row[]> {
  return rowsOf(await of.read('userPortfolioHistory', { range }), 'list');
}

/** Both pages at the same prices: the market goes on while they are read, so they are read again. */
async function readTogether(of: Customer) {
  for (let tries = 0; tries < 50; tries += 1) {
    const data = await of.read('userPortfolio');
    const { data: assets } = await of.call('userAssets');
    if ((await of.read('userPortfolio'))['value'] === data['value']) return { data, assets };
  }
  return assert.fail('the market moved between all of fifty pairs of reads');
}

test('before a day has ended the curve begins with what the account was given', async () => {
  let [points, data] = [await history(asha), await asha.read('userPortfolio')];
  // Prices go on: the two are read again until none came between.
  while (points.at(-1)?.['value'] !== data['value'])
    [points, data] = [await history(asha), await asha.read('userPortfolio')];
  assert.equal(points.length, 2);
  assert.deepEqual(recordOf(data['xirr']), { reason: 'short', fromMs: startOfDay(begunOn + 30) });
  assert.deepEqual(rowsOf(await asha.read('userPortfolioDays', { month: '2026-11' }), 'list'), []);
});

test('all parts of a portfolio add up to what is above them (portfolio)', async () => {
  await quoted(trader, STOCK, COIN);
  placed(await asha.stock('buy', { quantity: '20' }));
  placed(await asha.stock('sell', { quantity: '5' }));
  placed(await asha.coin('buy', { quantity: '0.05' }));
  const { data, assets } = await readTogether(asha);
  const holdings = rowsOf(data, 'holdings');
  const sectors = rowsOf(data, 'sectors');
  assert.equal(sum(holdings, 'value'), units(data, 'current'));
  assert.equal(units(data, 'current') - units(data, 'invested'), units(data, 'profitUnrealised'));
  assert.equal(sum(holdings, 'profit'), units(data, 'profitUnrealised'));
  assert.equal(units(data, 'current') + units(data, 'cash'), units(data, 'value'));
  assert.equal(sum(sectors, 'value'), units(data, 'value'));
  assert.equal(sum(sectors, 'share'), 10_000n, 'shares are 100.00 %');
  assert.ok(sectors.some(({ sector }) => sector === 'coins'));
  assert.deepEqual(
    ['value', 'profitUnrealised', 'profitToday'].map((name) => data[name]),
    [assets['total'], assets['profit'], assets['profitToday']],
    'and to what Home and Assets say',
  );
  assert.equal(sum(holdings, 'profitToday'), units(recordOf(data['today']), 'held'));
});

test('a day is valued once, by pages, at the prices written down for it, and by nothing that came later', async () => {
  const endMs = startOfDay(begunOn + 1);
  trader.advance(endMs + 3 * 3_600_000 - trader.nowMs());
  await quoted(trader, STOCK, COIN);
  // Trading of the new day is not in the old day's value.
  placed(await asha.stock('buy', { quantity: '30' }));
  placed(await asha.coin('sell', { quantity: '0.02' }));
  const oldPrices = [begunOn - 401, begunOn - 400];
  await pool.query(`insert into portfolio_price select unnest($1::int4[]), 'OLD', 1, 2, 'ticker'`, [
    oldPrices,
  ]);
  await closeDays(parts);
  const { rows: kept } = await pool.query(`select day from portfolio_price where instrument_id = 'OLD'`);
  assert.deepEqual(kept, [{ day: begunOn - 400 }], 'prices are kept as long as the value of each day');
  const { rows: first } = await pool.query('select * from portfolio_value order by account_id, day');
  assert.deepEqual([...new Set(first.map(({ day }) => day))], [begunOn]);
  await closeDays(parts);
  const { rows: again } = await pool.query('select * from portfolio_value order by account_id, day');
  assert.deepEqual(again, first, 'a second run changes nothing');

  const { rows: days } = await pool.query(
    'select * from portfolio_day where closed_at_ms is not null order by day',
  );
  assert.equal(days.map(({ day }) => day).at(-1), begunOn);
  for (const row of first) assert.equal(row.value, await recomputed(row), `account ${row.account_id}`);
});

/**
 * The value of a row, made again from what the row names: its movements up to a sequence, its day's prices.
 */
async function recomputed(row: { account_id: bigint; day: number; through_sequence: bigint }) {
  const { rows: held } = await pool.query(
    `select asset_id, sum(case when to_account_id = $1 then amount else 0 end - case when from_account_id = $1 then amount else 0 end)::text as units
       from posting where (account_id = $1 or other_account_id = $1) and sequence <= $2 group by 1`,
    [row.account_id, row.through_sequence],
  );
  const { rows: prices } = await pool.query('select * from portfolio_price where day = $1', [row.day]);
  const known = new Map(prices.map((one) => [one.instrument_id, one]));
  const text = (id: string) => {
    const { price, price_scale: scale } = known.get(id);
    const digits = String(price).padStart(scale + 1, '0');
    return scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
  };
  const valuation = new Valuation({
    listings: () => listings,
    ticker: (id) => ({ price: text(id) }),
    currencyRate: () => undefined,
  });
  return held.reduce((all, one) => all + valuation.worth(one.asset_id, BigInt(one.units), 'INR'), 0n);
}

test('the prices of a day are those that the chart shows at its end', async () => {
  const { rows } = await pool.query('select * from portfolio_price where day = $1 and instrument_id = $2', [
    begunOn,
    COIN,
  ]);
  const { list } = await app.market.candles({
    instrumentId: COIN,
    interval: '1m',
    beforeMs: startOfDay(begunOn + 1),
    limit: 1,
  });
  const close = list.at(-1)?.close ?? '';
  assert.deepEqual([rows[0].source, String(rows[0].price)], ['candle', close.replace('.', '')]);
});

test('a run that broke off goes on behind its last page', async () => {
  trader.advance(DAY_MS);
  const { rows: accounts } = await pool.query('select account_id from account order by 1');
  const first = accounts[0].account_id;
  await pool.query(
    `alter table portfolio_value add constraint only_one check (day <= ${begunOn} or account_id = ${first})`,
  );
  await assert.rejects(closeDays(parts), /only_one/);
  const before = await pool.query('select * from portfolio_day order by day desc limit 1');
  assert.equal(before.rows[0].closed_at_ms, null);
  assert.equal(before.rows[0].reached_account, first);
  await pool.query('alter table portfolio_value drop constraint only_one');
  await closeDays(parts);
  const { rows } = await pool.query('select account_id from portfolio_value where day = $1 order by 1', [
    begunOn + 1,
  ]);
  assert.deepEqual(
    rows,
    accounts.filter(({ account_id: id }) => rows.some((row) => row.account_id === id)),
  );
  assert.equal(rows.length, 2);
});

test('days that a server slept through are valued too, and the calendar tells each day without what was given', async () => {
  trader.advance(2 * DAY_MS);
  await closeDays(parts);
  const { list, ...month } = await asha.read('userPortfolioDays', { month: '2026-11' });
  assert.ok(Array.isArray(list));
  const days = list.map(recordOf);
  const known = Array.from({ length: 4 }, (_, index) => dayText(begunOn + index));
  assert.deepEqual(
    days.map(({ day }) => day),
    known,
  );
  assert.equal(sum(days, 'profit'), units(month, 'profit'));
  const points = await history(asha);
  const [begin] = points;
  assert.ok(begin);
  const last = days.at(-1);
  assert.ok(last);
  assert.equal(
    units(begin, 'value') + units(month, 'profit'),
    units(last, 'value'),
    'profits join the values',
  );
  const elsewhere = await asha.read('userPortfolioDays', { month: '2025-01' });
  assert.deepEqual([elsewhere['list'], elsewhere['profit'], elsewhere['firstDay']], [[], '0.00', known[0]]);
});

test('each span begins where it says, and a newer one is a part of the whole', async () => {
  const all = await history(asha);
  assert.equal(all.length, 6, 'the beginning, four days, now');
  const day = await history(asha, '1d');
  assert.deepEqual(day[0]?.['atMs'], all.at(-2)?.['atMs']);
  assert.deepEqual((await history(asha, '1y')).slice(0, -1), all.slice(0, -1));
});

test('a day has its worth at each quarter of an hour, from what was had then and from the chart', async () => {
  await quoted(trader, STOCK, COIN);
  placed(await asha.stock('buy', { quantity: '7' }));
  placed(await asha.coin('buy', { quantity: '0.01' }));
  trader.advance(2 * QUARTER_MS);
  const nowMs = trader.nowMs();
  const startMs = startOfDay(dayOf(nowMs));
  const quarters = Array.from(
    { length: Math.floor((nowMs - startMs) / QUARTER_MS) },
    (_, index) => startMs + (index + 1) * QUARTER_MS,
  );
  const of = { accountId: accountId(Number(ashaId)), nowMs };
  const expected = () => Promise.all(quarters.map(recomputedAt));
  const read = async () => (await curveOf(new AccountLives(pool, app.market), of, '1d')).list;
  // The clock has jumped: what was traded meanwhile is on the chart with each instrument's next price.
  let [before, points, later] = [await expected(), await read(), await expected()];
  while (!isDeepStrictEqual(before, later)) [before, points, later] = [later, await read(), await expected()];
  assert.deepEqual(
    points.map(({ atMs }) => atMs),
    [startMs, ...quarters, nowMs],
  );
  assert.deepEqual(
    points.slice(1, -1).map(({ value }) => value),
    later,
  );
  assert.ok(points.slice(1).every(({ flow }) => flow === '0.00'));
});

test('an account of today begins with its own first quarter of an hour', async () => {
  const newcomer = await trader.enter();
  const begunAtMs = trader.nowMs();
  assert.equal((await history(newcomer, '1d')).length, 1);
  trader.advance(2 * QUARTER_MS);
  const points = await history(newcomer, '1d');
  assert.equal(points.length, 3);
  assert.ok(Number(points[0]?.['atMs']) > begunAtMs);
  assert.deepEqual(
    points.slice(1).map(({ flow }) => flow),
    ['0.00', '0.00'],
  );
});

test('a day whose prices are not all known has its two ends alone', async () => {
  const of = { accountId: accountId(Number(ashaId)), nowMs: trader.nowMs() };
  const market = (over: object) =>
    new Proxy(app.market, {
      get: (of, name) => Reflect.get(over, name) ?? Reflect.get(of, name).bind(of),
    });
  const read = async (over: object) =>
    (await curveOf(new AccountLives(pool, market(over)), of, '1d')).list.length;
  assert.ok((await read({})) > 2);
  assert.equal(await read({ origin: () => ({ kind: 'recorded' }) }), 2);
  assert.equal(await read({ candles: () => Promise.reject(new Busy()) }), 2);
  assert.equal(await read({ candles: async () => ({ list: [] }) }), 2);
});

/** In rupees, from all of an account's postings before an instant and the closes of the chart at it. */
async function recomputedAt(atMs: number): Promise<string> {
  const { rows: held } = await pool.query(
    `select asset_id, sum(case when to_account_id = $1 then amount else 0 end - case when from_account_id = $1 then amount else 0 end)::text as units
       from posting where (account_id = $1 or other_account_id = $1) and at_ms < $2 group by 1`,
    [ashaId, atMs],
  );
  const closes = new Map<string, string>();
  for (const { instrumentId } of listings) {
    const asked = { instrumentId, interval: '5m', beforeMs: atMs, limit: 1 } as const;
    closes.set(instrumentId, (await app.market.candles(asked)).list.at(-1)?.close ?? '0');
  }
  const valuation = new Valuation({
    listings: () => listings,
    ticker: (id) => ({ price: closes.get(id) ?? '0' }),
    currencyRate: () => undefined,
  });
  const worth = held.reduce((all, one) => all + valuation.worth(one.asset_id, BigInt(one.units), 'INR'), 0n);
  return rupees(worth);
}

test('after thirty days there is a yearly return, and what was given is its only flow', async () => {
  trader.advance(27 * DAY_MS);
  await closeDays({ ...parts, catchUpDays: 1 });
  const { rows } = await pool.query(
    `select account_id, day, value, flow from portfolio_value
      where account_id = (select min(account_id) from portfolio_value) order by day`,
  );
  const given = rows.filter(({ flow }) => flow !== 0n);
  assert.deepEqual(
    given.map(({ day }) => day),
    [begunOn],
  );
  const of = { accountId: accountId(Number(rows[0].account_id)), nowMs: trader.nowMs() };
  const lives = new AccountLives(pool, app.market);
  // Prices go on: the rate is compared with a worth that stood before and after it.
  let [now, found] = [await lives.now(of, rows.at(-1)), await lives.xirr(of)];
  for (let then = await lives.now(of, rows.at(-1)); then.value !== now.value; ) {
    [now, found] = [then, await lives.xirr(of)];
    then = await lives.now(of, rows.at(-1));
  }
  const days = dayOf(trader.nowMs()) - begunOn;
  const yearly = ((Number(now.value) / Number(given[0].flow)) ** (365 / days) - 1) * 100;
  assert.ok('percent' in found, JSON.stringify(found));
  assert.ok(Math.abs(Number(found.percent) - yearly) < 0.006, `${found.percent} is ${yearly}`);
});

test('what was given on days that are given up is a flow of the next day with values, and the log says so', async () => {
  trader.advance(DAY_MS);
  await closeDays({ ...parts, catchUpDays: 1 });
  await trader.enter();
  await quoted(trader, STOCK);
  trader.advance(5 * DAY_MS);
  said.length = 0;
  await closeDays({ ...parts, catchUpDays: 2 });
  const { rows } = await pool.query(
    `select value, flow from portfolio_value
      where account_id = (select max(account_id) from portfolio_value) order by day limit 1`,
  );
  assert.equal(rows[0].flow, rows[0].value);
  const newest = dayOf(trader.nowMs()) - 1;
  const { rows: accounts } = await pool.query('select count(*)::int as number from account');
  assert.deepEqual(said, [
    [
      'Days on which the server was away are given up: they have no values.',
      { days: 3, first: dayText(newest - 4), last: dayText(newest - 2) },
    ],
    [
      'Accounts are valued for a day that was missed.',
      { day: dayText(newest - 1), accounts: accounts[0].number },
    ],
  ]);
});

test('a stop ends it before the next price and before the next page', async () => {
  trader.advance(DAY_MS);
  const stop = new AbortController();
  let asked = 0;
  const stopping = {
    ...market,
    candles: (of: Parameters<typeof app.market.candles>[0]) => {
      asked += 1;
      stop.abort();
      return app.market.candles(of);
    },
  };
  await assert.rejects(closeDays({ ...parts, market: stopping }, stop.signal), { name: 'AbortError' });
  assert.equal(asked, 1);
  await closeDays(parts);
});

test('what one customer is worth nobody else reads', async () => {
  const stranger = await trader.enter();
  const { list } = await stranger.read('userPortfolioDays', { month: '2026-11' });
  assert.deepEqual(list, []);
  assert.equal((await history(stranger)).length, 2);
  const today = await history(stranger, '1d');
  assert.equal(today.length, 1, 'an account of this minute has no close and no quarter before it (trial 1)');
  for (const name of ['userPortfolio', 'userPortfolioHistory', 'userPortfolioDays'] as const) {
    const fields = {
      userPortfolio: {},
      userPortfolioHistory: { range: 'all' },
      userPortfolioDays: { month: '2026-11' },
    };
    assert.equal((await trader.call(name, fields[name])).reason, 'SIGN_IN_NEEDED');
  }
});

test('a demo account that begins anew leaves its days behind', async () => {
  const carla = await trader.enter();
  trader.advance(DAY_MS);
  await closeDays({ ...parts, catchUpDays: 1 });
  assert.equal((await history(carla)).length, 3);
  assert.equal((await carla.call('demoReset', { clientId: 'reset-00001' })).code, 0);
  const points = await history(carla);
  assert.equal(points.length, 2);
  assert.deepEqual(recordOf((await carla.read('userPortfolio'))['xirr'])['reason'], 'short');
});
