import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fill, FillParty, Order, Outcome } from '@tarazu/core';
import { encodeOutcome, readText, writeText } from '@tarazu/core';
import { amount, instantMs, orderId, price, quantity } from '@tarazu/core/values';
import fc from 'fast-check';
import { account, COIN, coinOrder } from '#engine/test-world.ts';
import { outcomeText } from './outcome-text.ts';

test('every value that a command can carry comes back as it was', () => {
  const leaf = fc.oneof(
    fc.bigInt(),
    fc.integer(),
    fc.boolean(),
    fc.string(),
    fc.constantFrom('#1', '##', '#', '"', '\\', '\u2028', '-'),
  );
  const value = fc.object({ values: [leaf], key: fc.stringMatching(/^[a-z]{1,9}$/) });
  fc.assert(fc.property(value, (given) => assert.deepEqual(readText(writeText(given)), given)));
});

test('what is absent is not written, and keys keep their order', () => {
  assert.equal(writeText({ b: 1n, a: undefined, c: ['#x', null] }), '{"b":"#1","c":["##x",null]}');
});

test('what JSON can not carry is a bug, not a silent null', () => {
  assert.throws(() => writeText({ at: Number.NaN }), /Invariant/);
  assert.throws(() => writeText({ at: () => 1 }), /Invariant/);
});

test('an order is written as any value would be', () => {
  const { clientId, side, validity } = coinOrder('client-1');
  const base = { environment: 'demo' as const, instrumentId: COIN.id };
  const order: Omit<Order, 'state'> = {
    ...{
      id: orderId(7),
      accountId: account(1),
      ...base,
      clientId,
      side,
      type: 'limit' as const,
      validity,
      priceLimit: price(5n),
    },
    ...{
      quantity: quantity(4n),
      quantityFilled: quantity(1n),
      turnoverTaken: amount(5n),
      turnoverMade: amount(0n),
    },
    ...{
      charges: { tradingFee: amount(2n) },
      fillCount: 1,
      ruleVersion: 'r"1',
      spotFeeTier: 0,
      priority: 7,
      placedAtMs: instantMs(9),
    },
  };
  const taker: FillParty = {
    isMarketMaker: false,
    accountId: account(1),
    orderId: orderId(7),
    charges: amount(2n),
    profitRealised: amount(-1n),
  };
  const sums = { price: price(5n), quantity: quantity(1n), value: amount(5n), atMs: instantMs(9) };
  const fill: Fill = {
    sequence: 7,
    index: 0,
    ...base,
    ...sums,
    takerSide: 'buy',
    taker,
    maker: { isMarketMaker: true },
  };
  for (const state of [
    { name: 'partial', held: amount(3n) },
    { name: 'cancelled', endedAtMs: instantMs(9), cause: 'customer' },
  ] as const) {
    const outcome: Outcome = {
      ok: true,
      type: 'order',
      order: { ...order, state },
      fills: [fill, { ...fill, index: 1, maker: fill.taker }],
    };
    assert.equal(outcomeText(outcome), encodeOutcome(outcome));
    // The sender stands before the order's state: an answer that is read again from the journal still says
    // so.
    const sent: Outcome = { ...outcome, order: { ...order, agent: 'gtt', state } };
    assert.equal(outcomeText(sent), encodeOutcome(sent));
  }
});
