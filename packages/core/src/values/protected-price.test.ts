import assert from 'node:assert/strict';
import { test } from 'node:test';
import { price } from '#values/money.ts';
import { protectedPrice } from '#values/protected-price.ts';

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
