import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeHouseDepth, encodeHouseDepth } from '#engine.ts';
import { checkInvariants } from '#invariants.ts';
import type { Order } from '#order.ts';
import type { Applied } from '#outcome.ts';
import { type Ask, codeOf, Desk, orderOf } from '#simulation/desk.ts';
import { reload } from '#simulation/reload.ts';
import { ARUNA, BTC_USDT, INR, USDT } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type AccountId, orderId, price, quantity } from '#values/index.ts';

/** The house trades with itself at a price, so that it is the last one. */
function print(desk: Desk, at: bigint, instrument = ARUNA): Applied {
  const size = instrument.lotSize;
  desk.quote(instrument, { asks: [[at, size]] });
  const { id: instrumentId } = instrument;
  return desk.apply({
    type: 'house.take',
    instrumentId,
    lane: 'demo',
    side: 'buy',
    priceLimit: price(at),
    quantity: size,
  });
}

function stop(ask: Omit<Ask, 'special'> & { trigger: bigint }): Ask {
  const { trigger, ...rest } = ask;
  const orderType = ask.orderType ?? (ask.at === undefined ? 'stopMarket' : 'stopLimit');
  return { ...rest, orderType, special: { priceTrigger: price(trigger) } };
}

function now(desk: Desk, by: AccountId, order: Order): Order | undefined {
  return desk.state.accountSide.accounts.get(by)?.orders.get(order.id)?.row;
}

