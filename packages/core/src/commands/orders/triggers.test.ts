import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, decodeMarketMakerDepth, encodeMarketMakerDepth } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { BasketLeg, OrderPlace } from '#model/commands/order-commands.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES, RULES_VERSION } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { type Ask, codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BTC_USDT, INR, USDT } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type AccountId, orderId, price, quantity } from '#values/index.ts';

/** The market maker trades with itself at a price, so that it is the last one. */
function print(trader: Trader, at: bigint, instrument = ARUNA): Applied {
  const size = instrument.lotSize;
  trader.quote(instrument, { asks: [[at, size]] });
  const { id: instrumentId } = instrument;
  return trader.apply({
    type: 'marketMaker.take',
    instrumentId,
    environment: 'demo',
    side: 'buy',
    priceLimit: price(at),
    quantity: size,
  });
}

function stop(ask: Omit<Ask, 'conditions'> & { trigger: bigint }): Ask {
  const { trigger, ...rest } = ask;
  const orderType = ask.orderType ?? (ask.at === undefined ? 'stopMarket' : 'stopLimit');
  return { ...rest, orderType, conditions: { priceTrigger: price(trigger) } };
}

function now(trader: Trader, by: AccountId, order: Order): Order | undefined {
  return trader.state.accountSide.accounts.get(by)?.orders.get(order.id)?.row;
}

