import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, checkInvariants } from '#engine.ts';
import type { Command } from '#model/command.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Lot } from '#model/ledger.ts';
import { RULE_CHANGES, RULES_VERSION } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, INR, START, sessionOfDay } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { DAY_MS, instantMs } from '#values/index.ts';

const BY_ORDER = RULE_CHANGES.indexOf('lotsOfADay');

/** A trader of one account, with commands under a rule version and the account's lots. */
function dayTrader(rulesVersion: number = RULES_VERSION) {
  const trader = new Trader();
  const by = trader.open(1);
  return {
    trader,
    by,
    order(side: 'buy' | 'sell', instrument: Instrument, size: bigint) {
      const command: Command = trader.command(side, instrument, { by, size });
      const { atMs, state } = trader;
      return apply(state, { sequence: state.lastSequence + 1, atMs, command, rulesVersion });
    },
    at(day: number) {
      trader.atMs = instantMs(START + day * DAY_MS);
      trader.apply({ type: 'rules.set', session: sessionOfDay(day) });
      trader.apply({ type: 'lots.settle', accountId: by });
    },
    lots(kind: Lot['kind']): Lot[] {
      const { holdings } = trader.state.accountSide.accounts.get(by) ?? {};
      const rows = [...(holdings?.lots.values() ?? [])].flat().map(({ row }) => row);
      return rows.filter((row) => row.kind === kind && row.orderId !== undefined);
    },
    sound() {
      assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
      assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
    },
  };
}

for (const { rule, rulesVersion, bought, sold } of [
  { rule: 'of a day', rulesVersion: RULES_VERSION, bought: [30n], sold: 1 },
  { rule: 'by order, as before', rulesVersion: BY_ORDER, bought: [10n, 20n], sold: 2 },
] as const) {
  test(`two purchases and two sales make lots ${rule}`, () => {
    const { trader, order, lots, sound } = dayTrader(rulesVersion);
    trader.quote(ARUNA, { bids: [[50_000n, 1_000n]], asks: [[50_005n, 1_000n]] });
    const first = orderOf(order('buy', ARUNA, 10n));
    const cost = lots('shares')[0]?.costLeft ?? 0n;
    const second = orderOf(order('buy', ARUNA, 20n));
    orderOf(order('sell', ARUNA, 100n));
    orderOf(order('sell', ARUNA, 50n));
    const shares = lots('shares');
    assert.deepEqual(
      shares.map(({ amountLeft }) => amountLeft),
      bought,
    );
    assert.equal(shares[0]?.orderId, first.id);
    assert.equal(lots('proceeds').length, sold);
    const charges = Object.values(second.charges).reduce((sum: bigint, one) => sum + one, 0n);
    const costs = shares.reduce((sum, { costLeft }) => sum + costLeft, 0n);
    assert.equal(costs, cost + 20n * 50_005n + charges, 'the cost is the sum of both');
    sound();
  });
}

test('lots of another share and of another day stand apart, and the older day is sold first', () => {
  const { trader, by, order, at, lots, sound } = dayTrader();
  const quote = () => {
    trader.quote(ARUNA, { bids: [[50_000n, 1_000n]], asks: [[50_005n, 1_000n]] });
    trader.quote(BHUMI, { bids: [[100n, 1_000n]], asks: [[101n, 1_000n]] });
  };
  quote();
  for (const size of [10n, 20n]) order('buy', ARUNA, size);
  order('buy', BHUMI, 200n);
  assert.deepEqual(
    lots('shares').map(({ instrumentId, amountLeft }) => [instrumentId, amountLeft]),
    [
      [ARUNA.id, 30n],
      [BHUMI.id, 200n],
    ],
  );
  const costOfDay = lots('shares')[0]?.costLeft ?? 0n;
  at(1);
  quote();
  for (const size of [5n, 7n]) order('buy', ARUNA, size);
  at(2);
  quote();
  const { changes } = order('sell', ARUNA, 515n);
  const ofAruna = lots('shares').filter(({ instrumentId }) => instrumentId === ARUNA.id);
  assert.deepEqual(
    ofAruna.map(({ amountLeft }) => amountLeft),
    [15n, 12n],
    'half of the first day is left, and all of the second',
  );
  assert.equal(ofAruna[0]?.costLeft, costOfDay - costOfDay / 2n, 'its part of the cost, rounded down');
  const [sold] = changes.orders;
  const charges = Object.values(sold?.charges ?? {}).reduce((sum: bigint, one) => sum + one, 0n);
  const costOut = 240_000_00n + costOfDay / 2n;
  const { positions } = trader.state.accountSide.accounts.get(by)?.holdings ?? {};
  const made = positions?.get(ARUNA.id)?.row.profitRealised;
  assert.equal(made, 515n * 50_000n - charges - costOut);
  sound();
});