test('a stop limit holds its money, waits unseen, and stands in the book when a print reaches its trigger', () => {
  const desk = new Desk();
  const by = desk.open(1);
  print(desk, 50_000n);
  const order = orderOf(desk.buy(ARUNA, stop({ by, at: 50_300n, size: 10n, trigger: 50_200n })));
  assert.deepEqual(order.state.name === 'new' && order.state.waitsFor, 'trigger');
  const held = desk.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' });
  assert.ok(held > 10n * 50_300n, 'value at the limit and charges are held');
  assert.equal(print(desk, 50_195n).journaled, false, 'a print short of the trigger touches nobody');
  const fired = print(desk, 50_200n);
  assert.equal(fired.journaled, true, 'a print of the house that fires a trigger is journaled');
  assert.deepEqual(fired.changes.fills, []);
  const open = now(desk, by, order);
  assert.equal(open?.state.name, 'open');
  assert.equal(open?.terms?.firedAtMs, desk.atMs);
  assert.equal(desk.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' }), held);
  assert.deepEqual(checkInvariants(desk.state, { allLoaded: false }), []);
});

test('a stop market sells at what is there when it fires, protected, and never rests', () => {
  const desk = new Desk();
  const by = desk.open(1);
  print(desk, 50_000n);
  const order = orderOf(desk.sell(ARUNA, stop({ by, size: 10n, trigger: 49_900n })));
  desk.quote(ARUNA, {
    bids: [
      [49_900n, 1n],
      [49_800n, 4n],
      [48_000n, 9n],
    ],
  });
  const { changes } = desk.apply({
    type: 'house.take',
    instrumentId: ARUNA.id,
    lane: 'demo',
    side: 'sell',
    priceLimit: price(49_900n),
    quantity: quantity(1n),
  });
  assert.deepEqual(
    changes.fills.map((fill) => [fill.price, fill.quantity]),
    [[49_800n, 4n]],
    'the level beyond its protection is left alone',
  );
  const [ended] = changes.orders;
  assert.ok(ended?.id === order.id && ended.state.name === 'cancelled');
  assert.equal(ended.state.cause, 'immediateOrCancel');
  assert.equal(ended.quantityFilled, 4n);
});

test('a stop to buy at market pays no more than what it holds for, and ends where nobody sells', () => {
  const desk = new Desk();
  const by = desk.open(1);
  print(desk, 50_000n);
  const order = orderOf(desk.buy(ARUNA, stop({ by, size: 10n, trigger: 50_100n })));
  assert.equal(order.priceLimit, 50_600n, 'one percent above the trigger, down to the tick');
  const taker = desk.open(2);
  orderOf(desk.sell(ARUNA, { by: taker, at: 50_100n, size: 1n }));
  const { changes } = desk.buy(ARUNA, { by: desk.open(3), at: 50_100n, size: 1n });
  const ended = changes.orders.find(({ id }) => id === order.id);
  assert.ok(ended?.state.name === 'cancelled' && ended.state.cause === 'noLiquidity');
  assert.equal(desk.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' }), 0n);
});

test('a trigger hears only its own lane', () => {
  const desk = new Desk();
  const by = desk.open(1);
  print(desk, 50_000n);
  const order = orderOf(desk.buy(ARUNA, stop({ by, at: 50_100n, size: 1n, trigger: 50_100n })));
  desk.quote(ARUNA, { lane: 'real', asks: [[50_200n, 1n]] });
  const elsewhere = {
    type: 'house.take',
    instrumentId: ARUNA.id,
    lane: 'real',
    side: 'buy',
    priceLimit: price(50_200n),
    quantity: quantity(1n),
  } as const;
  desk.apply(elsewhere);
  assert.equal(now(desk, by, order)?.state.name, 'new');
});

test('several fire in one order: nearest trigger first, then the oldest; what they print fires the next', () => {
  const desk = new Desk();
  const [one, two, three] = [desk.open(1), desk.open(2), desk.open(3)];
  print(desk, 50_000n);
  const far = orderOf(desk.buy(ARUNA, stop({ by: one, at: 50_100n, size: 1n, trigger: 50_100n })));
  const late = orderOf(desk.buy(ARUNA, stop({ by: two, at: 50_050n, size: 2n, trigger: 50_050n })));
  const early = orderOf(desk.buy(ARUNA, stop({ by: three, at: 50_100n, size: 1n, trigger: 50_050n })));
  desk.quote(ARUNA, {
    asks: [
      [50_050n, 2n],
      [50_100n, 1n],
    ],
  });
  const { changes } = desk.apply({
    type: 'house.take',
    instrumentId: ARUNA.id,
    lane: 'demo',
    side: 'buy',
    priceLimit: price(50_050n),
    quantity: quantity(1n),
  });
  assert.deepEqual(
    changes.fills.map(({ taker, price: at }) => [taker.house ? 0 : taker.orderId, at]),
    [
      [late.id, 50_050n],
      [early.id, 50_100n],
    ],
  );
  assert.equal(now(desk, one, far)?.state.name, 'open', 'the print of the second set the far one free');
  assert.ok(changes.fills.length === 2 && now(desk, two, late)?.quantityFilled === 1n);
  assert.equal(now(desk, two, late)?.priority, now(desk, one, far)?.priority);
  assert.deepEqual(checkInvariants(desk.state, { allLoaded: false }), []);
});

test('a customer is told of its own fills, not of those that its print set free', () => {
  const desk = new Desk();
  const [waits, takes] = [desk.open(1), desk.open(2)];
  print(desk, 50_000n);
  orderOf(desk.buy(ARUNA, stop({ by: waits, at: 50_200n, size: 3n, trigger: 50_100n })));
  desk.quote(ARUNA, { asks: [[50_100n, 9n]] });
  const applied = desk.buy(ARUNA, { by: takes, at: 50_100n, size: 2n });
  assert.equal(applied.changes.fills.length, 2);
  assert.ok(applied.outcome.ok && applied.outcome.type === 'order');
  assert.deepEqual(
    applied.outcome.fills.map(({ quantity: size }) => size),
    [2n],
  );
});

test('a trailing stop follows in whole steps of a tenth of its distance, journaled for each, and fires behind', () => {
  const desk = new Desk();
  const by = desk.open(1);
  print(desk, 6_000_000n, BTC_USDT);
  const special = { trailBps: 100 };
  const order = orderOf(desk.sell(BTC_USDT, { by, size: 1_000_000n, orderType: 'trailingStop', special }));
  assert.deepEqual(order.terms, {
    trigger: { price: 5_940_000n, when: 'falls' },
    trailDistance: 60_000n,
  });
  assert.equal(print(desk, 6_005_990n, BTC_USDT).journaled, false, 'less than a step is no row');
  const moved = print(desk, 6_013_000n, BTC_USDT);
  assert.equal(moved.journaled, true);
  assert.deepEqual(moved.changes.postings, []);
  assert.equal(now(desk, by, order)?.terms?.trigger?.price, 5_952_000n, 'two whole steps');
  assert.equal(print(desk, 5_960_000n, BTC_USDT).journaled, false, 'it never goes back');
  desk.quote(BTC_USDT, { bids: [[5_950_000n, 5_000_000n]] });
  const { changes } = desk.apply({
    type: 'house.take',
    instrumentId: BTC_USDT.id,
    lane: 'demo',
    side: 'sell',
    priceLimit: price(5_950_000n),
    quantity: quantity(1_000n),
  });
  assert.equal(changes.orders.at(-1)?.state.name, 'completed');
  assert.deepEqual(checkInvariants(desk.state, { allLoaded: false }), []);
});

test('a trailing purchase follows the price down', () => {
  const desk = new Desk();
  const by = desk.open(1);
  print(desk, 6_000_000n, BTC_USDT);
  desk.quote(BTC_USDT, { asks: [[6_000_000n, 1_000n]] });
  const special = { trailBps: 100 };
  const order = orderOf(desk.buy(BTC_USDT, { by, size: 1_000_000n, orderType: 'trailingStop', special }));
  assert.equal(order.terms?.trigger?.price, 6_060_000n);
  print(desk, 5_970_000n, BTC_USDT);
  assert.equal(now(desk, by, order)?.terms?.trigger?.price, 6_030_000n);
  assert.ok(desk.balance({ by, wallet: 'spot', asset: USDT, bucket: 'held' }) > 0n);
});

test('a GTT of two legs holds for the dearer one, and the leg that fires first is the order', () => {
  const desk = new Desk();
  const by = desk.open(1);
  print(desk, 50_000n);
  const special = {
    gtt: true,
    priceTrigger: price(49_000n),
    otherLeg: { priceTrigger: price(51_000n), priceLimit: price(51_500n) },
  } as const;
  const ask = { by, at: 49_000n, size: 10n, validity: 'gtd', special } as const;
  const order = orderOf(desk.buy(ARUNA, ask));
  assert.ok(desk.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' }) > 10n * 51_500n);
  desk.apply({ type: 'session.end', venue: 'NSE_SIM' });
  assert.equal(now(desk, by, order)?.state.name, 'new', 'the end of a day is not its end');
  print(desk, 51_000n);
  const fired = now(desk, by, order);
  assert.equal(fired?.priceLimit, 51_500n);
  assert.equal(fired?.validity, 'day');
  assert.equal(fired?.terms?.otherLeg, undefined);
  assert.equal(desk.state.instrumentSide.books.get(ARUNA.id)?.demo.triggers.size, 0);
  desk.apply({ type: 'order.cancel', accountId: by, orderId: order.id });
  assert.equal(desk.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' }), 0n);
});

test('a restart puts what waits back behind the same triggers', () => {
  const desk = new Desk();
  const by = desk.open(1);
  print(desk, 50_000n);
  print(desk, 6_000_000n, BTC_USDT);
  desk.buy(ARUNA, stop({ by, at: 50_300n, size: 10n, trigger: 50_200n }));
  desk.sell(BTC_USDT, { by, size: 1_000_000n, orderType: 'trailingStop', special: { trailBps: 100 } });
  const fresh = reload(desk.state);
  assert.equal(stateHash(fresh), stateHash(desk.state));
  for (const id of [ARUNA.id, BTC_USDT.id])
    assert.deepEqual(
      fresh.instrumentSide.books.get(id)?.demo.triggers,
      desk.state.instrumentSide.books.get(id)?.demo.triggers,
    );
});

test('what a freed order met is in the journal with its number, and the last price with what was judged by it', () => {
  const desk = new Desk();
  const by = desk.open(1);
  print(desk, 50_000n);
  const placed = desk.buy(ARUNA, stop({ by, at: 50_300n, size: 10n, trigger: 50_200n }));
  assert.deepEqual(
    placed.houseDepth.map(({ priceLast }) => priceLast),
    [50_000n],
  );
  desk.quote(ARUNA, {
    asks: [
      [50_200n, 1n],
      [50_250n, 20n],
    ],
  });
  const fired = desk.apply({
    type: 'house.take',
    instrumentId: ARUNA.id,
    lane: 'demo',
    side: 'buy',
    priceLimit: price(50_200n),
    quantity: quantity(1n),
  });
  assert.deepEqual(
    fired.houseDepth.map(({ orderId: freed, asks }) => [freed, asks.map((entry) => entry.price)]),
    [
      [undefined, [50_200n]],
      [orderOf(placed).id, [50_250n]],
    ],
  );
  assert.deepEqual(decodeHouseDepth(encodeHouseDepth(fired.houseDepth)), fired.houseDepth);
  assert.deepEqual(decodeHouseDepth(encodeHouseDepth(placed.houseDepth)), placed.houseDepth);
});

test('without a print nothing can be judged by the last price', () => {
  const desk = new Desk();
  const by = desk.open(1);
  const applied = desk.buy(ARUNA, stop({ by, at: 50_300n, size: 10n, trigger: 50_200n }));
  assert.equal(codeOf(applied), 'STALE_PRICE');
  assert.deepEqual(
    applied.houseDepth.map(({ priceLast }) => priceLast),
    [0n],
  );
});

test('cancelling takes the triggers away; a number that waits nowhere is not open', () => {
  const desk = new Desk();
  const by = desk.open(1);
  print(desk, 50_000n);
  const order = orderOf(desk.buy(ARUNA, stop({ by, at: 50_300n, size: 10n, trigger: 50_200n })));
  desk.apply({ type: 'order.cancel', accountId: by, orderId: order.id });
  assert.equal(print(desk, 50_300n).journaled, false);
  assert.equal(
    codeOf(desk.apply({ type: 'order.cancel', accountId: by, orderId: orderId(order.id) })),
    'ORDER_NOT_OPEN',
  );
});
