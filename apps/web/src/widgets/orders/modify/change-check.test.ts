import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount, price, quantity } from '@tarazu/core/values';
import type { OwnOrder } from '@tarazu/protocol';
import type { Terms } from '#widgets/ticket/checks/terms.ts';
import { ARUNA, NO_CHARGES } from '#widgets/ticket/checks/test-terms.ts';
import { changeFailure } from './change-check.ts';

const SHARE: Terms = {
  ...ARUNA,
  quantityMax: quantity(1_000n),
  valueMax: amount(10n ** 12n),
  band: { priceLow: price(90_00n), priceHigh: price(110_00n) },
};
const TYPED = { quantity: '10', price: '100.00', trigger: '' };

function order(over: Partial<OwnOrder> = {}): OwnOrder {
  return {
    id: '1',
    clientId: 'change-0001',
    instrumentId: SHARE.instrumentId,
    kind: 'stock',
    symbol: 'ARUNA',
    name: 'Aruna',
    side: 'buy',
    type: 'limit',
    validity: 'day',
    quantity: '10',
    quantityFilled: '0',
    priceLimit: '100.00',
    value: '0.00',
    held: '1000.00',
    charges: { total: '0.00', lines: [], ruleVersion: 'test' },
    quoteAsset: 'INR',
    state: 'open',
    origin: 'customer',
    placedAtMs: 0,
    ...over,
  };
}

const ACCOUNT = {
  rules: NO_CHARGES,
  feeTier: 0,
  cash: 500_00n,
  sellable: 5n,
  settling: [{ units: 7n, fromMs: 9 }],
};

function said(typed: Partial<typeof TYPED>, over: Partial<OwnOrder> = {}): string {
  const failure = changeFailure({
    order: order(over),
    terms: SHARE,
    ...TYPED,
    ...typed,
    levels: [],
    priceLast: price(100_00n),
    account: ACCOUNT,
  });
  return failure === undefined ? 'fits' : `${failure.code} ${failure.field}`;
}

test('a change is checked while it is typed, by the checks of the ticket (issue 10)', () => {
  assert.equal(said({}), 'fits');
  assert.equal(said({ price: '100.02' }), 'TICK price');
  assert.equal(said({ price: '120.00' }), 'PRICE_BAND price');
  assert.equal(said({ quantity: '2000' }), 'QUANTITY_MAX quantity');
  assert.equal(said({ quantity: '' }), 'fits', 'what is no number yet is not judged');
});

test('no less than what has filled, and no more than the account carries beside what the order holds', () => {
  const part = { quantity: '10', quantityFilled: '4', held: '600.00' };
  assert.equal(said({ quantity: '4' }, part), 'QUANTITY_FILLED quantity');
  assert.equal(said({ quantity: '15' }, part), 'fits', 'eleven more for 600 held and 500 free');
  assert.equal(said({ quantity: '16' }, part), 'INSUFFICIENT_FUNDS quantity');
  const sale = { side: 'sell', held: '10' } as const;
  assert.equal(said({ quantity: '15' }, sale), 'fits');
  assert.equal(said({ quantity: '16' }, sale), 'HOLDINGS_UNSETTLED quantity');
  assert.equal(said({ quantity: '23' }, sale), 'INSUFFICIENT_HOLDINGS quantity');
});
