import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeJournaled, encodeCommand, encodeJournaled } from '#codec/journal-codec.ts';
import { apply, openSweepsOf } from '#engine.ts';
import { bookAt } from '#instruments/instrument-side.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { Order } from '#model/order.ts';
import { RULE_CHANGES, RULES_VERSION, RULES_VERSION_FIRST } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BTC_USDT, sessionOfDay } from '#simulation/world.ts';
import { bookView } from '#state.ts';
import { type AccountId, instantMs, type OrderId, quantity } from '#values/index.ts';

const DEMO = { instrumentId: ARUNA.id, environment: 'demo' } as const;
const showing = (each: bigint) => ({ conditions: { quantityShown: quantity(each) } });

function makers(trader: Trader, ask: { size: bigint; at?: bigint }): [OrderId | undefined, bigint][] {
  const taker = trader.open(9);
  const { changes } = trader.buy(ARUNA, {
    by: taker,
    at: ask.at ?? 50_000n,
    size: ask.size,
    validity: 'ioc',
  });
  const fills = [...changes.fills];
  while (openSweepsOf(trader.state).length > 0)
    fills.push(...trader.apply({ type: 'sweep.step' }).changes.fills);
  return fills.map(({ maker, quantity: size }) => [maker.isMarketMaker ? undefined : maker.orderId, size]);
}

test('an iceberg shows a part at a time, and each next part stands at the end of the queue', () => {
  const trader = new Trader();
  const [hides, other] = [trader.open(1), trader.open(2)];
  const iceberg = orderOf(trader.sell(ARUNA, { by: hides, at: 50_000n, size: 25n, ...showing(10n) }));
  const plain = orderOf(trader.sell(ARUNA, { by: other, at: 50_000n, size: 5n }));
  assert.equal(bookView(trader.state, DEMO, 1)?.asks[0]?.quantity, 15n);
  assert.deepEqual(makers(trader, { size: 12n }), [
    [iceberg.id, 10n],
    [plain.id, 2n],
  ]);
  assert.equal(bookView(trader.state, DEMO, 1)?.asks[0]?.quantity, 13n);
  assert.deepEqual(makers(trader, { size: 6n }), [
    [plain.id, 3n],
    [iceberg.id, 3n],
  ]);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
});

test('one who takes a whole level takes what hides behind it too, before a worse price', () => {
  const trader = new Trader();
  const [one, two] = [trader.open(1), trader.open(2)];
  const first = orderOf(trader.sell(ARUNA, { by: one, at: 50_000n, size: 25n, ...showing(10n) }));
  const second = orderOf(trader.sell(ARUNA, { by: two, at: 50_000n, size: 20n, ...showing(10n) }));
  trader.quote(ARUNA, { asks: [[50_005n, 9n]] });
  assert.deepEqual(makers(trader, { size: 50n, at: 50_005n }), [
    [first.id, 10n],
    [second.id, 10n],
    [first.id, 10n],
    [second.id, 10n],
    [first.id, 5n],
    [undefined, 5n],
  ]);
  assert.equal(trader.state.instrumentSide.books.get(ARUNA.id)?.demo.icebergs.size, 0);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
});

test('one who comes to an order of their own beside an iceberg ends there, whoever stands behind it', () => {
  const trader = new Trader();
  const [hides, own] = [trader.open(1), trader.open(2)];
  const iceberg = orderOf(trader.sell(ARUNA, { by: hides, at: 50_000n, size: 12n, ...showing(5n) }));
  orderOf(trader.sell(ARUNA, { by: own, at: 50_000n, size: 3n }));
  const { outcome, changes } = trader.buy(ARUNA, { by: own, at: 50_000n, size: 10n });
  const taker = outcome.ok && outcome.type === 'order' ? outcome.order : undefined;
  assert.equal(taker?.state.name === 'cancelled' && taker.state.cause, 'selfTrade');
  assert.deepEqual(
    changes.fills.map(({ maker, quantity: size }) => [!maker.isMarketMaker && maker.orderId, size]),
    [[iceberg.id, 5n]],
  );
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
});

