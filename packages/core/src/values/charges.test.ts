import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { SPOT_CHARGES, STOCK_CHARGES } from '#simulation/world.ts';
import {
  amount,
  assetId,
  chargesTotal,
  rate,
  type Side,
  spotCharges,
  spotHold,
  spotRatesOf,
  stockCharges,
  stockHold,
} from '#values/index.ts';

const LAKH = amount(100_000_00n);

test('the vectors of rules 2.1, to the paisa', () => {
  const buy = stockCharges({ side: 'buy', turnover: LAKH, depositoryPaid: amount(0n) }, STOCK_CHARGES);
  assert.deepEqual(buy, {
    brokerage: 0n,
    securitiesTax: 100_00n,
    exchangeFee: 3_07n,
    regulatorFee: 10n,
    stampDuty: 15_00n,
    goodsAndServicesTax: 57n,
    depositoryCharge: 0n,
  });
  assert.equal(chargesTotal(buy), 118_74n);
  const sell = stockCharges({ side: 'sell', turnover: LAKH, depositoryPaid: amount(0n) }, STOCK_CHARGES);
  assert.equal(sell.depositoryCharge, 15_34n);
  assert.equal(chargesTotal(sell), 119_08n);
});

test('securities tax rounds to the nearest rupee, the half up', () => {
  const tax = (turnover: bigint) =>
    stockCharges({ side: 'buy', turnover: amount(turnover), depositoryPaid: amount(0n) }, STOCK_CHARGES)
      .securitiesTax;
  assert.equal(tax(499_99n), 0n);
  assert.equal(tax(500_00n), 1_00n);
  assert.equal(tax(1_499_99n), 1_00n);
  assert.equal(tax(1_500_00n), 2_00n);
});

test('charges of another currency: brokerage by rate, a tax on sales alone, to the smallest unit', () => {
  const rules = {
    ...STOCK_CHARGES,
    currency: assetId('BDT'),
    brokerageRate: rate(400_000n),
    securitiesTaxRate: rate(5_000n),
    securitiesTaxUnit: amount(1n),
    securitiesTaxSide: 'sell',
  } as const;
  const on = (side: Side, turnover: bigint) =>
    stockCharges({ side, turnover: amount(turnover), depositoryPaid: amount(0n) }, rules);
  const sale = on('sell', 123_456_78n);
  assert.equal(sale.brokerage, 493_83n);
  assert.equal(sale.securitiesTax, 6_17n);
  assert.equal(on('buy', 123_456_78n).securitiesTax, 0n);
  assert.equal(on('buy', 0n).brokerage, 0n);
});

test('coin charges: fee by rate, GST on the fee, tax on the sold leg net of fee', () => {
  const { takerRate } = spotRatesOf(SPOT_CHARGES, 0);
  const turnover = amount(100_000_000_000n);
  const sold = spotCharges({ side: 'sell', turnover, feeRate: takerRate, quoteIsCoin: true }, SPOT_CHARGES);
  assert.deepEqual(sold, {
    tradingFee: 200_000_000n,
    goodsAndServicesTax: 36_000_000n,
    withholdingTax: 997_640_000n,
  });
  const paidInCoin = spotCharges(
    { side: 'buy', turnover, feeRate: takerRate, quoteIsCoin: true },
    SPOT_CHARGES,
  );
  assert.equal(paidInCoin.withholdingTax, sold.withholdingTax);
  const paidInRupees = spotCharges(
    { side: 'buy', turnover, feeRate: takerRate, quoteIsCoin: false },
    SPOT_CHARGES,
  );
  assert.equal(paidInRupees.withholdingTax, 0n);
});

test('an unknown tier pays the lowest tier', () => {
  assert.equal(spotRatesOf(SPOT_CHARGES, 99), spotRatesOf(SPOT_CHARGES, 0));
});

const turnovers = fc.array(fc.bigInt({ min: 0n, max: 10n ** 9n }), { minLength: 1, maxLength: 12 });

test('a stock hold covers the charges on every smaller turnover', () => {
  fc.assert(
    fc.property(turnovers, (parts) => {
      const whole = parts.reduce((sum, part) => sum + part, 0n);
      const hold = stockHold(amount(whole), STOCK_CHARGES);
      let reached = 0n;
      for (const part of parts) {
        reached += part;
        const charges = stockCharges(
          { side: 'buy', turnover: amount(reached), depositoryPaid: amount(0n) },
          STOCK_CHARGES,
        );
        assert.ok(reached + chargesTotal(charges) <= hold);
      }
    }),
  );
});

test('a coin hold covers every division of its fills into taken and made, each charge at its highest so far', () => {
  const part = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 6n }), fc.boolean());
  fc.assert(
    fc.property(
      fc.array(part, { minLength: 1, maxLength: 30 }),
      fc.boolean(),
      fc.integer({ min: 0, max: 1 }),
      (parts, quoteIsCoin, tier) => {
        const whole = parts.reduce((sum, [value]) => sum + value, 0n);
        const hold = spotHold({ valueAtLimit: amount(whole), tier, quoteIsCoin }, SPOT_CHARGES);
        assert.ok(mostCharged(parts, { quoteIsCoin, tier }) + whole <= hold);
      },
    ),
    { numRuns: 3_000 },
  );
});

/** Charges never go back, so that what is posted is the highest that was ever due, charge by charge. */
function mostCharged(
  parts: readonly (readonly [bigint, boolean])[],
  of: { quoteIsCoin: boolean; tier: number },
): bigint {
  const { makerRate, takerRate } = spotRatesOf(SPOT_CHARGES, of.tier);
  const side: Side = 'buy';
  const posted = { tradingFee: 0n, goodsAndServicesTax: 0n, withholdingTax: 0n };
  let [taken, made] = [0n, 0n];
  for (const [value, isTaken] of parts) {
    if (isTaken) taken += value;
    else made += value;
    const { quoteIsCoin } = of;
    const one = spotCharges({ side, turnover: amount(taken), feeRate: takerRate, quoteIsCoin }, SPOT_CHARGES);
    const other = spotCharges(
      { side, turnover: amount(made), feeRate: makerRate, quoteIsCoin },
      SPOT_CHARGES,
    );
    for (const name of ['tradingFee', 'goodsAndServicesTax', 'withholdingTax'] as const) {
      const due = one[name] + other[name];
      if (due > posted[name]) posted[name] = due;
    }
  }
  return posted.tradingFee + posted.goodsAndServicesTax + posted.withholdingTax;
}
