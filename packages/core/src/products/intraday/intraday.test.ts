import assert from 'node:assert/strict';
import { test } from 'node:test';
import { snapshotAccount } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, INR, STOCK_CHARGES } from '#simulation/world.ts';
import { type AccountId, amount, chargesTotal, intradayCharges, price } from '#values/index.ts';

const rupees = { wallet: 'stock', asset: INR } as const;
const LAKH = amount(100_000_00n);

function charged(side: 'buy' | 'sell', turnover = LAKH): bigint {
  return chargesTotal(intradayCharges({ side, turnover }, STOCK_CHARGES));
}

function openOf(trader: Trader, by: AccountId) {
  const row = trader.state.accountSide.accounts.get(by)?.holdings.intraday.get(ARUNA.id)?.row;
  assert.ok(row);
  return row;
}

/** Margin of its position, and since when it is set aside. */
function marginOf(trader: Trader, by: AccountId) {
  return snapshotAccount(trader.state, by)?.holds.find(({ ownerKind }) => ownerKind === 'margin');
}

function sound(trader: Trader): void {
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
}

test('one lakh within the day costs 30.34 to buy and 52.34 to sell', () => {
  assert.deepEqual([charged('buy'), charged('sell')], [30_34n, 52_34n]);
  const small = intradayCharges({ side: 'buy', turnover: amount(10_000_00n) }, STOCK_CHARGES);
  assert.equal(small.brokerage, 3_00n, 'brokerage is the share until the share is more than Rs 20');
});

test('a purchase within the day takes a fifth aside and no shares; closing it pays the difference and gives the rest back', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 1_000n]] });
  const before = trader.balance({ by, ...rupees });
  const { state } = orderOf(trader.buy(ARUNA, { by, size: 200n, product: 'intraday' }));
  assert.equal(state.name, 'completed');
  const margin = 20_000_00n;
  assert.equal(before - trader.balance({ by, ...rupees }), margin + 30_34n);
  assert.equal(trader.balance({ by, ...rupees, bucket: 'held' }), margin);
  assert.equal(
    trader.balance({ by, wallet: 'stock', asset: ARUNA.baseAsset }),
    500n,
    'only the shares granted',
  );
  assert.deepEqual(
    [openOf(trader, by).quantity, openOf(trader, by).value, marginOf(trader, by)?.amount],
    [200n, LAKH, margin],
  );
  sound(trader);

  trader.quote(ARUNA, { bids: [[51_000n, 1_000n]] });
  const half = trader.sell(ARUNA, { by, size: 100n, product: 'intraday' });
  assert.equal(marginOf(trader, by)?.amount, margin / 2n);
  const rest = trader.sell(ARUNA, { by, size: 100n, product: 'intraday' });
  const costs = 30_34n + 2n * charged('sell', amount(51_000_00n));
  assert.equal(trader.balance({ by, ...rupees }), before + 2_000_00n - costs);
  assert.equal(trader.balance({ by, ...rupees, bucket: 'held' }), 0n);
  assert.equal(openOf(trader, by).quantity, 0n);
  const profits = [half, rest]
    .map(({ changes }) => changes.fills[0]?.taker)
    .map((taker) => (taker?.isMarketMaker === false ? taker.profitRealised : 0n));
  assert.equal(
    profits.reduce<bigint>((sum, one) => sum + one, 0n),
    2_000_00n - costs,
    'what its fills made is what the money shows',
  );
  assert.equal(openOf(trader, by).profitRealised, 2_000_00n - costs);
  sound(trader);
});

test('what is sold first is bought back, and gains when the price falls', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { bids: [[50_000n, 1_000n]] });
  const before = trader.balance({ by, ...rupees });
  trader.sell(ARUNA, { by, size: 200n, product: 'intraday' });
  assert.equal(openOf(trader, by).quantity, -200n);
  assert.equal(
    marginOf(trader, by)?.amount,
    20_000_00n,
    'margin of what it brought, not of its protected limit',
  );
  trader.quote(ARUNA, { asks: [[49_000n, 1_000n]] });
  trader.buy(ARUNA, { by, size: 200n, product: 'intraday' });
  const costs = charged('sell') + charged('buy', amount(98_000_00n));
  assert.equal(trader.balance({ by, ...rupees }), before + 2_000_00n - costs);
  sound(trader);
});

