import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount, rate } from '@tarazu/core/values';
import type { ChargeRules, Terms } from '#widgets/ticket/terms.ts';
import type { GttFields } from './gtt-fields.ts';
import { gttPreview } from './gtt-preview.ts';

const SHARE: Terms = {
  instrumentId: 'NSE_SIM:ARUNA',
  kind: 'stock',
  symbol: 'ARUNA',
  quoteAsset: 'INR',
  baseAsset: 'EQ:ARUNA',
  scales: { priceScale: 2, baseScale: 0, quoteScale: 2 },
  tickSize: 5n,
  lotSize: 1n,
  quantityMin: 1n,
  quantityMax: 100_000n,
  valueMin: 100n,
  valueMax: 10_000_000_00n,
  protectionBps: 100,
  band: undefined,
  averageDailyVolume: 10_000n,
  quoteIsCoin: false,
};
const COIN: Terms = { ...SHARE, kind: 'spot', quoteAsset: 'USDT', baseAsset: 'BTC', quoteIsCoin: true };
const RULES: ChargeRules = {
  stock: {
    version: 'test',
    effectiveFromMs: 0,
    securitiesTaxRate: rate(100_000n),
    exchangeFeeRate: rate(3_070n),
    regulatorFeeRate: rate(100n),
    stampDutyRate: rate(15_000n),
    goodsAndServicesTaxRate: rate(18_000_000n),
    brokerage: amount(0n),
    depositoryCharge: amount(15_34n),
  },
  spot: {
    version: 'test',
    effectiveFromMs: 0,
    tiers: [
      { volumeMinInr: amount(0n), makerRate: rate(150_000n), takerRate: rate(200_000n) },
      { volumeMinInr: amount(5_00_000_00n), makerRate: rate(100_000n), takerRate: rate(150_000n) },
    ],
    goodsAndServicesTaxRate: rate(18_000_000n),
    withholdingRate: rate(1_000_000n),
  },
};
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
  assert.equal(charged('depositoryCharge', SHARE), 15_34n);
  assert.equal(charged('depositoryCharge', SHARE, { side: 'buy' }), 0n);
  assert.equal(charged('depositoryCharge', COIN), undefined);
});

test('a purchase is reckoned at its dearer leg and a sale at its cheaper one', () => {
  const value = (side: GttFields['side']) =>
    gttPreview({ ...FIELDS, side }, { terms: SHARE, rules: RULES, feeTier: 0 })?.value;
  assert.deepEqual([value('buy'), value('sell')], [50_000_00n, 44_000_00n]);
  assert.equal(
    gttPreview({ ...FIELDS, otherPrice: '' }, { terms: SHARE, rules: RULES, feeTier: 0 }),
    undefined,
  );
});
