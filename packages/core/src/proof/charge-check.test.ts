import assert from 'node:assert/strict';
import { test } from 'node:test';
import { encodeCommand, encodeJournaled } from '#codec/journal-codec.ts';
import { intradayOffer } from '#products/intraday/offer.ts';
import { chargesCheck } from '#proof/charge-check.ts';
import type { OwnSide } from '#proof/fill-opening.ts';
import { rulesVersionIn } from '#proof/row-text.ts';
import { RULE_CHANGES, RULES_VERSION } from '#rules-version.ts';
import { BHUMI, STOCK_CHARGES } from '#simulation/world.ts';
import { amount } from '#values/index.ts';

const SHARE = {
  id: BHUMI.id,
  kind: BHUMI.kind,
  priceScale: 2,
  baseScale: 0,
  quoteScale: 2,
  quoteIsCoin: false,
};

/** Charges of an intraday purchase of Rs 10,000, those above nothing. */
const WHOLE: Readonly<Record<string, string>> = (() => {
  const turnover = amount(1_000_000n);
  const lines = intradayOffer.chargesDue(
    {
      side: 'buy',
      taken: turnover,
      made: amount(0n),
      depositoryPaid: amount(0n),
      feeTier: 0,
      quoteIsCoin: false,
    },
    { stockCharges: STOCK_CHARGES },
  );
  return Object.fromEntries(
    Object.entries(lines).flatMap(([name, due]) => (due > 0n ? [[name, String(due)]] : [])),
  );
})();

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
  return chargesCheck(own, SHARE, RULES_VERSION).state;
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

test('an intraday fill that was charged less than the whole is found, unless its row is of before that rule', () => {
  const stateIn = (charges: Readonly<Record<string, string>>, rulesVersion: number | undefined): string => {
    const own: OwnSide = {
      markSecret: '',
      side: 'buy',
      role: 'taker',
      priceLimit: '100',
      value: '1000000',
      before: { turnoverTaken: '0', turnoverMade: '0', charges: {} },
      charges,
      spotFeeTier: 0,
      product: 'intraday',
      ruleVersion: STOCK_CHARGES.version,
      rules: encodeCommand({ type: 'rules.set', stockCharges: STOCK_CHARGES }),
    };
    return chargesCheck(own, SHARE, rulesVersion).state;
  };
  const { brokerage } = WHOLE;
  assert.ok(brokerage !== undefined && Object.keys(WHOLE).length > 1);
  assert.equal(stateIn(WHOLE, RULES_VERSION), 'agrees');
  assert.equal(stateIn({ brokerage }, RULES_VERSION), 'differs');
  assert.equal(stateIn({ brokerage }, RULE_CHANGES.indexOf('chargesTakenWhole')), 'agrees');
  assert.equal(stateIn({ brokerage }, undefined), 'agrees', 'by rules that are not disclosed');
});

test('a row says by which rules it was decided, where its command is the own one', () => {
  const command = { type: 'sweep.step' } as const;
  const text = {
    command: encodeJournaled({ command, rulesVersion: RULES_VERSION }),
    marketMakerDepth: '[]',
    outcome: '{}',
  };
  assert.equal(rulesVersionIn({ text }), RULES_VERSION);
  assert.equal(rulesVersionIn({ text: { ...text, command: encodeCommand(command) } }), 0);
  assert.equal(rulesVersionIn({}), undefined);
});
