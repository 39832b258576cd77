import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPEN_ORDERS_MAX } from '@tarazu/core/checks';
import { amount, instantMs, price, quantity } from '@tarazu/core/values';
import { failureForeseen } from './foreseen.ts';
import { type Intent, previewOf } from './preview.ts';
import { ARUNA, RULES } from './test-terms.ts';

const RESTING: Intent = {
  side: 'buy',
  type: 'limit',
  validity: 'day',
  priceLimit: price(50_000n),
  quantity: quantity(10n),
};
const RICH = { isKnown: true, cash: 10_00_000_00n, sellable: 0n };
const FULL = { limits: [], lossOpen: 0n, openOrders: { count: OPEN_ORDERS_MAX, gttCount: 0 } };

function codeOf(over: Partial<Intent>, account: Partial<Parameters<typeof failureForeseen>[1]> = {}) {
  const intent = { ...RESTING, ...over };
  const asked = { intent, terms: ARUNA, rules: RULES, levels: [], depositoryPaid: amount(0n), feeTier: 0 };
  const question = { ...asked, now: instantMs(0), preview: previewOf(asked) };
  return failureForeseen(question, { buyingPower: RICH, own: FULL, ...account })?.code;
}

test('the ticket says before the tap that an account has as many open orders as it may', () => {
  assert.equal(codeOf({}), 'OPEN_ORDERS_MAX');
  const oneLess = { ...FULL, openOrders: { count: OPEN_ORDERS_MAX - 1, gttCount: 0 } };
  assert.equal(codeOf({}, { own: oneLess }), undefined);
  assert.equal(codeOf({ validity: 'ioc' }), undefined, 'it rests nowhere');
});

test('as in the engine, the order itself and its cover come before the number of orders', () => {
  assert.equal(codeOf({ priceLimit: price(50_001n) }), 'TICK');
  assert.equal(codeOf({}, { buyingPower: { ...RICH, cash: 0n } }), 'INSUFFICIENT_FUNDS');
  assert.equal(codeOf({}, { own: undefined }), undefined, 'while limits are not known none is foreseen');
});

test('a sale of all that is held may be worth less than the least order, as in the engine', () => {
  const terms = { ...ARUNA, valueMin: amount(10_000_00n) };
  const least = (size: bigint, sellable: bigint) => {
    const intent: Intent = { ...RESTING, side: 'sell', quantity: quantity(size) };
    const asked = { intent, terms, rules: RULES, levels: [], depositoryPaid: amount(0n), feeTier: 0 };
    const question = { ...asked, now: instantMs(0), preview: previewOf(asked) };
    return failureForeseen(question, { buyingPower: { ...RICH, sellable }, own: undefined })?.code;
  };
  assert.equal(least(2n, 3n), 'VALUE_MIN', 'a part of it');
  assert.equal(least(3n, 3n), undefined);
  assert.equal(least(3n, 2n), 'VALUE_MIN', 'more than there is');
});
