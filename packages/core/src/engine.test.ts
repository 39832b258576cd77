import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountsNeeded, apply, isLoaded, snapshotAccount, unloadAccount } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BTC_USDT, INR, REAL_CUSTOMERS, START } from '#simulation/world.ts';
import { bookView } from '#state.ts';
import { stateHash } from '#state-hash.ts';
import { accountId, amount, orderId, price, quantity } from '#values/index.ts';

test('a market order fills up to its protection, never rests, and says so', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, {
    asks: [
      [50_000n, 5n],
      [50_500n, 5n],
      [50_505n, 5n],
    ],
  });
  const order = orderOf(trader.buy(ARUNA, { by, size: 20n }));
  assert.equal(order.priceLimit, 50_500n);
  assert.equal(order.quantityFilled, 10n);
  assert.equal(order.validity, 'ioc');
  assert.ok(order.state.name === 'cancelled' && order.state.cause === 'immediateOrCancel');
  assert.equal(trader.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' }), 0n);
});

test('a market sale is protected upward to the tick', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { bids: [[49_995n, 5n]] });
  assert.equal(orderOf(trader.sell(ARUNA, { by, size: 1n })).priceLimit, 49_500n);
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, protectionBps: 101 } });
  assert.equal(orderOf(trader.sell(ARUNA, { by, size: 1n })).priceLimit, 49_495n);
});

test('which protection counts is decided by what stands opposite now, on either side of the border', () => {
  const protectionLow = { priceBelow: price(10_000n), bps: 200 };
  for (const [best, bought, sold] of [
    [9_999n, 10_198n, 9_800n],
    [10_000n, 10_100n, 9_900n],
  ] as const) {
    const trader = new Trader();
    const by = trader.open(1);
    const { band, ...unbounded } = { ...ARUNA, tickSize: price(1n), valueMin: amount(1n), protectionLow };
    trader.apply({ type: 'instrument.set', instrument: unbounded });
    trader.quote(ARUNA, { asks: [[best, 5n]] });
    assert.equal(orderOf(trader.buy(ARUNA, { by, size: 1n })).priceLimit, bought);
    trader.quote(ARUNA, { bids: [[best, 5n]] });
    assert.equal(orderOf(trader.sell(ARUNA, { by, size: 1n })).priceLimit, sold);
  }
});

test('a stop that triggers is protected by the price at which it triggers, not by that of its trigger', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const cheap = { ...ARUNA, tickSize: price(1n), valueMin: amount(1n) };
  const band = { priceLow: price(1n), priceHigh: price(20_000n) };
  const protectionLow = { priceBelow: price(10_000n), bps: 200 };
  trader.apply({ type: 'instrument.set', instrument: { ...cheap, band, protectionLow } });
  trader.quote(ARUNA, { bids: [[10_100n, 9n]] });
  orderOf(trader.sell(ARUNA, { by, size: 1n }));
  const stop = {
    by,
    size: 10n,
    orderType: 'stopMarket',
    conditions: { priceTrigger: price(10_000n) },
  } as const;
  const order = orderOf(trader.sell(ARUNA, stop));
  assert.equal(order.priceLimit, 9_900n, 'as it would be at its trigger');
  trader.quote(ARUNA, {
    bids: [
      [9_999n, 1n],
      [9_800n, 99n],
    ],
  });
  const { changes } = trader.sell(ARUNA, { by: trader.open(2), at: 9_999n, size: 1n });
  assert.deepEqual(changes.fills.at(-1)?.price, 9_800n);
});

test('price first, then time; the market maker queues like everybody', () => {
  const trader = new Trader();
  const [one, two, taker] = [trader.open(1), trader.open(2), trader.open(3)];
  const first = orderOf(trader.sell(ARUNA, { by: one, at: 50_000n, size: 5n }));
  trader.quote(ARUNA, { asks: [[50_000n, 5n]] });
  const last = orderOf(trader.sell(ARUNA, { by: two, at: 50_000n, size: 5n }));
  trader.quote(ARUNA, { asks: [[50_000n, 3n]] });
  const { changes } = trader.buy(ARUNA, { by: taker, at: 50_000n, size: 10n });
  assert.deepEqual(
    changes.fills.map(({ maker, quantity: size }) => [maker.isMarketMaker ? 'house' : maker.orderId, size]),
    [
      [first.id, 5n],
      ['house', 3n],
      [last.id, 2n],
    ],
  );
  trader.quote(ARUNA, { asks: [[50_000n, 9n]] });
  const again = trader.buy(ARUNA, { by: taker, at: 50_000n, size: 4n }).changes.fills;
  assert.deepEqual(
    again.map(({ maker }) => maker.isMarketMaker),
    [false, true],
    'a level that grew went to the end',
  );
});

test('a taker that meets its own order expires there', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.sell(ARUNA, { by, at: 50_000n, size: 5n });
  const order = orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 5n }));
  assert.ok(order.state.name === 'cancelled' && order.state.cause === 'selfTrade');
  assert.equal(order.fillCount, 0);
});

test('demo and real books never meet', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(BTC_USDT, { environment: 'real', asks: [[6_000_000n, 1_000_000n]] });
  assert.equal(codeOf(trader.buy(BTC_USDT, { by, size: 1_000_000n })), 'NO_LIQUIDITY');
  assert.equal(codeOf(trader.buy(BTC_USDT, { by: REAL_CUSTOMERS[0], size: 1_000_000n })), 'order');
});

