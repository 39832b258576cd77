import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  decodeCommand,
  decodeMarketMakerDepth,
  encodeCommand,
  encodeMarketMakerDepth,
} from '#codec/journal-codec.ts';
import { COMMAND_KINDS } from '#model/commands/command-kinds.ts';
import { createRandom } from '#simulation/random.ts';
import { createTraffic } from '#simulation/traffic/draws.ts';
import { nextCommand } from '#simulation/traffic/next-command.ts';
import { BTC_INR, SPOT_CHARGES, START, STOCK_CHARGES, sessionOfDay } from '#simulation/world.ts';
import { accountId, amount, assetId, price, quantity, rate } from '#values/index.ts';

test('every command of the simulated traffic comes back as it went in', () => {
  const met = new Set<string>();
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const traffic = createTraffic(createRandom(seed), START);
      for (let step = 0; step < 60; step += 1) {
        const command = nextCommand(traffic);
        met.add(command.type);
        assert.deepEqual(decodeCommand(encodeCommand(command)), command);
      }
    }),
  );
  const missed = Object.keys(COMMAND_KINDS).filter((type) => type !== 'accounts.step' && !met.has(type));
  assert.deepEqual(missed, [], 'the traffic has every command but a step over accounts');
});

test('a step over accounts comes back as it went in', () => {
  const at = { name: 'corporate', sequence: 7, isLast: false, isAhead: true } as const;
  const command = { type: 'accounts.step', accounts: [accountId(1), accountId(2)], ...at } as const;
  assert.deepEqual(decodeCommand(encodeCommand(command)), command);
});

test('rules come back with all their parts', () => {
  const command = {
    type: 'rules.set',
    stockCharges: STOCK_CHARGES,
    spotCharges: SPOT_CHARGES,
    session: sessionOfDay(3),
  } as const;
  assert.deepEqual(decodeCommand(encodeCommand(command)), command);
  const { intraday: _none, ...delivered } = STOCK_CHARGES;
  const ofTaka = {
    ...delivered,
    currency: assetId('BDT'),
    brokerageRate: rate(400_000n),
    securitiesTaxUnit: amount(1n),
    securitiesTaxSide: 'sell',
  } as const;
  const other = { type: 'rules.set', stockCharges: ofTaka } as const;
  assert.deepEqual(decodeCommand(encodeCommand(other)), other);
});

test('market maker depth comes back as it went in', () => {
  const integer = fc.bigInt({ min: 1n, max: 10n ** 18n });
  const entry = fc.tuple(integer, integer, fc.nat()).map(([one, other, priority]) => ({
    price: price(one),
    quantity: quantity(other),
    priority,
  }));
  fc.assert(
    fc.property(fc.array(entry), fc.array(entry), (bids, asks) => {
      const depths = [{ instrumentId: BTC_INR.id, environment: 'demo', bids, asks }] as const;
      assert.deepEqual(decodeMarketMakerDepth(encodeMarketMakerDepth(depths)), depths);
    }),
  );
});

test('text that nobody wrote is not believed', () => {
  const order = { type: 'order.cancel', accountId: 1, orderId: 2 };
  for (const wrong of ['[]', '{"type":"toString"}', '{"type":"money.make"}', '1', 'null']) {
    assert.throws(() => decodeCommand(wrong), /Condition/, wrong);
  }
  assert.throws(() => decodeCommand(JSON.stringify({ ...order, orderId: 2.5 })), /Condition/);
  assert.throws(() => decodeCommand(JSON.stringify({ ...order, accountId: '1' })), /Condition/);
  assert.throws(
    () => decodeMarketMakerDepth('[{"instrumentId":"x","environment":"both","bids":[],"asks":[]}]'),
    /Condition/,
  );
});
