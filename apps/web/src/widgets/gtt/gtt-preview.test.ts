import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Terms } from '#widgets/ticket/checks/terms.ts';
import { ARUNA, RULES } from '#widgets/ticket/checks/test-terms.ts';
import type { GttFields } from './gtt-fields.ts';
import { gttPreview } from './gtt-preview.ts';

const COIN: Terms = { ...ARUNA, kind: 'spot', quoteAsset: 'USDT', baseAsset: 'BTC', quoteIsCoin: true };
const FIELDS: GttFields = {
  side: 'sell',
  legs: 'two',
  quantity: '100',
  trigger: '550',
  price: '500',
  otherTrigger: '450',
  otherPrice: '440',
};

function charged(name: string, terms: Terms, over: Partial<GttFields> & { feeTier?: number } = {}) {
  const { feeTier = 0, ...fields } = over;
  const preview = gttPreview({ ...FIELDS, ...fields }, { terms, rules: RULES, feeTier });
  return preview?.charges.find((line) => line.name === name)?.amount;
}

test('the fee is of the account’s own tier, as of who takes', () => {
  // 44,000.00 at 0.2 and at 0.15 percent.
  assert.equal(charged('tradingFee', COIN), 88_00n);
  assert.equal(charged('tradingFee', COIN, { feeTier: 1 }), 66_00n);
});

test('the depository is paid by who sells shares, and by nobody else', () => {
  assert.equal(charged('depositoryCharge', ARUNA), 15_34n);
  assert.equal(charged('depositoryCharge', ARUNA, { side: 'buy' }), 0n);
  assert.equal(charged('depositoryCharge', COIN), undefined);
});

test('a purchase is reckoned at its dearer leg and a sale at its cheaper one', () => {
  const value = (side: GttFields['side']) =>
    gttPreview({ ...FIELDS, side }, { terms: ARUNA, rules: RULES, feeTier: 0 })?.value;
  assert.deepEqual([value('buy'), value('sell')], [50_000_00n, 44_000_00n]);
  assert.equal(
    gttPreview({ ...FIELDS, otherPrice: '' }, { terms: ARUNA, rules: RULES, feeTier: 0 }),
    undefined,
  );
});