test('the market maker is journaled only where it touched a customer, and prints its own trades', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const quoted = trader.quote(ARUNA, { asks: [[50_000n, 5n]] });
  assert.ok(!quoted.journaled && quoted.books.length === 1);
  const take = {
    type: 'marketMaker.take',
    instrumentId: ARUNA.id,
    environment: 'demo',
    side: 'buy',
    priceLimit: price(50_000n),
    quantity: quantity(2n),
  } as const;
  const own = trader.apply(take);
  assert.equal(own.journaled, false);
  assert.deepEqual([own.prints.length, own.changes.postings.length], [1, 0]);
  trader.sell(ARUNA, { by, at: 50_000n, size: 5n });
  const touched = trader.apply({ ...take, quantity: quantity(5n) });
  assert.equal(touched.journaled, true);
  assert.deepEqual([touched.prints.length, touched.changes.fills.length], [2, 1]);
  assert.deepEqual(
    touched.marketMakerDepth[0]?.asks.map((entry) => entry.quantity),
    [3n],
  );
});

test('a band that narrows cancels what is outside, an unlisted instrument everything, a session its day orders', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const place = (at: bigint) => orderOf(trader.sell(ARUNA, { by, at, size: 1n })).id;
  const causes = (applied: ReturnType<Trader['apply']>) =>
    applied.changes.orders.map(({ id, state }) => [
      id,
      state.name === 'cancelled' ? state.cause : state.name,
    ]);
  const [low, high] = [place(50_000n), place(54_000n)];
  const band = { priceLow: price(49_000n), priceHigh: price(51_000n) };
  assert.deepEqual(causes(trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band } })), [
    [high, 'bandChange'],
  ]);
  assert.deepEqual(
    causes(trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, status: 'unlisted' } })),
    [[low, 'halt']],
  );
  trader.apply({ type: 'instrument.set', instrument: ARUNA });
  const day = place(50_000n);
  trader.buy(BTC_USDT, { by, at: 5_000_000n, size: 1_000_000n });
  assert.deepEqual(causes(trader.apply({ type: 'session.end', venue: 'NSE_SIM' })), [[day, 'sessionEnd']]);
  assert.deepEqual(causes(trader.apply({ type: 'session.end', venue: 'COIN_SIM' })), []);
});

test('a new tick moves no resting order', () => {
  const trader = new Trader();
  const [by, other] = [trader.open(1), trader.open(2)];
  trader.sell(ARUNA, { by, at: 50_005n, size: 5n });
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, tickSize: price(10n) } });
  trader.sell(ARUNA, { by, at: 50_010n, size: 5n });
  assert.deepEqual(bookView(trader.state, { instrumentId: ARUNA.id, environment: 'demo' }, 5)?.asks, [
    { price: 50_005n, quantity: 5n, orderCount: 1 },
    { price: 50_010n, quantity: 5n, orderCount: 1 },
  ]);
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, tickSize: price(1n) } });
  assert.equal(orderOf(trader.buy(ARUNA, { by: other, at: 50_005n, size: 5n })).state.name, 'completed');
});

test('a restart from rows keeps every order’s place', () => {
  const trader = new Trader();
  const [one, two, taker] = [trader.open(1), trader.open(2), trader.open(3)];
  const first = orderOf(trader.sell(ARUNA, { by: two, at: 50_000n, size: 5n }));
  trader.sell(ARUNA, { by: one, at: 50_000n, size: 5n });
  trader.buy(ARUNA, { by: taker, at: 50_000n, size: 2n });
  const fresh = reload(trader.state);
  assert.equal(stateHash(fresh), stateHash(trader.state));
  const command = trader.command('buy', ARUNA, { by: taker, at: 50_000n, size: 4n });
  const applied = apply(fresh, { sequence: fresh.lastSequence + 1, atMs: START, command });
  assert.deepEqual(
    applied.changes.fills.map(({ maker }) => maker.isMarketMaker || maker.orderId)[0],
    first.id,
  );
  assert.deepEqual(applied, trader.apply(command));
});

test('an account with open orders stays loaded; an idle one leaves and comes back the same', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const order = orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 1n }));
  assert.equal(unloadAccount(trader.state, by), false);
  trader.apply({ type: 'order.cancel', accountId: by, orderId: order.id });
  assert.ok(snapshotAccount(trader.state, by));
  assert.equal(unloadAccount(trader.state, by), true);
  assert.equal(isLoaded(trader.state, by), false);
  assert.equal(snapshotAccount(trader.state, by), undefined);
});

test('the accounts that a command needs', () => {
  assert.deepEqual(accountsNeeded({ type: 'lots.settle', accountId: accountId(7) }), [7]);
  assert.deepEqual(
    accountsNeeded({ type: 'order.cancel', accountId: accountId(7), orderId: orderId(1) }),
    [7],
  );
  assert.deepEqual(accountsNeeded({ type: 'session.end', venue: 'NSE_SIM' }), []);
});

test('sequence numbers of journaled commands grow', () => {
  const trader = new Trader();
  trader.open(1);
  const command = { type: 'session.end', venue: 'NSE_SIM' } as const;
  assert.throws(
    () => apply(trader.state, { sequence: trader.state.lastSequence, atMs: START, command }),
    /Condition/,
  );
});

test('the invariants find a balance that was touched', () => {
  const trader = new Trader();
  const by = trader.open(1);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  const assetBalance = trader.state.accountSide.accounts.get(by)?.holdings.assetBalances.stock.get(INR);
  assert.ok(assetBalance);
  const cell = assetBalance.held;
  Object.assign(cell, { amount: 1n });
  const found = checkInvariants(trader.state, { allLoaded: true }).map((sentence) => sentence.slice(0, 2));
  assert.deepEqual(found, ['1:', '3:']);
});
