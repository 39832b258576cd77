import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkInvariants } from '#invariants.ts';
import { codeOf, Desk, orderOf } from '#simulation/desk.ts';
import { ARUNA, INR, STOCK_CHARGES } from '#simulation/world.ts';
import { type AccountId, amount, chargesTotal, intradayCharges, price } from '#values/index.ts';

const rupees = { wallet: 'stock', asset: INR } as const;
const LAKH = amount(100_000_00n);

function charged(side: 'buy' | 'sell', turnover = LAKH): bigint {
  return chargesTotal(intradayCharges({ side, turnover }, STOCK_CHARGES));
}

function openOf(desk: Desk, by: AccountId) {
  const row = desk.state.accountSide.accounts.get(by)?.holdings.intraday.get(ARUNA.id)?.row;
  assert.ok(row);
  return row;
}

function sound(desk: Desk): void {
  assert.deepEqual(checkInvariants(desk.state, { allLoaded: true }), []);
}

test('one lakh within the day costs 30.34 to buy and 52.34 to sell', () => {
  assert.deepEqual([charged('buy'), charged('sell')], [30_34n, 52_34n]);
  const small = intradayCharges({ side: 'buy', turnover: amount(10_000_00n) }, STOCK_CHARGES);
  assert.equal(small.brokerage, 3_00n, 'brokerage is the share until the share is more than Rs 20');
});

test('a purchase within the day takes a fifth aside and no shares; closing it pays the difference and gives the rest back', () => {
  const desk = new Desk();
  const by = desk.open(1);
  desk.quote(ARUNA, { asks: [[50_000n, 1_000n]] });
  const before = desk.balance({ by, ...rupees });
  const { state } = orderOf(desk.buy(ARUNA, { by, size: 200n, product: 'intraday' }));
  assert.equal(state.name, 'completed');
  const margin = 20_000_00n;
  assert.equal(before - desk.balance({ by, ...rupees }), margin + 30_34n);
  assert.equal(desk.balance({ by, ...rupees, bucket: 'held' }), margin);
  assert.equal(
    desk.balance({ by, wallet: 'stock', asset: ARUNA.baseAsset }),
    500n,
    'only the shares granted',
  );
  assert.deepEqual(
    [openOf(desk, by).quantity, openOf(desk, by).value, openOf(desk, by).margin],
    [200n, LAKH, margin],
  );
  sound(desk);

  desk.quote(ARUNA, { bids: [[51_000n, 1_000n]] });
  const half = desk.sell(ARUNA, { by, size: 100n, product: 'intraday' });
  assert.equal(openOf(desk, by).margin, margin / 2n);
  const rest = desk.sell(ARUNA, { by, size: 100n, product: 'intraday' });
  const costs = 30_34n + 2n * charged('sell', amount(51_000_00n));
  assert.equal(desk.balance({ by, ...rupees }), before + 2_000_00n - costs);
  assert.equal(desk.balance({ by, ...rupees, bucket: 'held' }), 0n);
  assert.equal(openOf(desk, by).quantity, 0n);
  const profits = [half, rest]
    .map(({ changes }) => changes.fills[0]?.taker)
    .map((taker) => (taker?.house === false ? taker.profitRealised : 0n));
  assert.equal(
    profits.reduce<bigint>((sum, one) => sum + one, 0n),
    2_000_00n - costs,
    'what its fills made is what the money shows',
  );
  assert.equal(openOf(desk, by).profitRealised, 2_000_00n - costs);
  sound(desk);
});

test('what is sold first is bought back, and gains when the price falls', () => {
  const desk = new Desk();
  const by = desk.open(1);
  desk.quote(ARUNA, { bids: [[50_000n, 1_000n]] });
  const before = desk.balance({ by, ...rupees });
  desk.sell(ARUNA, { by, size: 200n, product: 'intraday' });
  assert.equal(openOf(desk, by).quantity, -200n);
  assert.equal(openOf(desk, by).margin, 20_000_00n, 'margin of what it brought, not of its protected limit');
  desk.quote(ARUNA, { asks: [[49_000n, 1_000n]] });
  desk.buy(ARUNA, { by, size: 200n, product: 'intraday' });
  const costs = charged('sell') + charged('buy', amount(98_000_00n));
  assert.equal(desk.balance({ by, ...rupees }), before + 2_000_00n - costs);
  sound(desk);
});

