import { amount, price, quantity, rate } from '@tarazu/core/values';
import type { ChargeRules, Terms } from './terms.ts';

/** The published rates of the rules (2.1, 2.2), whose test vectors the tests use. */
export const RULES: ChargeRules = {
  stockCharges: {
    version: 'test',
    effectiveFromMs: 0,
    securitiesTaxRate: rate(100_000n),
    exchangeFeeRate: rate(3_070n),
    regulatorFeeRate: rate(100n),
    stampDutyRate: rate(15_000n),
    goodsAndServicesTaxRate: rate(18_000_000n),
    brokerage: amount(0n),
    depositoryCharge: amount(15_34n),
    intraday: {
      brokerageRate: rate(30_000n),
      brokerageMax: amount(20_00n),
      securitiesTaxRate: rate(25_000n),
      stampDutyRate: rate(3_000n),
    },
  },
  spotCharges: {
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

/** Charges of nothing, where a sum is to be seen without them. */
export const NO_CHARGES: ChargeRules = {
  stockCharges: {
    version: 'test',
    effectiveFromMs: 0,
    securitiesTaxRate: rate(0n),
    exchangeFeeRate: rate(0n),
    regulatorFeeRate: rate(0n),
    stampDutyRate: rate(0n),
    goodsAndServicesTaxRate: rate(0n),
    brokerage: amount(0n),
    depositoryCharge: amount(0n),
  },
  spotCharges: {
    version: 'test',
    effectiveFromMs: 0,
    tiers: [],
    goodsAndServicesTaxRate: rate(0n),
    withholdingRate: rate(0n),
  },
};

/** A share at about 500.00, on a day whose band is 400.00 to 600.00. */
export const ARUNA: Terms = {
  instrumentId: 'NSE_SIM:ARUNA',
  kind: 'stock',
  symbol: 'ARUNA',
  quoteAsset: 'INR',
  baseAsset: 'EQ:ARUNA',
  priceScale: 2,
  baseScale: 0,
  quoteScale: 2,
  tickSize: price(5n),
  lotSize: quantity(1n),
  quantityMin: quantity(1n),
  quantityMax: quantity(100_000n),
  valueMin: amount(100n),
  valueMax: amount(10_000_000_00n),
  protectionBps: 100,
  band: { priceLow: price(40_000n), priceHigh: price(60_000n) },
  averageDailyVolume: 10_000n,
  quoteIsCoin: false,
};