test('fill or kill counts what hides on the other side, within its limit', () => {
  const COIN = 100_000n;
  const killed = (hidden: (trader: Trader, by: AccountId) => Order): boolean => {
    const trader = new Trader();
    const [hides, other, taker] = [trader.open(1), trader.open(2), trader.open(3)];
    orderOf(trader.sell(BTC_USDT, { by: other, at: 6_000_000n, size: 5n * COIN }));
    hidden(trader, hides);
    const whole = orderOf(
      trader.buy(BTC_USDT, { by: taker, at: 6_000_000n, size: 10n * COIN, validity: 'fok' }),
    );
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
    return whole.state.name === 'cancelled' && whole.state.cause === 'fillOrKill';
  };
  const size = { size: 20n * COIN, ...showing(4n * COIN) };
  assert.equal(
    killed((at, by) => orderOf(at.sell(BTC_USDT, { by, at: 6_000_000n, ...size }))),
    false,
  );
  assert.equal(
    killed((at, by) => orderOf(at.sell(BTC_USDT, { by, at: 6_000_010n, ...size }))),
    true,
  );
  assert.equal(
    killed((at, by) => orderOf(at.buy(BTC_USDT, { by, at: 5_999_990n, ...size }))),
    true,
  );
});

test('a restart shows the same part at the same place', () => {
  const trader = new Trader();
  const [hides, other] = [trader.open(1), trader.open(2)];
  trader.sell(ARUNA, { by: hides, at: 50_000n, size: 25n, ...showing(10n) });
  trader.sell(ARUNA, { by: other, at: 50_000n, size: 5n });
  makers(trader, { size: 18n });
  const fresh = reload(trader.state);
  const entries = (state: Trader['state']) => [
    ...(state.instrumentSide.books.get(ARUNA.id)?.demo.book.entries('sell') ?? []),
  ];
  assert.equal(entries(trader.state)[0]?.quantity, 7);
  assert.deepEqual(entries(fresh), entries(trader.state));
});

test('fill or kill counts what hides, fills whole or not at all, and not against its own account', () => {
  const trader = new Trader();
  const [hides, taker] = [trader.open(1), trader.open(2)];
  const size = 4_000_000n;
  trader.sell(BTC_USDT, { by: hides, at: 6_000_000n, size, ...showing(1_000_000n) });
  const tooMuch = orderOf(
    trader.buy(BTC_USDT, { by: taker, at: 6_000_000n, size: size + 1_000n, validity: 'fok' }),
  );
  assert.ok(tooMuch.state.name === 'cancelled' && tooMuch.state.cause === 'fillOrKill');
  assert.equal(tooMuch.quantityFilled, 0n);
  const own = orderOf(trader.buy(BTC_USDT, { by: hides, at: 6_000_000n, size: 1_000_000n, validity: 'fok' }));
  assert.ok(own.state.name === 'cancelled' && own.state.cause === 'fillOrKill');
  const whole = orderOf(trader.buy(BTC_USDT, { by: taker, at: 6_000_000n, size, validity: 'fok' }));
  assert.equal(whole.state.name, 'completed');
});

/**
 * An iceberg of another account with the taker's own order behind it: what hides comes up behind that one.
 */
function behindOwn(rulesVersion?: number): Order {
  const trader = new Trader();
  const [hides, taker] = [trader.open(1), trader.open(2)];
  trader.sell(BTC_USDT, { by: hides, at: 6_000_000n, size: 5_000_000n, ...showing(1_000_000n) });
  trader.sell(BTC_USDT, { by: taker, at: 6_000_000n, size: 1_000_000n });
  const ask = { by: taker, at: 6_000_000n, size: 5_000_000n, validity: 'fok' } as const;
  const command = trader.command('buy', BTC_USDT, ask);
  return orderOf(
    apply(trader.state, {
      sequence: trader.state.lastSequence + 1,
      atMs: trader.atMs,
      command,
      ...(rulesVersion !== undefined && { rulesVersion }),
    }),
  );
}