test('delivery and the day stay apart: shares of one never close the other', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { bids: [[50_000n, 10_000n]], asks: [[50_005n, 10_000n]] });
  trader.buy(ARUNA, { by, size: 100n, product: 'intraday' });
  assert.equal(codeOf(trader.sell(ARUNA, { by, size: 600n })), 'INSUFFICIENT_HOLDINGS');
  trader.sell(ARUNA, { by, size: 500n });
  assert.equal(openOf(trader, by).quantity, 100n);
  assert.equal(codeOf(trader.sell(ARUNA, { by, size: 101n, product: 'intraday' })), 'INSUFFICIENT_HOLDINGS');
  trader.sell(ARUNA, { by, at: 54_000n, size: 60n, product: 'intraday' });
  assert.equal(
    codeOf(trader.sell(ARUNA, { by, at: 54_000n, size: 41n, product: 'intraday' })),
    'INSUFFICIENT_HOLDINGS',
  );
  assert.equal(
    orderOf(trader.sell(ARUNA, { by, at: 54_000n, size: 40n, product: 'intraday' })).state.name,
    'open',
  );
  sound(trader);
});

test('squaring off cancels what waits, closes at market as an order that says so, and works for a frozen account', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 1_000n]] });
  trader.buy(ARUNA, { by, size: 200n, product: 'intraday' });
  const waits = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 100n, product: 'intraday' }));
  const inTheWay = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 10n }));
  const delivery = orderOf(trader.sell(ARUNA, { by, at: 54_000n, size: 10n }));
  const close = { type: 'intraday.close', accountId: by, instrumentId: ARUNA.id } as const;
  trader.quote(ARUNA, { bids: [] });
  const first = trader.apply(close);
  assert.equal(codeOf(first), 'done', 'nobody buys: the waiting order goes, the position stays');
  assert.deepEqual(
    first.changes.orders.map(({ id, state }) => [id, state.name === 'cancelled' && state.cause]),
    [
      [waits.id, 'squareOff'],
      [inTheWay.id, 'squareOff'],
    ],
  );
  assert.equal(codeOf(trader.apply(close)), 'NO_LIQUIDITY');
  trader.apply({ type: 'account.set', accountId: by, status: 'frozen' });
  trader.quote(ARUNA, { bids: [[48_000n, 1_000n]] });
  const order = orderOf(trader.apply(close));
  assert.equal(order.agent, 'squareOff');
  assert.equal(openOf(trader, by).quantity, 0n);
  assert.equal(trader.state.accountSide.accounts.get(by)?.orders.has(delivery.id), true);
  assert.equal(codeOf(trader.apply(close)), 'done', 'nothing is open any more');
  sound(trader);
});

test('a loss beyond the margin takes what is available and no more', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const band = { priceLow: price(25_000n), priceHigh: price(55_000n) };
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band } });
  trader.quote(ARUNA, { asks: [[50_000n, 100_000n]] });
  trader.buy(ARUNA, { by, at: 50_000n, size: 9_900n, product: 'intraday' });
  assert.ok(trader.balance({ by, ...rupees }) < 10_000_00n, 'nearly all stands behind it');
  trader.quote(ARUNA, { bids: [[30_000n, 100_000n]] });
  trader.apply({ type: 'intraday.close', accountId: by, instrumentId: ARUNA.id });
  assert.equal(openOf(trader, by).quantity, 0n);
  assert.equal(trader.balance({ by, ...rupees }), 0n);
  assert.equal(trader.balance({ by, ...rupees, bucket: 'held' }), 0n);
  sound(trader);
});

test('a reset ends what is open within the day without a trace in the ledger', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { bids: [[50_000n, 1_000n]] });
  trader.sell(ARUNA, { by, size: 200n, product: 'intraday' });
  const clientId = trader.command('buy', ARUNA, { by, size: 1n }).clientId;
  const applied = trader.apply({
    type: 'account.reset',
    accountId: by,
    clientId,
    contentHash: 'reset',
    grants: { cash: [], shares: [] },
  });
  assert.equal(codeOf(applied), 'done');
  assert.equal(openOf(trader, by).quantity, 0n);
  const ofTheDay = trader.state.accountSide.house.demo.get('intraday');
  for (const asset of [INR, ARUNA.baseAsset]) assert.equal(ofTheDay?.get(asset)?.amount ?? 0n, 0n, asset);
  sound(trader);
});
