import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeCommand } from '#codec/journal-codec.ts';
import { chargesCheck } from '#proof/charge-check.ts';
import type { OwnSide } from '#proof/fill-opening.ts';
import { BHUMI, STOCK_CHARGES } from '#simulation/world.ts';

const SHARE = {
  id: BHUMI.id,
  kind: BHUMI.kind,
  priceScale: 2,
  baseScale: 0,
  quoteScale: 2,
  quoteIsCoin: false,
};

/** A sale of Rs 200 that was charged this of the depository, its order before it this. */
function stateOf(depository: bigint, before = 0n): string {
  const own: OwnSide = {
    markSecret: '',
    side: 'sell',
    role: 'taker',
    priceLimit: '100',
    value: '20000',
    before: {
      turnoverTaken: '0',
      turnoverMade: '0',
      charges: before === 0n ? {} : { depositoryCharge: String(before) },
    },
    charges: {
      exchangeFee: '1',
      ...(depository > 0n && { depositoryCharge: String(depository) }),
    },
    spotFeeTier: 0,
    ruleVersion: STOCK_CHARGES.version,
    rules: encodeCommand({ type: 'rules.set', stockCharges: STOCK_CHARGES }),
  };
  return chargesCheck(own, SHARE).state;
}

test('a sale may be charged the part of the depository that earlier sales have left, and never more', () => {
  assert.equal(stateOf(15_34n), 'agrees');
  assert.equal(stateOf(5_34n), 'agrees', 'the rest of what another sale had begun to pay');
  assert.equal(stateOf(0n), 'agrees', 'others have paid it');
  assert.equal(stateOf(15_35n), 'differs');
  assert.equal(stateOf(5_34n, 10_00n), 'agrees');
  assert.equal(stateOf(5_35n, 10_00n), 'differs', 'with what the order has paid it is more than the charge');
  assert.equal(stateOf(0n, 10_00n), 'agrees', 'another sale paid the rest');
});
