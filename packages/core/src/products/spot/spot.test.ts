import assert from 'node:assert/strict';
import { test } from 'node:test';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { BTC_INR, BTC_USDT, INR, SPOT_CHARGES, USDT } from '#simulation/world.ts';
import { amount, assetId, chargesTotal, spotCharges, spotRatesOf } from '#values/index.ts';

const BTC = assetId('BTC');

test('a coin bought is usable at once; fee, GST and tax are taken in the quote asset', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const usdt = { by, wallet: 'spot', asset: USDT } as const;
  const coins = { by, wallet: 'spot', asset: BTC } as const;
  trader.quote(BTC_USDT, { asks: [[6_000_000n, 100_000_000n]] });
  const [before, had] = [trader.balance(usdt), trader.balance(coins)];
  const applied = trader.buy(BTC_USDT, { by, size: 1_000_000n });
  const turnover = amount(60_000_000_000n);
  const { takerRate: feeRate } = spotRatesOf(SPOT_CHARGES, 0);
  const charges = spotCharges({ side: 'buy', turnover, feeRate, quoteIsCoin: true }, SPOT_CHARGES);
  assert.deepEqual(orderOf(applied).charges, charges);
  assert.equal(before - trader.balance(usdt), turnover + chargesTotal(charges));
  assert.equal(trader.balance(coins), had + 1_000_000n);
  assert.equal(trader.house('demo', 'withholdingTax', USDT), charges.withholdingTax);
  assert.equal(applied.changes.positions[0]?.cost, turnover + chargesTotal(charges));
  assert.equal(applied.changes.lots.length, 0);
});

test('a maker pays the maker rate, and a purchase in rupees no tax', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.buy(BTC_INR, { by, at: 700_000_000n, size: 1_300_000n });
  const { changes } = trader.quote(BTC_INR, { asks: [[699_999_993n, 2_600_000n]] });
  const turnover = amount(9_100_000n);
  const { makerRate: feeRate } = spotRatesOf(SPOT_CHARGES, 0);
  const due = spotCharges({ side: 'buy', turnover, feeRate, quoteIsCoin: false }, SPOT_CHARGES);
  const { tradingFee, goodsAndServicesTax } = due;
  assert.equal(changes.fills[0]?.price, 700_000_000n, 'a crossing quote fills at the customer’s price');
  assert.deepEqual(changes.orders[0]?.charges, { tradingFee, goodsAndServicesTax });
  assert.equal(trader.house('demo', 'withholdingTax', INR), 0n);
});

test('two customers pay each other, and the maker keeps out', () => {
  const trader = new Trader();
  const [seller, buyer] = [trader.open(1), trader.open(2)];
  trader.sell(BTC_USDT, { by: seller, at: 6_000_000n, size: 1_000_000n });
  const { changes } = trader.buy(BTC_USDT, { by: buyer, at: 6_000_010n, size: 1_000_000n });
  const legs = changes.postings.filter(({ kind }) => kind === 'buy' || kind === 'sell');
  assert.deepEqual(
    legs.map(({ from, to, assetId: asset, amount: moved }) => ({ from, to, asset, moved })),
    [
      {
        from: { accountId: buyer, wallet: 'spot', bucket: 'held' },
        to: { accountId: seller, wallet: 'spot', bucket: 'available' },
        asset: USDT,
        moved: 60_000_000_000n,
      },
      {
        from: { accountId: seller, wallet: 'spot', bucket: 'held' },
        to: { accountId: buyer, wallet: 'spot', bucket: 'available' },
        asset: BTC,
        moved: 1_000_000n,
      },
    ],
  );
  assert.equal(trader.house('demo', 'COIN_SIM', BTC), 0n);
  assert.equal(changes.orders.length, 2);
});

test('cost leaves a position proportionally; coins from elsewhere make no profit of it', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(BTC_USDT, { bids: [[5_999_990n, 1_000_000_000n]], asks: [[6_000_000n, 1_000_000_000n]] });
  const cost = trader.buy(BTC_USDT, { by, size: 1_000_000n }).changes.positions[0]?.cost ?? 0n;
  const half = trader.sell(BTC_USDT, { by, size: 500_000n }).changes.positions[0];
  assert.equal(half?.cost, cost - cost / 2n);
  assert.ok(half && half.profitRealised < 0n);
  const rest = trader.sell(BTC_USDT, { by, size: 5_000_000n }).changes.positions[0];
  assert.deepEqual([rest?.quantity, rest?.cost], [0n, 0n]);
  assert.ok(rest && rest.profitRealised < half.profitRealised, 'only what was bought here is judged');
  assert.equal(trader.sell(BTC_USDT, { by, size: 1_000_000n }).changes.positions.length, 0);
});

test('a better fee tier counts for the next order; one that was placed before keeps its own', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const turnover = amount(9_100_000n);
  const feeOf = (rate: Parameters<typeof spotCharges>[0]['feeRate']) =>
    spotCharges({ side: 'buy', turnover, feeRate: rate, quoteIsCoin: false }, SPOT_CHARGES)['tradingFee'];
  trader.apply({ type: 'account.set', accountId: by, status: 'frozen' });
  trader.apply({ type: 'account.set', accountId: by, spotFeeTier: 0 });
  assert.equal(codeOf(trader.buy(BTC_INR, { by, at: 700_000_000n, size: 1_300_000n })), 'ACCOUNT_FROZEN');
  trader.apply({ type: 'account.set', accountId: by, status: 'active' });
  trader.buy(BTC_INR, { by, at: 700_000_000n, size: 1_300_000n });
  trader.apply({ type: 'account.set', accountId: by, spotFeeTier: 1 });
  const before = trader.quote(BTC_INR, { asks: [[700_000_000n, 1_300_000n]] }).changes.orders[0];
  assert.equal(before?.charges['tradingFee'], feeOf(spotRatesOf(SPOT_CHARGES, 0).makerRate));
  trader.quote(BTC_INR, { asks: [[700_000_000n, 1_300_000n]] });
  const after = orderOf(trader.buy(BTC_INR, { by, at: 700_000_000n, size: 1_300_000n }));
  assert.equal(after.charges['tradingFee'], feeOf(spotRatesOf(SPOT_CHARGES, 1).takerRate));
});