test('a stop limit holds its money, waits unseen, and stands in the book when a print reaches its trigger', () => {
  const trader = new Trader();
  const by = trader.open(1);
  print(trader, 50_000n);
  const order = orderOf(trader.buy(ARUNA, stop({ by, at: 50_300n, size: 10n, trigger: 50_200n })));
  assert.deepEqual(order.state.name === 'new' && order.state.waitsFor, 'trigger');
  const held = trader.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' });
  assert.ok(held > 10n * 50_300n, 'value at the limit and charges are held');
  assert.equal(print(trader, 50_195n).journaled, false, 'a print short of the trigger touches nobody');
  const triggered = print(trader, 50_200n);
  assert.equal(triggered.journaled, true, 'a print of the market maker that reaches a trigger is journaled');
  assert.deepEqual(triggered.changes.fills, []);
  const open = now(trader, by, order);
  assert.equal(open?.state.name, 'open');
  assert.equal(open?.conditions?.triggeredAtMs, trader.atMs);
  assert.equal(trader.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' }), held);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
});

test('a stop market sells at what is there when it triggers, protected, and never rests', () => {
  const trader = new Trader();
  const by = trader.open(1);
  print(trader, 50_000n);
  const order = orderOf(trader.sell(ARUNA, stop({ by, size: 10n, trigger: 49_900n })));
  trader.quote(ARUNA, {
    bids: [
      [49_900n, 1n],
      [49_800n, 4n],
      [48_000n, 9n],
    ],
  });
  const { changes } = trader.apply({
    type: 'marketMaker.take',
    instrumentId: ARUNA.id,
    environment: 'demo',
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
  const trader = new Trader();
  const by = trader.open(1);
  print(trader, 50_000n);
  const order = orderOf(trader.buy(ARUNA, stop({ by, size: 10n, trigger: 50_100n })));
  assert.equal(order.priceLimit, 50_600n, 'one percent above the trigger, down to the tick');
  const taker = trader.open(2);
  orderOf(trader.sell(ARUNA, { by: taker, at: 50_100n, size: 1n }));
  const { changes } = trader.buy(ARUNA, { by: trader.open(3), at: 50_100n, size: 1n });
  const ended = changes.orders.find(({ id }) => id === order.id);
  assert.ok(ended?.state.name === 'cancelled' && ended.state.cause === 'noLiquidity');
  assert.equal(trader.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' }), 0n);
});

test('a trigger hears only its own environment', () => {
  const trader = new Trader();
  const by = trader.open(1);
  print(trader, 50_000n);
  const order = orderOf(trader.buy(ARUNA, stop({ by, at: 50_100n, size: 1n, trigger: 50_100n })));
  trader.quote(ARUNA, { environment: 'real', asks: [[50_200n, 1n]] });
  const elsewhere = {
    type: 'marketMaker.take',
    instrumentId: ARUNA.id,
    environment: 'real',
    side: 'buy',
    priceLimit: price(50_200n),
    quantity: quantity(1n),
  } as const;
  trader.apply(elsewhere);
  assert.equal(now(trader, by, order)?.state.name, 'new');
});

test('several trigger in one order: nearest trigger first, then the oldest; what they print triggers the next', () => {
  const trader = new Trader();
  const [one, two, three] = [trader.open(1), trader.open(2), trader.open(3)];
  print(trader, 50_000n);
  const far = orderOf(trader.buy(ARUNA, stop({ by: one, at: 50_100n, size: 1n, trigger: 50_100n })));
  const late = orderOf(trader.buy(ARUNA, stop({ by: two, at: 50_050n, size: 2n, trigger: 50_050n })));
  const early = orderOf(trader.buy(ARUNA, stop({ by: three, at: 50_100n, size: 1n, trigger: 50_050n })));
  trader.quote(ARUNA, {
    asks: [
      [50_050n, 2n],
      [50_100n, 1n],
    ],
  });
  const { changes } = trader.apply({
    type: 'marketMaker.take',
    instrumentId: ARUNA.id,
    environment: 'demo',
    side: 'buy',
    priceLimit: price(50_050n),
    quantity: quantity(1n),
  });
  assert.deepEqual(
    changes.fills.map(({ taker, price: at }) => [taker.isMarketMaker ? 0 : taker.orderId, at]),
    [
      [late.id, 50_050n],
      [early.id, 50_100n],
    ],
  );
  assert.equal(now(trader, one, far)?.state.name, 'open', 'the print of the second set the far one free');
  assert.ok(changes.fills.length === 2 && now(trader, two, late)?.quantityFilled === 1n);
  assert.equal(now(trader, two, late)?.priority, now(trader, one, far)?.priority);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
});

test('a customer is told of its own fills, not of those that its print activated', () => {
  const trader = new Trader();
  const [waits, takes] = [trader.open(1), trader.open(2)];
  print(trader, 50_000n);
  orderOf(trader.buy(ARUNA, stop({ by: waits, at: 50_200n, size: 3n, trigger: 50_100n })));
  trader.quote(ARUNA, { asks: [[50_100n, 9n]] });
  const applied = trader.buy(ARUNA, { by: takes, at: 50_100n, size: 2n });
  assert.equal(applied.changes.fills.length, 2);
  assert.ok(applied.outcome.ok && applied.outcome.type === 'order');
  assert.deepEqual(
    applied.outcome.fills.map(({ quantity: size }) => size),
    [2n],
  );
});

test('a trailing stop follows in whole steps of a tenth of its distance, journaled for each, and triggers behind', () => {
  const trader = new Trader();
  const by = trader.open(1);
  print(trader, 6_000_000n, BTC_USDT);
  const conditions = { trailBps: 100 };
  const order = orderOf(
    trader.sell(BTC_USDT, { by, size: 1_000_000n, orderType: 'trailingStop', conditions }),
  );
  assert.deepEqual(order.conditions, {
    trigger: { price: 5_940_000n, when: 'falls' },
    trailDistance: 60_000n,
  });
  assert.equal(print(trader, 6_005_990n, BTC_USDT).journaled, false, 'less than a step is no row');
  const moved = print(trader, 6_013_000n, BTC_USDT);
  assert.equal(moved.journaled, true);
  assert.deepEqual(moved.changes.postings, []);
  assert.equal(now(trader, by, order)?.conditions?.trigger?.price, 5_952_000n, 'two whole steps');
  assert.equal(print(trader, 5_960_000n, BTC_USDT).journaled, false, 'it never goes back');
  trader.quote(BTC_USDT, { bids: [[5_950_000n, 5_000_000n]] });
  const { changes } = trader.apply({
    type: 'marketMaker.take',
    instrumentId: BTC_USDT.id,
    environment: 'demo',
    side: 'sell',
    priceLimit: price(5_950_000n),
    quantity: quantity(1_000n),
  });
  assert.equal(changes.orders.at(-1)?.state.name, 'completed');
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
});

test('a trailing purchase follows the price down', () => {
  const trader = new Trader();
  const by = trader.open(1);
  print(trader, 6_000_000n, BTC_USDT);
  trader.quote(BTC_USDT, { asks: [[6_000_000n, 1_000n]] });
  const conditions = { trailBps: 100 };
  const order = orderOf(
    trader.buy(BTC_USDT, { by, size: 1_000_000n, orderType: 'trailingStop', conditions }),
  );
  assert.equal(order.conditions?.trigger?.price, 6_060_000n);
  print(trader, 5_970_000n, BTC_USDT);
  assert.equal(now(trader, by, order)?.conditions?.trigger?.price, 6_030_000n);
  assert.ok(trader.balance({ by, wallet: 'spot', asset: USDT, bucket: 'held' }) > 0n);
});

test('a GTT of two legs blocks for the leg that triggers first, and that leg is the order', () => {
  const trader = new Trader();
  const by = trader.open(1);
  print(trader, 50_000n);
  const conditions = {
    gtt: true,
    priceTrigger: price(49_000n),
    otherLeg: { priceTrigger: price(51_000n), priceLimit: price(51_500n) },
  } as const;
  const ask = { by, at: 49_000n, size: 10n, validity: 'gtd', conditions } as const;
  const order = orderOf(trader.buy(ARUNA, ask));
  assert.equal(trader.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' }), 0n);
  trader.apply({ type: 'session.end', venue: 'NSE_SIM' });
  assert.equal(now(trader, by, order)?.state.name, 'new', 'the end of a day is not its end');
  print(trader, 51_000n);
  const triggered = now(trader, by, order);
  assert.equal(triggered?.priceLimit, 51_500n);
  assert.ok(trader.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' }) > 10n * 51_500n);
  assert.equal(triggered?.validity, 'day');
  assert.equal(triggered?.conditions?.otherLeg, undefined);
  assert.equal(trader.state.instrumentSide.books.get(ARUNA.id)?.demo.triggers.size, 0);
  trader.apply({ type: 'order.cancel', accountId: by, orderId: order.id });
  assert.equal(trader.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' }), 0n);
});

test('a restart puts what waits back behind the same triggers', () => {
  const trader = new Trader();
  const by = trader.open(1);
  print(trader, 50_000n);
  print(trader, 6_000_000n, BTC_USDT);
  trader.buy(ARUNA, stop({ by, at: 50_300n, size: 10n, trigger: 50_200n }));
  trader.sell(BTC_USDT, { by, size: 1_000_000n, orderType: 'trailingStop', conditions: { trailBps: 100 } });
  const fresh = reload(trader.state);
  assert.equal(stateHash(fresh), stateHash(trader.state));
  for (const id of [ARUNA.id, BTC_USDT.id])
    assert.deepEqual(
      fresh.instrumentSide.books.get(id)?.demo.triggers,
      trader.state.instrumentSide.books.get(id)?.demo.triggers,
    );
});

test('what a activated order met is in the journal with its number, and the last price with what was judged by it', () => {
  const trader = new Trader();
  const by = trader.open(1);
  print(trader, 50_000n);
  const placed = trader.buy(ARUNA, stop({ by, at: 50_300n, size: 10n, trigger: 50_200n }));
  assert.deepEqual(
    placed.marketMakerDepth.map(({ priceLast }) => priceLast),
    [50_000n],
  );
  trader.quote(ARUNA, {
    asks: [
      [50_200n, 1n],
      [50_250n, 20n],
    ],
  });
  const triggered = trader.apply({
    type: 'marketMaker.take',
    instrumentId: ARUNA.id,
    environment: 'demo',
    side: 'buy',
    priceLimit: price(50_200n),
    quantity: quantity(1n),
  });
  assert.deepEqual(
    triggered.marketMakerDepth.map(({ orderId: activated, asks }) => [
      activated,
      asks.map((entry) => entry.price),
    ]),
    [
      [undefined, [50_200n]],
      [orderOf(placed).id, [50_250n]],
    ],
  );
  assert.deepEqual(
    decodeMarketMakerDepth(encodeMarketMakerDepth(triggered.marketMakerDepth)),
    triggered.marketMakerDepth,
  );
  assert.deepEqual(
    decodeMarketMakerDepth(encodeMarketMakerDepth(placed.marketMakerDepth)),
    placed.marketMakerDepth,
  );
});

test('without a print nothing can be judged by the last price', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const applied = trader.buy(ARUNA, stop({ by, at: 50_300n, size: 10n, trigger: 50_200n }));
  assert.equal(codeOf(applied), 'STALE_PRICE');
  assert.deepEqual(
    applied.marketMakerDepth.map(({ priceLast }) => priceLast),
    [0n],
  );
});

test('cancelling takes the triggers away; a number that waits nowhere is not open', () => {
  const trader = new Trader();
  const by = trader.open(1);
  print(trader, 50_000n);
  const order = orderOf(trader.buy(ARUNA, stop({ by, at: 50_300n, size: 10n, trigger: 50_200n })));
  trader.apply({ type: 'order.cancel', accountId: by, orderId: order.id });
  assert.equal(print(trader, 50_300n).journaled, false);
  assert.equal(
    codeOf(trader.apply({ type: 'order.cancel', accountId: by, orderId: orderId(order.id) })),
    'ORDER_NOT_OPEN',
  );
});

/** The order that the only bid takes: a stop of a basket's second leg, or a later one at the same trigger. */
function firstOfEqual(rulesVersion: number): 'leg' | 'later' | undefined {
  const trader = new Trader();
  const [by, other] = [trader.open(1), trader.open(2)];
  print(trader, 50_000n);
  // The core takes conditions of a leg, which no call can send.
  const legOf = (trigger: bigint): BasketLeg & Pick<OrderPlace, 'conditions'> => ({
    instrumentId: ARUNA.id,
    side: 'sell',
    orderType: 'stopMarket',
    validity: 'day',
    quantity: quantity(5n),
    conditions: { priceTrigger: price(trigger) },
  });
  const { accountId, clientId } = trader.command('sell', ARUNA, { by, size: 1n });
  const legs = [legOf(49_000n), legOf(49_900n)];
  trader.apply({ type: 'order.basket', accountId, clientId, contentHash: 'legs', legs });
  const later = orderOf(trader.sell(ARUNA, stop({ by: other, size: 5n, trigger: 49_900n })));
  trader.quote(ARUNA, { bids: [[49_900n, 6n]] });
  const command = {
    type: 'marketMaker.take',
    instrumentId: ARUNA.id,
    environment: 'demo',
    side: 'sell',
    priceLimit: price(49_900n),
    quantity: quantity(1n),
  } as const;
  const numbered = { sequence: trader.state.lastSequence + 1, atMs: trader.atMs, rulesVersion };
  const { changes } = apply(trader.state, { ...numbered, command });
  const [fill] = changes.fills;
  if (fill === undefined || fill.taker.isMarketMaker) return undefined;
  return fill.taker.orderId === later.id ? 'later' : 'leg';
}

test('orders of equal triggers trigger as they arrived, the legs of a basket too; before, by their numbers', () => {
  assert.equal(firstOfEqual(RULES_VERSION), 'leg');
  assert.equal(firstOfEqual(RULE_CHANGES.indexOf('equalTriggersByArrival')), 'later');
});
