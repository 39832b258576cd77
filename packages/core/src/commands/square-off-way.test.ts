import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, openSweepsOf } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { SessionPhase } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES, RULES_VERSION } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, INR, sessionOfDay } from '#simulation/world.ts';
import { type AccountId, instantMs, MINUTE_MS } from '#values/index.ts';

/* Orders that go before one that squares off: those it would meet of its own family, and no others. */

const BEFORE = RULE_CHANGES.indexOf('squareOffClearsReach');

function close(trader: Trader, by: AccountId, rulesVersion = RULES_VERSION): Applied {
  const command = { type: 'intraday.close', accountId: by, instrumentId: ARUNA.id } as const;
  const sequence = trader.state.lastSequence + 1;
  return apply(trader.state, { sequence, atMs: trader.atMs, command, rulesVersion });
}

/** The state in which a command left an order; undefined where it did not touch it. */
function left({ changes }: Applied, { id }: Order): string | undefined {
  const state = changes.orders.find((row) => row.id === id)?.state;
  return state?.name === 'cancelled' ? state.cause : state?.name;
}

function openOf(trader: Trader, by: AccountId): bigint {
  return trader.state.accountSide.accounts.get(by)?.holdings.intraday.get(ARUNA.id)?.row.quantity ?? 0n;
}

function holding(): { trader: Trader; by: AccountId } {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 1_000n]] });
  orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 10n, product: 'intraday' }));
  trader.quote(ARUNA, { asks: [], bids: [[49_900n, 1_000n]] });
  return { trader, by };
}

test('a purchase for delivery that the square-off reaches goes, one that it does not reach stays', () => {
  const { trader, by } = holding();
  const far = orderOf(trader.buy(ARUNA, { by, at: 45_500n, size: 5n }));
  const near = orderOf(trader.buy(ARUNA, { by, at: 49_895n, size: 5n }));
  const applied = close(trader, by);
  assert.deepEqual([left(applied, near), left(applied, far)], ['squareOff', undefined]);
  assert.equal(openOf(trader, by), 0n);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
});

test('the best price decides after each order that goes, so that what comes into reach then goes too', () => {
  const { trader, by } = holding();
  const best = orderOf(trader.buy(ARUNA, { by, at: 54_000n, size: 5n }));
  assert.equal(best.state.name, 'open');
  const near = orderOf(trader.buy(ARUNA, { by, at: 49_895n, size: 5n }));
  const applied = close(trader, by);
  assert.deepEqual([left(applied, best), left(applied, near)], ['squareOff', 'squareOff']);
  assert.equal(orderOf(applied).state.name, 'completed');
});

test('where nobody but its owner is there the square-off ends his order, and is not placed', () => {
  const { trader, by } = holding();
  trader.quote(ARUNA, { asks: [], bids: [] });
  const own = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 5n }));
  const applied = close(trader, by);
  assert.equal(left(applied, own), 'squareOff');
  assert.deepEqual(applied.outcome, { ok: true, type: 'done', notPlaced: { code: 'NO_LIQUIDITY' } });
});

test('in an auction every purchase of the owner goes', () => {
  const { trader, by } = holding();
  trader.quote(ARUNA, { asks: [], bids: [] });
  const far = orderOf(trader.buy(ARUNA, { by, at: 45_500n, size: 5n }));
  const enter = (auction: SessionPhase) =>
    trader.apply({
      type: 'rules.set',
      session: { ...sessionOfDay(0), phases: { auction, average: auction } },
    });
  enter('closingAuction');
  while (trader.state.instrumentSide.sweeps.size > 0) trader.apply({ type: 'sweep.step' });
  const applied = close(trader, by);
  assert.equal(left(applied, far), 'squareOff');
  assert.equal(orderOf(applied).state.name, 'open');
});

function family(): { trader: Trader; sub: AccountId; bid: Order } {
  const trader = new Trader();
  const by = trader.open(1);
  const sub = trader.openSub(2, { parentId: by, purpose: 'robot' });
  trader.transfer({ accountId: by, subAccountId: sub, wallet: 'stock', assetId: INR, units: 50_000_000n });
  trader.quote(ARUNA, { asks: [[50_000n, 1_000n]] });
  orderOf(trader.buy(ARUNA, { by: sub, at: 50_000n, size: 100n, product: 'intraday', agent: 'robot' }));
  trader.quote(ARUNA, { asks: [], bids: [[49_000n, 1_000n]] });
  return { trader, sub, bid: orderOf(trader.buy(ARUNA, { by, at: 49_500n, size: 1n })) };
}

