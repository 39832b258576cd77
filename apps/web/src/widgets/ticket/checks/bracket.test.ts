import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount, formatDecimal, price, quantity, rate } from '@tarazu/core/values';
import { endPrices } from './bracket.ts';
import { checkOrder, intentOf, type TicketFields } from './checks.ts';
import { takesBracket } from './offered.ts';
import { previewOf } from './preview.ts';
import type { ChargeRules, Terms } from './terms.ts';
import { NO_CHARGES } from './test-terms.ts';

const BTC: Terms = {
  instrumentId: 'COIN_SIM:BTC-USDT',
  kind: 'spot',
  symbol: 'BTC-USDT',
  quoteAsset: 'USDT',
  baseAsset: 'BTC',
  priceScale: 2,
  baseScale: 8,
  quoteScale: 8,
  tickSize: price(10n),
  lotSize: quantity(1_000n),
  quantityMin: quantity(1_000n),
  quantityMax: quantity(10_000_000_000n),
  valueMin: amount(100n),
  valueMax: amount(10n ** 16n),
  protectionBps: 100,
  band: undefined,
  averageDailyVolume: 10_000n,
  quoteIsCoin: true,
};
const none = amount(0n);
const RULES: ChargeRules = {
  ...NO_CHARGES,
  spotCharges: {
    ...NO_CHARGES.spotCharges,
    tiers: [{ volumeMinInr: none, makerRate: rate(150_000n), takerRate: rate(200_000n) }],
    goodsAndServicesTaxRate: rate(18_000_000n),
    withholdingRate: rate(1_000_000n),
  },
};
const LEVELS = [{ price: price(50_000_00n), quantity: quantity(200_000_000n) }];
const PLAIN: TicketFields = {
  side: 'buy',
  type: 'market',
  validity: 'ioc',
  price: '50000',
  quantity: '1',
  bracket: true,
  takeProfit: '55000',
  stopLoss: '45000',
};

function said(over: Partial<TicketFields>): string {
  const intent = intentOf({ ...PLAIN, ...over }, BTC);
  if (intent === undefined) return 'not whole';
  const failure = checkOrder({ intent, terms: BTC, levels: LEVELS });
  return failure === undefined ? 'fits' : `${failure.code} ${failure.field}`;
}

test('only a purchase of coins that does not sleep itself takes a bracket', () => {
  assert.equal(takesBracket({ kind: 'spot', side: 'buy', type: 'market' }), true);
  assert.equal(takesBracket({ kind: 'spot', side: 'buy', type: 'limit' }), true);
  assert.equal(takesBracket({ kind: 'spot', side: 'buy', type: 'stopLimit' }), false);
  assert.equal(takesBracket({ kind: 'spot', side: 'sell', type: 'market' }), false);
  assert.equal(takesBracket({ kind: 'stock', side: 'buy', type: 'market' }), false);
});

test('each end stands on its side of the worst price of the purchase, on the tick, and both are needed', () => {
  assert.equal(said({}), 'fits');
  assert.equal(said({ takeProfit: '50500' }), 'TP_SL_SIDE takeProfit', 'a market order may cost 1 % more');
  assert.equal(said({ takeProfit: '50500.1' }), 'fits');
  assert.equal(said({ stopLoss: '50500' }), 'TP_SL_SIDE stopLoss');
  assert.equal(said({ type: 'limit', validity: 'gtc', takeProfit: '50000.1' }), 'fits');
  assert.equal(said({ type: 'limit', validity: 'gtc', stopLoss: '50000' }), 'TP_SL_SIDE stopLoss');
  assert.equal(said({ takeProfit: '55000.05' }), 'TICK takeProfit');
  assert.equal(said({ stopLoss: '45000.05' }), 'TICK stopLoss');
  assert.equal(said({ stopLoss: '' }), 'not whole');
  assert.equal(said({ bracket: false, stopLoss: '' }), 'fits');
});

test('what stops a loss sells at market within its protection, at a price or behind what is paid (fault 11)', () => {
  const priceTakeProfit = price(55_000_00n);
  const of = { terms: BTC, priceWorst: price(50_000_00n) };
  const fixed = endPrices({ priceTakeProfit, priceStop: price(45_000_10n) }, of);
  assert.deepEqual(fixed, { takeProfit: 55_000_00n, stop: 44_550_10n });
  const trailing = endPrices({ priceTakeProfit, trailBps: 200 }, of);
  assert.deepEqual(trailing, { takeProfit: 55_000_00n, stop: 48_510_00n });
});

test('a stop that trails needs its distance, within bounds, and no price (fault 11)', () => {
  const trailing = { stopTrails: true, stopLoss: '' };
  assert.equal(said({ ...trailing, trail: '2' }), 'fits');
  assert.equal(said({ ...trailing, trail: '' }), 'not whole');
  assert.equal(said({ ...trailing, trail: '0.05' }), 'TRAIL trail');
  assert.equal(said({ ...trailing, trail: '2', takeProfit: '50500' }), 'TP_SL_SIDE takeProfit');
});

test('both results are foretold with the charges of buying and of selling', () => {
  const intent = intentOf(PLAIN, BTC);
  assert.ok(intent);
  const question = {
    intent,
    terms: BTC,
    rules: RULES,
    levels: LEVELS,
    depositoryPaid: amount(0n),
    feeTier: 0,
  };
  const { total, outcomes } = previewOf(question) ?? {};
  const text = (of: bigint | undefined) => formatDecimal(of ?? 0n, 8);
  // Bought: 50,000 and a fee of 100, tax of 18 on it, 498.82 deducted at source.
  assert.equal(text(total), '50616.82000000');
  // Sold at 55,000 less 110, 19.80 and 548.702.
  assert.equal(text(outcomes?.atTakeProfit), '3704.67800000');
  // Sold at 44,550 less 89.10, 16.038 and 444.44862.
  assert.equal(text(outcomes?.atStop), '-6616.40662000');
});
