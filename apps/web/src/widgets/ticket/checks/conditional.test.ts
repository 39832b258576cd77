import assert from 'node:assert/strict';
import { test } from 'node:test';
import { price, quantity } from '@tarazu/core/values';
import { checkOrder, intentOf } from './checks.ts';
import { type Intent, worstPrice } from './preview.ts';
import type { Terms } from './terms.ts';
import { ARUNA } from './test-terms.ts';

/** The terms that take every type of order, with the grid and the band of the share. */
const COIN: Terms = { ...ARUNA, kind: 'spot' };
const LEVELS = [{ price: price(500_00n), quantity: quantity(100n) }];

function said(over: Partial<Intent>): string {
  const plain = { side: 'buy', type: 'stopLimit', validity: 'gtc', quantity: quantity(100n) } as const;
  const intent: Intent = { ...plain, priceLimit: undefined, ...over };
  const failure = checkOrder({ intent, terms: COIN, levels: LEVELS, priceLast: price(500_00n) });
  return failure === undefined ? 'fits' : `${failure.code} ${failure.field}`;
}

test('a trigger stands on the side that it fires on, on the tick, in the band', () => {
  const stop = { type: 'stopMarket' } as const;
  assert.equal(said({ ...stop, priceTrigger: price(500_05n) }), 'fits');
  assert.equal(said({ ...stop, priceTrigger: price(500_00n) }), 'TRIGGER_SIDE trigger');
  assert.equal(said({ ...stop, side: 'sell', priceTrigger: price(499_95n) }), 'fits');
  assert.equal(said({ ...stop, side: 'sell', priceTrigger: price(500_05n) }), 'TRIGGER_SIDE trigger');
  assert.equal(said({ ...stop, priceTrigger: price(500_07n) }), 'TICK trigger');
  assert.equal(said({ ...stop, priceTrigger: price(600_05n) }), 'PRICE_BAND trigger');
  const profit = { type: 'takeProfitMarket' } as const;
  assert.equal(said({ ...profit, side: 'sell', priceTrigger: price(510_00n) }), 'fits');
  assert.equal(said({ ...profit, side: 'sell', priceTrigger: price(490_00n) }), 'TP_SL_SIDE trigger');
});

test('a stop’s limit is no better than its trigger and at most 5 % away', () => {
  const priceTrigger = price(510_00n);
  assert.equal(said({ priceTrigger, priceLimit: price(510_00n) }), 'fits');
  assert.equal(said({ priceTrigger, priceLimit: price(535_50n) }), 'fits');
  assert.equal(said({ priceTrigger, priceLimit: price(535_55n) }), 'TRIGGER_LIMIT price');
  assert.equal(said({ priceTrigger, priceLimit: price(509_95n) }), 'TRIGGER_LIMIT price');
});

test('an iceberg shows at least a tenth and at most all', () => {
  const limit = { type: 'limit', priceLimit: price(500_00n) } as const;
  assert.equal(said({ ...limit, quantityShown: quantity(10n) }), 'fits');
  assert.equal(said({ ...limit, quantityShown: quantity(9n) }), 'QUANTITY_SHOWN shown');
  assert.equal(said({ ...limit, quantityShown: quantity(101n) }), 'QUANTITY_SHOWN shown');
});

test('a trailing stop begins behind the last price, away from it to the tick, and is protected from there', () => {
  const fields = {
    type: 'trailingStop',
    validity: 'gtc',
    price: '',
    quantity: '100',
    trail: '1',
  } as const;
  const priceLast = price(500_01n);
  const sale = intentOf({ ...fields, side: 'sell' }, COIN, priceLast);
  const purchase = intentOf({ ...fields, side: 'buy' }, COIN, priceLast);
  assert.equal(sale?.priceTrigger, 500_01n - 5_05n);
  assert.equal(purchase?.priceTrigger, 500_01n + 5_05n);
  const worst = (intent: Intent) => worstPrice({ intent, terms: COIN, levels: LEVELS, priceLast });
  assert.equal(sale && worst(sale), 490_05n, 'one percent below its trigger, to the tick toward the seller');
  assert.equal(said({ type: 'trailingStop', trailBps: 9, priceTrigger: price(1n) }), 'TRAIL trail');
});