test('an order of its family at the head of the queue goes before a square-off', () => {
  const { trader, sub, bid } = family();
  const applied = close(trader, sub);
  assert.equal(left(applied, bid), 'squareOff');
  assert.equal(openOf(trader, sub), 0n);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
});

/** A bid of somebody else above all others that has ended a moment ago and still stands there. */
function endedInFront(trader: Trader): Order {
  const conditions = { ttlMinutes: 1 };
  const by = trader.open(7);
  const bid = orderOf(trader.buy(ARUNA, { by, at: 54_000n, size: 5n, validity: 'ttl', conditions }));
  trader.atMs = instantMs(trader.atMs + MINUTE_MS);
  return bid;
}

test('an order that has ended does not measure the reach of a square-off; before, it ended at its own', () => {
  const closed = (rulesVersion?: number) => {
    const { trader, by } = holding();
    trader.quote(ARUNA, {
      bids: [
        [49_900n, 5n],
        [49_890n, 5n],
      ],
    });
    const own = orderOf(trader.buy(ARUNA, { by, at: 49_895n, size: 5n }));
    const ended = endedInFront(trader);
    const applied = close(trader, by, rulesVersion);
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
    return [left(applied, ended), left(applied, own), left(applied, orderOf(applied)), openOf(trader, by)];
  };
  assert.deepEqual(closed(), ['expired', 'squareOff', 'completed', 0n]);
  assert.deepEqual(closed(RULE_CHANGES.indexOf('squareOffPassesEnded')), [
    'expired',
    undefined,
    'selfTrade',
    5n,
  ]);
});

test('an order of its family behind one that has ended goes before a square-off; before, it stayed', () => {
  const closed = (rulesVersion?: number) => {
    const { trader, sub, bid } = family();
    const ended = endedInFront(trader);
    const applied = close(trader, sub, rulesVersion);
    return [left(applied, ended), left(applied, bid), openOf(trader, sub)];
  };
  assert.deepEqual(closed(), ['expired', 'squareOff', 0n]);
  assert.deepEqual(closed(RULE_CHANGES.indexOf('squareOffPassesEnded')), ['expired', undefined, 100n]);
});

test('an old journal replays as it was: far orders go, and the family stands in the way', () => {
  const { trader, by } = holding();
  const far = orderOf(trader.buy(ARUNA, { by, at: 45_500n, size: 5n }));
  assert.equal(left(close(trader, by, BEFORE), far), 'squareOff');
  const head = family();
  const applied = close(head.trader, head.sub, BEFORE);
  assert.equal(left(applied, head.bid), undefined);
  assert.equal(openOf(head.trader, head.sub), 100n);
});

test('a square-off releases few of many orders: the others have ended, and it waits its turn behind them', () => {
  const { trader, by } = holding();
  trader.apply({ type: 'rules.set', stepMax: 6 });
  const within = { by, at: 45_500n, size: 1n, product: 'intraday' } as const;
  const near = { by, at: 49_895n, size: 1n } as const;
  const orders = Array.from({ length: 24 }, (_, nth) =>
    orderOf(trader.buy(ARUNA, nth % 2 === 0 ? within : near)),
  );
  const command = { type: 'intraday.close', accountId: by, instrumentId: ARUNA.id } as const;
  const sequence = trader.state.lastSequence + 1;
  const rulesVersion = RULE_CHANGES.indexOf('squareOffInSteps');
  const before = apply(reload(trader.state), { sequence, atMs: trader.atMs, command, rulesVersion });
  assert.equal(orders.filter((row) => left(before, row) === 'squareOff').length, orders.length);
  const applied = close(trader, by);
  assert.equal(
    orders.filter((row) => left(applied, row) === 'squareOff').length,
    3,
    'half of what it may do',
  );
  const ended = orders.filter((row) => left(applied, row) === 'open');
  assert.equal(ended.length, orders.length - 3);
  const closing = orderOf(applied).state;
  assert.equal(closing.name === 'new' && closing.waitsFor, 'turn');
  const again = close(trader, by);
  assert.equal(openOf(trader, by), 10n);
  assert.ok(again.outcome.ok);
  while (openSweepsOf(trader.state).length > 0) {
    const step = trader.apply({ type: 'sweep.step' });
    for (const { maker } of step.changes.fills)
      assert.ok(maker.isMarketMaker, 'nobody meets those that ended');
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  }
  assert.equal(openOf(trader, by), 0n);
  assert.equal(trader.state.accountSide.accounts.get(by)?.orders.size, 0);
});