test('delivery and the day stay apart: shares of one never close the other', () => {
  const desk = new Desk();
  const by = desk.open(1);
  desk.quote(ARUNA, { bids: [[50_000n, 10_000n]], asks: [[50_005n, 10_000n]] });
  desk.buy(ARUNA, { by, size: 100n, product: 'intraday' });
  assert.equal(codeOf(desk.sell(ARUNA, { by, size: 600n })), 'INSUFFICIENT_HOLDINGS');
  desk.sell(ARUNA, { by, size: 500n });
  assert.equal(openOf(desk, by).quantity, 100n);
  assert.equal(codeOf(desk.sell(ARUNA, { by, size: 101n, product: 'intraday' })), 'INSUFFICIENT_HOLDINGS');
  desk.sell(ARUNA, { by, at: 54_000n, size: 60n, product: 'intraday' });
  assert.equal(
    codeOf(desk.sell(ARUNA, { by, at: 54_000n, size: 41n, product: 'intraday' })),
    'INSUFFICIENT_HOLDINGS',
  );
  assert.equal(
    orderOf(desk.sell(ARUNA, { by, at: 54_000n, size: 40n, product: 'intraday' })).state.name,
    'open',
  );
  sound(desk);
});

test('squaring off cancels what waits, closes at market as an order that says so, and works for a frozen account', () => {
  const desk = new Desk();
  const by = desk.open(1);
  desk.quote(ARUNA, { asks: [[50_000n, 1_000n]] });
  desk.buy(ARUNA, { by, size: 200n, product: 'intraday' });
  const waits = orderOf(desk.buy(ARUNA, { by, at: 49_000n, size: 100n, product: 'intraday' }));
  const inTheWay = orderOf(desk.buy(ARUNA, { by, at: 49_000n, size: 10n }));
  const delivery = orderOf(desk.sell(ARUNA, { by, at: 54_000n, size: 10n }));
  desk.apply({ type: 'account.set', accountId: by, status: 'frozen' });
  const close = { type: 'intraday.close', accountId: by, instrumentId: ARUNA.id } as const;
  desk.quote(ARUNA, { bids: [] });
  const first = desk.apply(close);
  assert.equal(codeOf(first), 'done', 'nobody buys: the waiting order goes, the position stays');
  assert.deepEqual(
    first.changes.orders.map(({ id, state }) => [id, state.name === 'cancelled' && state.cause]),
    [
      [waits.id, 'squareOff'],
      [inTheWay.id, 'squareOff'],
    ],
  );
  assert.equal(codeOf(desk.apply(close)), 'NO_LIQUIDITY');
  desk.quote(ARUNA, { bids: [[48_000n, 1_000n]] });
  const order = orderOf(desk.apply(close));
  assert.equal(order.intraday?.isSquareOff, true);
  assert.equal(openOf(desk, by).quantity, 0n);
  assert.equal(desk.state.accountSide.accounts.get(by)?.orders.has(delivery.id), true);
  assert.equal(codeOf(desk.apply(close)), 'done', 'nothing is open any more');
  sound(desk);
});

test('a loss beyond the margin takes what is available and no more', () => {
  const desk = new Desk();
  const by = desk.open(1);
  const band = { priceLow: price(25_000n), priceHigh: price(55_000n) };
  desk.apply({ type: 'instrument.set', instrument: { ...ARUNA, band } });
  desk.quote(ARUNA, { asks: [[50_000n, 100_000n]] });
  desk.buy(ARUNA, { by, at: 50_000n, size: 9_900n, product: 'intraday' });
  assert.ok(desk.balance({ by, ...rupees }) < 10_000_00n, 'nearly all stands behind it');
  desk.quote(ARUNA, { bids: [[30_000n, 100_000n]] });
  desk.apply({ type: 'intraday.close', accountId: by, instrumentId: ARUNA.id });
  assert.equal(openOf(desk, by).quantity, 0n);
  assert.equal(desk.balance({ by, ...rupees }), 0n);
  assert.equal(desk.balance({ by, ...rupees, bucket: 'held' }), 0n);
  sound(desk);
});

test('a reset ends what is open within the day without a trace in the ledger', () => {
  const desk = new Desk();
  const by = desk.open(1);
  desk.quote(ARUNA, { bids: [[50_000n, 1_000n]] });
  desk.sell(ARUNA, { by, size: 200n, product: 'intraday' });
  const clientId = desk.command('buy', ARUNA, { by, size: 1n }).clientId;
  const applied = desk.apply({
    type: 'account.reset',
    accountId: by,
    clientId,
    contentHash: 'reset',
    grants: { cash: [], shares: [] },
  });
  assert.equal(codeOf(applied), 'done');
  assert.equal(openOf(desk, by).quantity, 0n);
  const ofTheDay = desk.state.accountSide.house.demo.get('intraday');
  for (const asset of [INR, ARUNA.baseAsset]) assert.equal(ofTheDay?.get(asset)?.amount ?? 0n, 0n, asset);
  sound(desk);
});
