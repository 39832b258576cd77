import assert from 'node:assert/strict';
import { test } from 'node:test';
import { price } from '#values/money.ts';
import { protectedPrice } from '#values/protected-price.ts';

test('cheap shares are protected by two percent, from a hundred rupees on by one: the price of the moment decides', () => {
  const terms = { tickSize: 1n, protectionBps: 100, protectionLow: { priceBelow: 10_000n, bps: 200 } };
  const worst = (side: 'buy' | 'sell', best: bigint) => protectedPrice({ side, best: price(best) }, terms);
  assert.deepEqual([worst('buy', 9_999n), worst('sell', 9_999n)], [10_198n, 9_800n]);
  assert.deepEqual([worst('buy', 10_000n), worst('sell', 10_000n)], [10_100n, 9_900n]);
  assert.deepEqual([worst('buy', 10_001n), worst('sell', 10_001n)], [10_101n, 9_901n]);
});

test('the best price and the protection, to the tick toward the customer, within the band', () => {
  const terms = { tickSize: 5n, protectionBps: 101 };
  const buy = { side: 'buy', best: price(50_000n) } as const;
  const sell = { side: 'sell', best: price(49_995n) } as const;
  assert.equal(protectedPrice(buy, terms), 50_505n);
  assert.equal(protectedPrice(sell, terms), 49_495n);
  const band = { priceLow: 49_900n, priceHigh: 50_100n };
  assert.equal(protectedPrice(buy, { ...terms, band }), 50_100n);
  assert.equal(protectedPrice(sell, { ...terms, band }), 49_900n);
  assert.equal(
    protectedPrice({ side: 'buy', best: price(7n) }, terms),
    7n,
    'never better than the best price',
  );
});
