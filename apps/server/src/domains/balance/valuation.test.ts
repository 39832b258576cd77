import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quantity } from '@tarazu/core/values';
import { SHOWN_CURRENCIES } from '@tarazu/protocol';
import { type Prices, Valuation } from '#domains/balance/valuation.ts';
import type { Listing } from '#ports.ts';

const listing = (baseAsset: string, quoteAsset: string, scales: Partial<Listing>): Listing => ({
  instrumentId: `${baseAsset}-${quoteAsset}`,
  kind: 'stock',
  symbol: baseAsset,
  name: baseAsset,
  baseAsset,
  quoteAsset,
  priceScale: 2,
  baseScale: 0,
  quoteScale: 2,
  averageDailyVolume: quantity(0n),
  ...scales,
});
const PRICES: Readonly<Record<string, string>> = {
  'EQ:PADMA-BDT': '41.30',
  'EQ:SERRA-BRL': '19.99',
  'BTC-USDT': '60000.0',
  'USDT-INR': '88.00',
};
const market: Prices = {
  listings: () => [
    listing('EQ:PADMA', 'BDT', {}),
    listing('EQ:SERRA', 'BRL', {}),
    listing('BTC', 'USDT', { priceScale: 1, baseScale: 8, quoteScale: 8 }),
    listing('USDT', 'INR', { baseScale: 8 }),
  ],
  ticker: (id) => ({ price: PRICES[id] ?? '0' }),
  currencyRate: (asset) => ({ BDT: { price: 7_213n }, BRL: { price: 16_4521n } })[asset],
};
const valuation = new Valuation(market);
const inEach = (asset: string, units: bigint) =>
  SHOWN_CURRENCIES.map((currency) => valuation.worth(asset, units, currency));

test('money of a second country is worth what its published rate says, rounded down', () => {
  // 1,000.01 taka at 0.7213 rupees; those at 88 rupees a tether and at 16.4521 rupees a real.
  assert.deepEqual(inEach('BDT', 1_000_01n), [721_30n, 8_19659090n, 1_000_01n, 43_84n]);
  assert.deepEqual(inEach('INR', 1_000_00n), [1_000_00n, 11_36363636n, 1_386_38n, 60_78n]);
  assert.equal(valuation.signed('BDT', -1_000_01n, 'INR'), -721_30n);
});

test('a share is worth its price in its own currency, and elsewhere by way of rupees', () => {
  assert.deepEqual(inEach('EQ:PADMA', 10n), [297_89n, 3_38511363n, 413_00n, 18_10n]);
  assert.equal(valuation.worth('EQ:SERRA', 3n, 'BRL'), 59_97n);
  assert.equal(valuation.worth('BTC', 1_00000000n, 'BDT'), 7_320_116_45n);
});

test('what has no rate is worth nothing elsewhere', () => {
  const without = new Valuation({ ...market, currencyRate: () => undefined });
  assert.equal(without.worth('EQ:PADMA', 10n, 'BDT'), 413_00n);
  assert.equal(without.worth('EQ:PADMA', 10n, 'INR'), 0n);
  assert.equal(without.worth('INR', 100n, 'BDT'), 0n);
});