test('a restart between two orders of a day changes nothing', () => {
  const [through, restarted] = [dayTrader(), dayTrader()];
  for (const one of [through, restarted]) {
    one.trader.quote(ARUNA, { bids: [[50_000n, 1_000n]], asks: [[50_005n, 1_000n]] });
    for (const side of ['buy', 'sell'] as const) one.order(side, ARUNA, 10n);
    if (one === restarted) one.trader.state = reload(one.trader.state);
    one.trader.quote(ARUNA, { bids: [[50_000n, 1_000n]], asks: [[50_005n, 1_000n]] });
    for (const side of ['buy', 'sell'] as const) one.order(side, ARUNA, 10n);
    assert.deepEqual([one.lots('shares').length, one.lots('proceeds').length], [1, 1]);
  }
  assert.equal(stateHash(restarted.trader.state), stateHash(through.trader.state));
});

/** A sale over midnight whose first fill of the new day is all but taken by the depository's charge. */
function overMidnight() {
  const seller = dayTrader();
  const { trader, by } = seller;
  trader.quote(BHUMI, { bids: [[100n, 500n]] });
  trader.sell(BHUMI, { by, at: 100n, size: 200n });
  trader.quote(BHUMI, {});
  trader.atMs = instantMs(START + DAY_MS - 60_000);
  const validity = { validity: 'ttl', conditions: { ttlMinutes: 120 } } as const;
  orderOf(trader.sell(BHUMI, { by, at: 96n, size: 2_000n, ...validity }));
  const filled = (size: bigint) => trader.quote(BHUMI, { bids: [[96n, size]] });
  filled(1_546n);
  seller.at(1);
  filled(16n);
  const ofToday = () => seller.lots('proceeds').filter(({ usableAtMs }) => usableAtMs > trader.atMs);
  assert.deepEqual(
    ofToday().map(({ amountLeft, settled }) => [amountLeft, settled]),
    [[1n, false]],
  );
  const unsettled = () => trader.balance({ by, wallet: 'stock', asset: INR, bucket: 'unsettled' });
  return { ...seller, filled, ofToday, unsettled };
}

test('charges of a fill may come out of what the other sales of the day brought and is not usable yet', () => {
  const { trader, by, filled, ofToday, unsettled, sound } = overMidnight();
  trader.quote(BHUMI, {});
  orderOf(trader.sell(BHUMI, { by, at: 95n, size: 200n }));
  trader.quote(BHUMI, { bids: [[95n, 200n]] });
  const before = unsettled();
  const { changes } = filled(1n);
  const late = changes.postings.filter(
    ({ kind, from }) => kind === 'charge' && 'bucket' in from && from.bucket === 'unsettled',
  );
  assert.deepEqual(
    late.map(({ amount }) => amount),
    [4n],
    'a rupee of tax on 96 paise',
  );
  assert.equal(unsettled(), before - 4n);
  assert.deepEqual(
    ofToday().map(({ amountLeft }) => amountLeft),
    [before - 4n],
  );
  sound();
});

test('proceeds of which charges took all that waits are joined by the day’s next sale, which waits', () => {
  const { trader, by, at, filled, ofToday, unsettled, sound } = overMidnight();
  filled(1n);
  assert.deepEqual([unsettled(), ofToday().map(({ settled }) => settled)], [0n, [true]]);
  trader.apply({ type: 'lots.settle', accountId: by });
  filled(100n);
  const [lot, ...others] = ofToday();
  assert.deepEqual([others, lot?.settled, lot?.amountLeft], [[], false, unsettled()]);
  assert.ok(unsettled() > 0n);
  sound();
  at(2);
  assert.equal(unsettled(), 0n, 'it settles in its time');
  sound();
});