test('in a journal of before icebergs took in steps, all parts of a price are met before a worse one', () => {
  const trader = new Trader();
  const [hides, other, taker] = [trader.open(1), trader.open(2), trader.open(3)];
  const iceberg = orderOf(trader.sell(ARUNA, { by: hides, at: 50_000n, size: 25n, ...showing(10n) }));
  const worse = orderOf(trader.sell(ARUNA, { by: other, at: 50_005n, size: 10n }));
  const own = orderOf(trader.sell(ARUNA, { by: taker, at: 50_010n, size: 10n }));
  const { changes } = apply(trader.state, {
    sequence: trader.state.lastSequence + 1,
    atMs: trader.atMs,
    command: trader.command('buy', ARUNA, { by: taker, at: 50_010n, size: 50n }),
    rulesVersion: RULE_CHANGES.indexOf('icebergsInSteps'),
  });
  assert.deepEqual(
    changes.fills.map(({ maker, quantity: size }) => [!maker.isMarketMaker && maker.orderId, size]),
    [
      [iceberg.id, 10n],
      [iceberg.id, 10n],
      [iceberg.id, 5n],
      [worse.id, 10n],
    ],
  );
  const ended = changes.orders.find(({ accountId }) => accountId === taker)?.state;
  assert.equal(ended?.name === 'cancelled' && ended.cause, 'selfTrade', 'its own order ends it');
  assert.ok(trader.state.accountSide.accounts.get(taker)?.orders.has(own.id));
});

test('fill or kill does not count what hides behind its own order (fault 7)', () => {
  const killed = behindOwn();
  assert.ok(killed.state.name === 'cancelled' && killed.state.cause === 'fillOrKill');
  assert.equal(killed.quantityFilled, 0n);
});

test('fill or kill counts what hides on the levels before its own order (fault 7)', () => {
  const trader = new Trader();
  const [hides, taker] = [trader.open(1), trader.open(2)];
  trader.sell(BTC_USDT, { by: hides, at: 6_000_000n, size: 5_000_000n, ...showing(1_000_000n) });
  trader.sell(BTC_USDT, { by: taker, at: 6_000_100n, size: 1_000_000n });
  const ask = { by: taker, at: 6_000_100n, size: 5_000_000n, validity: 'fok' } as const;
  assert.equal(orderOf(trader.buy(BTC_USDT, ask)).state.name, 'completed');
});

test('fill or kill beside an iceberg asks the icebergs alone, however many orders show all of themselves', () => {
  const trader = new Trader();
  const [hides, taker, ...others] = [1, 2, 3, 4].map((id) => trader.open(id));
  assert.ok(hides && taker);
  for (const by of others)
    for (let count = 0; count < 50; count += 1) trader.sell(BTC_USDT, { by, at: 6_000_000n, size: 20_000n });
  trader.sell(BTC_USDT, { by: hides, at: 6_000_000n, size: 400_000n, ...showing(100_000n) });
  const at = bookAt(trader.state.instrumentSide, { instrumentId: BTC_USDT.id, environment: 'demo' });
  assert.ok(at);
  const asked: OrderId[] = [];
  const ask = at.resting.get.bind(at.resting);
  at.resting.get = (id) => {
    asked.push(id);
    return ask(id);
  };
  const order = { by: taker, at: 6_000_000n, validity: 'fok' } as const;
  const killed = orderOf(trader.buy(BTC_USDT, { ...order, size: 2_401_000n }));
  assert.deepEqual([killed.quantityFilled, asked.length], [0n, 1]);
  at.resting.get = ask;
  assert.equal(orderOf(trader.buy(BTC_USDT, { ...order, size: 2_400_000n })).quantity, 2_400_000n);
  while (openSweepsOf(trader.state).length > 0) trader.apply({ type: 'sweep.step' });
  assert.equal(at.resting.size, 0, 'filled whole');
});

