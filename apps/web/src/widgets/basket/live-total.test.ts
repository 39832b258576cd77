import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Leg } from './legs.ts';
import { liveSums } from './live-total.ts';

const LEG: Leg = {
  id: 'leg',
  instrumentId: 'NSE_SIM:ARUNA',
  symbol: 'ARUNA',
  quoteAsset: 'INR',
  side: 'buy',
  type: 'market',
  quantity: '3',
  price: '100.00',
};
const priceOf = (id: string) => (id === 'NSE_SIM:ARUNA' ? '512.35' : undefined);

test('market legs count at the price of now, limits at their own, each side and asset apart', () => {
  const coin = { ...LEG, instrumentId: 'COIN_SIM:BTC-USDT', quoteAsset: 'USDT', type: 'limit' } as const;
  const sums = liveSums(
    [
      { ...LEG, side: 'sell', quantity: '1' },
      LEG,
      { ...LEG, type: 'limit', quantity: '2' },
      { ...coin, quantity: '0.0015', price: '61234.5' },
    ],
    priceOf,
  );
  assert.deepEqual(sums, [
    { side: 'buy', wallet: 'stock', asset: 'INR', value: '1737.05' },
    { side: 'buy', wallet: 'spot', asset: 'USDT', value: '91.85' },
    { side: 'sell', wallet: 'stock', asset: 'INR', value: '512.35' },
  ]);
});

test('a leg without a quantity or a price counts nothing', () => {
  for (const leg of [
    { ...LEG, quantity: '' },
    { ...LEG, instrumentId: 'x' },
    { ...LEG, quantity: '0' },
  ])
    assert.deepEqual(liveSums([leg], priceOf), []);
});
