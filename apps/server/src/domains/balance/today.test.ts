import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@tarazu/core/values';
import {
  COIN,
  type Customer,
  openTrader,
  quoted,
  type Row,
  rowsOf,
  STOCK,
  sum,
  traded,
  units,
} from '#domains/orders/test-trader.ts';
import { recordOf, textOf } from '#test-app.ts';

const PARTS = ['held', 'sold', 'intraday', 'dividends', 'currency'];
const trader = await openTrader({ environment: { MARKET_HOURS: 'always' } });
const { market } = trader.app;

const total = (row: Row): bigint => PARTS.reduce((all, part) => all + units(row, part), 0n);
const net = (order: Row, sign: bigint): bigint =>
  units(order, 'value') + sign * units(recordOf(order['charges']), 'total');

async function todayOf(customer: Customer): Promise<{ data: Row; today: Row }> {
  const data = await customer.read('userPortfolio');
  return { data, today: recordOf(data['today']) };
}

/** The close before today, of whose moment the answer is that was read between two looks at it. */
async function atOneClose<Result>(id: string, read: () => Promise<Result>): Promise<[Result, bigint]> {
  for (;;) {
    const before = market.ticker(id);
    const result = await read();
    const { price, previousClose } = market.ticker(id);
    if (before.price === price && before.previousClose === previousClose)
      return [result, BigInt(previousClose.replace('.', ''))];
  }
}

const asha = await trader.enter();

test('what was sold on the first day made its proceeds less its cost', async () => {
  await quoted(trader, STOCK, COIN);
  const held = await asha.holding(STOCK);
  assert.ok(held);
  const costOfOne = units(held, 'cost') / BigInt(textOf(held, 'quantity'));
  const { order } = await traded(trader, [STOCK], () => asha.stock('sell', { quantity: '4' }));
  const { data, today } = await todayOf(asha);
  const made = units(today, 'sold') - (net(order, -1n) - 4n * costOfOne);
  assert.ok(made >= -4n && made <= 4n, `${today['sold']} for a sale of ${order['value']}`);
  assert.equal(units(today, 'currency'), 0n, 'tether that came today has no gain of its rate');
  assert.equal(units(data, 'profitToday'), total(today));
});

test('what is made within the day counts, open and closed, charges paid', async () => {
  const before = units((await todayOf(asha)).today, 'intraday');
  assert.equal(before, 0n);
  const bought = await traded(trader, [STOCK], () => asha.stock('buy', { quantity: '6', product: 'MIS' }));
  const [{ today: open, position }] = await atOneClose(STOCK, async () => ({
    today: (await todayOf(asha)).today,
    position: rowsOf(await asha.read('stockHoldings'), 'intraday')[0],
  }));
  assert.ok(position);
  assert.equal(units(open, 'intraday'), units(position, 'value') - net(bought.order, 1n));
  const sold = await traded(trader, [STOCK], () => asha.stock('sell', { quantity: '6', product: 'MIS' }));
  const { data, today } = await todayOf(asha);
  assert.equal(units(today, 'intraday'), net(sold.order, -1n) - net(bought.order, 1n));
  assert.equal(units(data, 'profitToday'), total(today));
  assert.equal(
    units(recordOf(rowsOf(await asha.read('stockHoldings'), 'today')[0]), 'intraday'),
    units(today, 'intraday'),
  );
});

test('on a later day a sale made what it brought over the close, and one bought today over its cost', async () => {
  placedNothing(await todayOf(asha));
  trader.advance(DAY_MS);
  await quoted(trader, STOCK, COIN);
  const old = await traded(trader, [STOCK], () => asha.stock('sell', { quantity: '3' }));
  const [first, close] = await atOneClose(STOCK, () => todayOf(asha));
  assert.equal(units(first.today, 'sold'), net(old.order, -1n) - 3n * close);

  const bought = await traded(trader, [COIN], () => asha.coin('buy', { quantity: '0.02' }));
  const sold = await traded(trader, [COIN], () => asha.coin('sell', { quantity: '0.02' }));
  const [coins] = rowsOf(await asha.read('coinAssets'), 'today');
  assert.ok(coins);
  assert.equal(units(coins, 'sold'), net(sold.order, -1n) - net(bought.order, 1n));
});

function placedNothing({ today }: { today: Row }): void {
  assert.equal(units(today, 'dividends'), 0n);
}

test('home, portfolio and positions say one number, whose rows add up to it', async () => {
  for (let tries = 0; ; tries += 1) {
    const { data, today } = await todayOf(asha);
    const home = await asha.read('userAssets');
    const dollars = await asha.read('userAssets', { currency: 'USDT' });
    const stocks = await asha.read('stockHoldings');
    const coins = await asha.read('coinAssets');
    if ((await asha.read('userPortfolio'))['value'] !== data['value']) {
      assert.ok(tries < 50, 'the market moved between all of fifty pairs of reads');
      continue;
    }
    assert.deepEqual([home['profitToday'], home['today']], [data['profitToday'], data['today']]);
    assert.equal(total(today), units(data, 'profitToday'));
    assert.equal(sum(rowsOf(data, 'holdings'), 'profitToday'), units(today, 'held'));
    const rate = recordOf(data['rate']);
    assert.equal(rate['asset'], 'USDT');
    const apart = Number(dollars['profitToday']) - Number(data['profitToday']) / Number(rate['price']);
    assert.ok(Math.abs(apart) < 0.01, `${dollars['profitToday']} of ${data['profitToday']}`);
    const inTether = [...rowsOf(stocks, 'list'), ...rowsOf(coins, 'positions')].map((row) =>
      row['quoteAsset'] === 'USDT' ? units(row, 'profitToday') : tethersOf(units(row, 'profitToday'), rate),
    );
    assert.equal(
      units(recordOf(dollars['today']), 'held'),
      inTether.reduce((all, one) => all + one),
    );
    const [shares] = rowsOf(stocks, 'today');
    assert.ok(shares);
    assert.equal(units(shares, 'held'), units(stocks, 'profitToday'));
    return;
  }
});

/** Paise in tether at its price in rupees, with eight decimals and toward zero. */
function tethersOf(paise: bigint, rate: Row): bigint {
  const decimals = textOf(rate, 'price').split('.')[1]?.length ?? 0;
  return (paise * 10n ** BigInt(6 + decimals)) / units(rate, 'price');
}

test('of what was there yesterday the gain of a currency’s rate is told apart from that of the coin', async () => {
  const { today } = await todayOf(asha);
  const listing = market
    .listings()
    .find(({ baseAsset, quoteAsset }) => baseAsset === 'USDT' && quoteAsset === 'INR');
  assert.ok(listing);
  const { price, previousClose } = market.ticker(listing.instrumentId);
  const isMoved = price !== previousClose;
  assert.equal(units(today, 'currency') !== 0n, isMoved, `${previousClose} to ${price}`);
});