test('fill or kill asks no iceberg beyond its limit, and none behind those that are enough', () => {
  const trader = new Trader();
  const [hides, taker] = [trader.open(1), trader.open(2)];
  const prices = Array.from({ length: 20 }, (_, nth) => 6_000_000n + BigInt(nth) * 10n).reverse();
  for (const at of prices) trader.sell(BTC_USDT, { by: hides, at, size: 100_000n, ...showing(20_000n) });
  const at = bookAt(trader.state.instrumentSide, { instrumentId: BTC_USDT.id, environment: 'demo' });
  assert.ok(at);
  let asked = 0;
  const ask = at.resting.get.bind(at.resting);
  at.resting.get = (id) => {
    asked += 1;
    return ask(id);
  };
  const order = { by: taker, at: 6_000_010n, validity: 'fok' } as const;
  const killed = orderOf(trader.buy(BTC_USDT, { ...order, size: 201_000n }));
  assert.deepEqual([killed.quantityFilled, asked <= 3], [0n, true], `${asked} were asked`);
  at.resting.get = ask;
  assert.equal(orderOf(trader.buy(BTC_USDT, { ...order, size: 200_000n })).state.name, 'completed');
});

test('a journal of before is replayed by the rules of before (fault 7)', () => {
  const filled = behindOwn(RULES_VERSION_FIRST);
  assert.equal(filled.quantityFilled, 1_000_000n, 'as it was answered then');
  const command = { type: 'prices.keep' } as const;
  assert.equal(decodeJournaled(encodeCommand(command)).rulesVersion, RULES_VERSION_FIRST);
  const journaled = encodeJournaled({ command, rulesVersion: RULES_VERSION });
  assert.deepEqual(decodeJournaled(journaled), { command, rulesVersion: RULES_VERSION });
});

test('an order of some minutes ends at its time with all it holds, and not before', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const order = orderOf(
    trader.sell(ARUNA, { by, at: 50_000n, size: 5n, validity: 'ttl', conditions: { ttlMinutes: 2 } }),
  );
  trader.atMs = instantMs(trader.atMs + 119_999);
  assert.deepEqual(trader.apply({ type: 'orders.expire', accountId: by }).changes.orders, []);
  trader.atMs = instantMs(trader.atMs + 1);
  const [ended] = trader.apply({ type: 'orders.expire', accountId: by }).changes.orders;
  assert.ok(ended?.id === order.id && ended.state.name === 'cancelled');
  assert.equal(ended.state.cause, 'expired');
  assert.equal(trader.balance({ by, wallet: 'stock', asset: ARUNA.baseAsset }), 500n);
});

test('the end of the session ends an order of some minutes', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.sell(ARUNA, { by, at: 50_000n, size: 5n, validity: 'ttl', conditions: { ttlMinutes: 2 } });
  const [ended] = trader.apply({ type: 'session.end', venue: 'NSE_SIM' }).changes.orders;
  assert.ok(ended?.state.name === 'cancelled' && ended.state.cause === 'sessionEnd');
});

test('a taker that has waited sends an iceberg’s next part to the end of the queue, as its row says', () => {
  const trader = new Trader();
  const [hides, waits] = [trader.open(1), trader.open(2)];
  trader.sell(ARUNA, { by: hides, at: 50_000n, size: 25n, ...showing(10n) });
  trader.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
  trader.buy(ARUNA, { by: waits, at: 50_000n, size: 12n, conditions: { afterMarket: true } });
  const { changes } = trader.apply({ type: 'rules.set', session: sessionOfDay(1) });
  assert.deepEqual(
    changes.fills.map(({ quantity: size }) => size),
    [10n, 2n],
  );
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
});
