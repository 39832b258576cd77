import assert from 'node:assert/strict';
import { test } from 'node:test';
import { amount, rate } from '@tarazu/core/values';
import { chargeRulesOf } from './terms.ts';

const NONE = {
  version: 'home',
  effectiveFromMs: '0',
  securitiesTaxRate: '0.001',
  exchangeFeeRate: '0',
  regulatorFeeRate: '0',
  stampDutyRate: '0',
  goodsAndServicesTaxRate: '0',
  brokerage: '0.00',
  depositoryCharge: '15.34',
};
const props = {
  stockCharges: NONE,
  stockChargesIn: {
    BDT: {
      ...{ ...NONE, version: 'dhaka', depositoryCharge: '0.00' },
      ...{ brokerageRate: '0.003', securitiesTaxUnit: '0.01', securitiesTaxSide: 'sell' },
    },
  },
  spotCharges: {
    version: 'coins',
    tiers: [{ volumeMinInr: '0.00', makerRate: '0', takerRate: '0' }],
    goodsAndServicesTaxRate: '0',
    withholdingRate: '0',
  },
};

test('an order pays the charges of the exchange whose currency its share is priced in', () => {
  const dhaka = chargeRulesOf(props, 'BDT')?.stockCharges;
  assert.equal(dhaka?.version, 'dhaka');
  assert.equal(dhaka?.brokerageRate, rate(300_000n));
  assert.equal(dhaka?.securitiesTaxUnit, amount(1n));
  assert.equal(dhaka?.securitiesTaxSide, 'sell');
  const home = chargeRulesOf(props, 'INR')?.stockCharges;
  assert.deepEqual([home?.version, home?.depositoryCharge], ['home', amount(15_34n)]);
  assert.equal(home && 'brokerageRate' in home, false);
});
