import assert from 'node:assert/strict';
import { test } from 'node:test';
import { price } from '#values/index.ts';
import { dearestPrice, priceMet } from './margin.ts';
import { refuseFilled } from './quantity-filled.ts';

test('a sale opens at the dearest of its limit, its trigger and the best price; a purchase at its limit', () => {
  const [low, middle, high] = [price(90n), price(100n), price(110n)];
  assert.equal(dearestPrice({ side: 'buy', priceLimit: middle, priceTrigger: high }, high), middle);
  assert.equal(dearestPrice({ side: 'sell', priceLimit: middle }, undefined), middle);
  assert.equal(dearestPrice({ side: 'sell', priceLimit: middle }, low), middle);
  assert.equal(dearestPrice({ side: 'sell', priceLimit: middle }, high), high);
  assert.equal(dearestPrice({ side: 'sell', priceLimit: low, priceTrigger: high }, middle), high);
});

test('a sale in an auction may meet the top of the band; all else the best of the book', () => {
  const market = { priceHigh: price(110n), priceBest: price(100n) };
  assert.equal(priceMet({ side: 'sell', isAuction: true }, market), market.priceHigh);
  assert.equal(priceMet({ side: 'sell', isAuction: false }, market), market.priceBest);
  assert.equal(priceMet({ side: 'buy', isAuction: true }, market), market.priceBest);
});

test('a change must leave more than is filled', () => {
  assert.equal(refuseFilled({ quantity: 3n, filled: 0n }, 0), undefined);
  assert.equal(refuseFilled({ quantity: 3n, filled: 2n }, 0), undefined);
  const code = 'QUANTITY_FILLED';
  assert.deepEqual(refuseFilled({ quantity: 2n, filled: 2n }, 1), {
    code,
    detail: { quantityFilled: '0.2' },
  });
});
