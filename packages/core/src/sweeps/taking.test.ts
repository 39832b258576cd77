import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, decodeOutcome, encodeOutcome, openSweepsOf, stateRows } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { Command } from '#model/command.ts';
import type { OrderPlace } from '#model/commands/order-commands.ts';
import type { Fill, Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES, RULES_VERSION } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { type Ask, codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BTC_USDT, sessionOfDay } from '#simulation/world.ts';
import { type AccountId, price, quantity } from '#values/index.ts';

/** Small resting orders of two customers, and the market maker's quotes among them. */
const MAKERS = 30;
const ALL_AT_ONCE = 100_000;

interface Market {
  readonly trader: Trader;
  readonly taker: AccountId;
  readonly makers: readonly [AccountId, AccountId];
  readonly resting: ReturnType<typeof orderOf>[];
}

function market(stepMax: number, iceberg?: 'iceberg'): Market {
  const trader = new Trader();
  const [one, two, taker] = [trader.open(1), trader.open(2), trader.open(3)];
  trader.apply({ type: 'rules.set', stepMax });
  trader.quote(ARUNA, { asks: [50_020n, 50_060n].map((at) => [at, 4n]) });
  const resting = Array.from({ length: MAKERS }, (_, nth) => {
    const by = nth % 3 === 0 ? two : one;
    const conditions = iceberg && { conditions: { quantityShown: quantity(2n) } };
    const shown = nth === 4 ? { size: 20n, ...conditions } : { size: 2n };
    return orderOf(trader.sell(ARUNA, { by, at: 50_000n + BigInt(nth % 10) * 10n, ...shown }));
  });
  return { trader, taker, makers: [one, two], resting };
}

function textOf({ price: at, quantity: size, maker }: Fill): string {
  return `${size} at ${at} of ${maker.isMarketMaker ? 'the market maker' : maker.orderId}`;
}

/** Applies a command and ends every sweep, with something between two steps; gives all fills. */
function carry(
  trader: Trader,
  first: () => Applied,
  between: (at: Trader) => readonly Fill[] = () => [],
): Fill[] {
  const fills = [...first().changes.fills];
  while (openSweepsOf(trader.state).length > 0) {
    fills.push(...between(trader));
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
    fills.push(...trader.apply({ type: 'sweep.step' }).changes.fills);
  }
  return fills;
}

function cut(trader: Trader): readonly Fill[] {
  trader.state = reload(trader.state);
  return [];
}

const SHAPES: readonly (readonly [string, Omit<Ask, 'by'>])[] = [
  ['a limit order that is filled whole', { at: 50_090n, size: 45n }],
  ['a limit order of which a part rests', { at: 50_050n, size: 100n }],
  ['a market order', { size: 40n }],
];

for (const [name, ask] of SHAPES) {
  test(`${name} fills the same in steps, cut at each of them, as in one command`, () => {
    const [whole, steps, restarted] = [market(ALL_AT_ONCE), market(1), market(1)];
    const [expected, found, again] = [whole, steps, restarted].map((one) =>
      carry(
        one.trader,
        () => one.trader.buy(ARUNA, { by: one.taker, ...ask }),
        one === restarted ? cut : undefined,
      ).map(textOf),
    );
    assert.ok(expected && expected.length > 10, `${expected?.length} fills`);
    assert.deepEqual(found, expected);
    assert.deepEqual(again, expected);
    const stripped = ({ trader }: Market): string[] =>
      stateRows(trader.state).filter((row) => /balance|position/i.test(row.slice(0, 20)));
    assert.deepEqual(stripped(steps), stripped(whole));
    assert.deepEqual(stateRows(restarted.trader.state), stateRows(steps.trader.state));
  });
}

/** Steps until no sweep is open; gives the ids of those who took in each. */
function takersOf(trader: Trader): unknown[] {
  const takers: unknown[] = [];
  while (openSweepsOf(trader.state).length > 0)
    for (const { taker } of trader.apply({ type: 'sweep.step' }).changes.fills)
      if (!taker.isMarketMaker) takers.push(taker.orderId);
  return takers;
}

test('who is met does not leave meanwhile, who is not may, and who comes waits for the turn', () => {
  const { trader, taker, makers, resting } = market(1);
  const [one] = makers;
  const big = orderOf(trader.buy(ARUNA, { by: taker, at: 50_090n, size: 20n }));
  assert.equal(big.state.name, 'partial');
  const cancel = (order: typeof big): string =>
    codeOf(trader.apply({ type: 'order.cancel', accountId: order.accountId, orderId: order.id }));
  const [met, beyond] = [resting[1], resting[9]];
  assert.ok(met && beyond);
  assert.equal(cancel(met), 'BOOK_BUSY');
  assert.equal(cancel(big), 'BOOK_BUSY');
  assert.equal(cancel(beyond), 'order');
  const all = trader.apply({ type: 'order.cancelAll', accountId: one, instrumentId: ARUNA.id });
  assert.ok(all.outcome.ok && all.outcome.type === 'ordersEnded');
  assert.ok(!all.outcome.orderIds.includes(met.id), 'nor with all others');
  const left = [...(trader.state.accountSide.accounts.get(one)?.orders.values() ?? [])];
  const open = left.filter(({ row }) => row.conditions?.ended === undefined).length;
  assert.ok(open > 0);
  assert.deepEqual(all.outcome.left, [{ code: 'BOOK_BUSY', count: open }], 'and the answer says so');
  assert.deepEqual(decodeOutcome(encodeOutcome(all.outcome)), all.outcome);
  const other = orderOf(trader.buy(ARUNA, { by: trader.open(4), at: 50_000n, size: 2n }));
  assert.deepEqual(other.state.name === 'new' && other.state.waitsFor, 'turn');
  assert.deepEqual(new Set(takersOf(trader)), new Set([big.id]));
  assert.equal(trader.state.accountSide.accounts.get(taker)?.orders.size, 0);
});

test('prints are followed when the order is done: no stop comes between', () => {
  const { trader, taker } = market(1);
  const stopped = trader.open(4);
  orderOf(trader.buy(ARUNA, { by: taker, at: 50_000n, size: 1n }));
  const stop = { orderType: 'stopLimit', conditions: { priceTrigger: price(50_010n) } } as const;
  const stopOrder = orderOf(trader.buy(ARUNA, { by: stopped, at: 50_090n, size: 2n, ...stop }));
  const big = orderOf(trader.buy(ARUNA, { by: taker, at: 50_020n, size: 24n }));
  const late = { ...stop, conditions: { priceTrigger: price(50_080n) } };
  assert.equal(codeOf(trader.buy(ARUNA, { by: stopped, at: 50_090n, size: 2n, ...late })), 'BOOK_BUSY');
  const takers = takersOf(trader);
  const first = takers.indexOf(stopOrder.id);
  assert.ok(first > 0, 'the stop is triggered');
  assert.ok(takers.slice(0, first).every((id) => id === big.id));
  assert.ok(!takers.slice(first).includes(big.id), 'after the order that set it off');
});

test('an order goes in steps through a book with an iceberg, which has its turns as in one command', () => {
  const filled = (stepMax: number, isCut = false): string[] => {
    const { trader, taker } = market(stepMax, 'iceberg');
    const first = (): Applied => trader.buy(ARUNA, { by: taker, at: 50_090n, size: 60n });
    const fills = carry(trader, first, isCut ? cut : undefined);
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
    return fills.map(textOf);
  };
  const expected = filled(ALL_AT_ONCE);
  assert.ok(expected.length > 20);
  for (const stepMax of [1, 8, 20]) {
    assert.deepEqual(filled(stepMax), expected);
    assert.deepEqual(filled(stepMax, true), expected);
  }
});

test('several icebergs of one price have their turns, one part each, in every step', () => {
  const trader = new Trader();
  const makers = [1, 2, 3].map((id) => trader.open(id));
  const taker = trader.open(4);
  const conditions = { quantityShown: quantity(2n) };
  for (const by of makers) trader.sell(ARUNA, { by, at: 50_000n, size: 20n, conditions });
  trader.apply({ type: 'rules.set', stepMax: 8 });
  const fills = carry(trader, () => trader.buy(ARUNA, { by: taker, at: 50_000n, size: 60n }), cut);
  assert.equal(fills.length, 30);
  const turns = new Map<unknown, number>();
  for (const { maker } of fills) {
    const id = maker.isMarketMaker ? undefined : maker.orderId;
    turns.set(id, (turns.get(id) ?? 0) + 1);
    const counts = [...turns.values(), ...Array.from({ length: makers.length - turns.size }, () => 0)];
    assert.ok(Math.max(...counts) - Math.min(...counts) <= 2, `${counts}`);
  }
});

test('one act of a step makes one fill; before, where icebergs take part as many as the step has left', () => {
  const doneIn = (iceberg?: 'iceberg', rulesVersion = RULES_VERSION) => {
    const { trader, taker } = market(8, iceberg);
    trader.buy(ARUNA, { by: taker, at: 50_090n, size: 70n });
    const done = () => openSweepsOf(trader.state).reduce((sum, { doneCount }) => sum + doneCount, 0);
    const before = done();
    const sequence = trader.state.lastSequence + 1;
    const command = { type: 'sweep.step' } as const;
    const { changes } = apply(trader.state, { sequence, atMs: trader.atMs, command, rulesVersion });
    return [done() - before, changes.fills.length];
  };
  assert.deepEqual(doneIn(), [2, 2]);
  assert.deepEqual(doneIn('iceberg'), [2, 2]);
  assert.deepEqual(doneIn('iceberg', RULE_CHANGES.indexOf('lossesInSteps')), [1, 2]);
});

test('an iceberg takes in steps, and its rest stands where its row says', () => {
  const { trader, taker } = market(4);
  const conditions = { quantityShown: quantity(20n) };
  const first = (): Applied => trader.buy(ARUNA, { by: taker, at: 50_090n, size: 200n, conditions });
  const fills = carry(trader, first, cut);
  assert.ok(fills.length > MAKERS);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  assert.deepEqual(stateRows(reload(trader.state)), stateRows(trader.state));
});

test('a command of before fills at once where icebergs take part', () => {
  const { trader, taker } = market(4, 'iceberg');
  const rulesVersion = RULE_CHANGES.indexOf('icebergsInSteps');
  const command = trader.command('buy', ARUNA, { by: taker, at: 50_090n, size: 60n });
  const sequence = trader.state.lastSequence + 1;
  const { changes } = apply(trader.state, { sequence, atMs: trader.atMs, command, rulesVersion });
  assert.ok(changes.fills.length > 20);
  assert.deepEqual(openSweepsOf(trader.state), []);
});

test('an order that meets its own in steps ends there', () => {
  const { trader, makers } = market(1);
  const [one] = makers;
  const own = orderOf(trader.buy(ARUNA, { by: one, at: 50_090n, size: 60n }));
  while (openSweepsOf(trader.state).length > 0) trader.apply({ type: 'sweep.step' });
  const ended = trader.state.accountSide.accounts.get(one)?.orders.get(own.id);
  assert.equal(ended, undefined);
});

test('a day that ends, a band that changes and a halt come behind the order that takes', () => {
  const fillsOf = (stepMax: number, event?: Command): string[] => {
    const { trader, taker } = market(stepMax);
    const meanwhile = event ? [event] : [];
    return carry(
      trader,
      () => trader.buy(ARUNA, { by: taker, at: 50_090n, size: 45n }),
      (at) => {
        const fills = meanwhile.splice(0).flatMap((one) => at.apply(one).changes.fills);
        cut(at);
        return fills;
      },
    ).map(textOf);
  };
  const expected = fillsOf(ALL_AT_ONCE);
  const band = { priceLow: price(49_000n), priceHigh: price(50_010n) };
  const phases = { auction: 'preOpen', average: 'preOpen' } as const;
  const events: readonly Command[] = [
    { type: 'session.end', venue: 'NSE_SIM' },
    { type: 'instrument.set', instrument: { ...ARUNA, band } },
    { type: 'instrument.set', instrument: { ...ARUNA, status: 'unlisted' } },
    { type: 'instrument.set', instrument: { ...ARUNA, lotSize: quantity(10n), tickSize: price(50n) } },
    { type: 'rules.set', session: sessionOfDay(0, 'closed') },
    { type: 'rules.set', session: { ...sessionOfDay(0), phases } },
  ];
  for (const event of events) assert.deepEqual(fillsOf(1, event), expected);
});

test('a day that ends while the last order of a book takes ends what is left of that', () => {
  const trader = new Trader();
  const [maker, taker] = [trader.open(1), trader.open(2)];
  trader.apply({ type: 'rules.set', stepMax: 1 });
  for (let nth = 0; nth < 2; nth += 1) orderOf(trader.sell(ARUNA, { by: maker, at: 50_000n, size: 2n }));
  const order = orderOf(trader.buy(ARUNA, { by: taker, at: 50_000n, size: 10n }));
  carry(trader, () => trader.apply({ type: 'session.end', venue: 'NSE_SIM' }));
  assert.equal(trader.state.accountSide.accounts.get(taker)?.orders.get(order.id), undefined);
});

test('an order that fills whole or not at all is filled whole in steps, or not at all', () => {
  const trader = new Trader();
  const [maker, taker] = [trader.open(1), trader.open(2)];
  trader.apply({ type: 'rules.set', stepMax: 1 });
  const size = 1_000_000n;
  for (let nth = 0n; nth < 12n; nth += 1n)
    orderOf(trader.sell(BTC_USDT, { by: maker, at: 6_000_000n + nth * 1_000n, size }));
  const ask = { by: taker, at: 6_100_000n, validity: 'fok' } as const;
  const whole = trader.buy(BTC_USDT, { ...ask, size: 10n * size });
  assert.equal(orderOf(whole).state.name, 'partial');
  const accountId = maker;
  for (const orderId of trader.state.accountSide.accounts.get(maker)?.orders.keys() ?? [])
    trader.apply({ type: 'order.cancel', accountId, orderId });
  const fills = carry(trader, () => whole, cut);
  assert.equal(fills.length, 10);
  const none = orderOf(trader.buy(BTC_USDT, { ...ask, by: trader.open(3), size: 10n * size }));
  assert.deepEqual(none.state.name === 'cancelled' && none.state.cause, 'fillOrKill');
});

test('a leg of a basket waits for its turn behind one that takes from the same book in steps', () => {
  const { trader, taker } = market(1);
  const leg = { instrumentId: ARUNA.id, side: 'buy', orderType: 'limit', validity: 'day' } as const;
  const legs = [20n, 4n].map((size) => ({ ...leg, priceLimit: price(50_090n), quantity: quantity(size) }));
  const clientId = trader.command('buy', ARUNA, { by: taker, size: 1n }).clientId;
  const { outcome } = trader.apply({
    type: 'order.basket',
    accountId: taker,
    clientId,
    contentHash: 'basket',
    legs,
  });
  assert.ok(outcome.ok && outcome.type === 'basket');
  const [first, second] = outcome.legs;
  assert.deepEqual(
    [first?.goesOn, first?.order.state.name, second?.order.state.name],
    [true, 'partial', 'new'],
  );
  const takers = takersOf(trader);
  assert.deepEqual(new Set(takers), new Set([first?.order.id, second?.order.id]));
  assert.equal(takers.lastIndexOf(first?.order.id) + 1, takers.indexOf(second?.order.id));
});

test('the market maker takes and quotes as far as one command may, and asks again for the rest', () => {
  const { trader } = market(8);
  const key = { instrumentId: ARUNA.id, environment: 'demo' } as const;
  const take = { ...key, side: 'buy', priceLimit: price(50_090n), quantity: quantity(50n) } as const;
  assert.equal(trader.apply({ type: 'marketMaker.take', ...take }).changes.fills.length, 2);
  const bids: [bigint, bigint][] = [
    [50_090n, 5n],
    [50_085n, 5n],
  ];
  assert.equal(trader.quote(ARUNA, { bids }).changes.fills.length, 2);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  let again = 1;
  for (let turn = 0; again > 0 && turn < 100; turn += 1)
    again = trader.quote(ARUNA, { bids: bids.slice(0, 1) }).changes.fills.length;
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
});

test('a command of before fills all at once', () => {
  const { trader, taker } = market(1);
  const rulesVersion = RULE_CHANGES.indexOf('takersInSteps');
  const command: OrderPlace = trader.command('buy', ARUNA, { by: taker, at: 50_090n, size: 45n });
  const sequence = trader.state.lastSequence + 1;
  const { changes } = apply(trader.state, { sequence, atMs: trader.atMs, command, rulesVersion });
  assert.ok(changes.fills.length > 10);
  assert.deepEqual(openSweepsOf(trader.state), []);
});

test('one command makes no more fills than it may, where an iceberg stands in the book too', () => {
  const trader = new Trader();
  const [seller, buyer] = [trader.open(1), trader.open(2)];
  for (let nth = 0; nth < 5; nth += 1) orderOf(trader.sell(ARUNA, { by: seller, at: 50_000n, size: 1n }));
  const conditions = { quantityShown: quantity(10n) };
  orderOf(trader.sell(ARUNA, { by: seller, at: 50_100n, size: 100n, conditions }));
  trader.apply({ type: 'rules.set', stepMax: 8 });
  const { changes } = trader.buy(ARUNA, { by: buyer, at: 50_000n, size: 5n });
  assert.equal(changes.fills.length, 2);
});

test('while an order takes in steps only those that it can still meet may not leave', () => {
  const trader = new Trader();
  const [seller, other, taker] = [trader.open(1), trader.open(2), trader.open(3)];
  trader.apply({ type: 'rules.set', stepMax: 4 });
  trader.quote(ARUNA, { asks: [[50_000n, 1n]] });
  orderOf(trader.buy(ARUNA, { by: other, size: 1n }));
  const conditions = { priceTrigger: price(48_000n) } as const;
  const stop = { by: seller, at: 47_900n, size: 1n, orderType: 'stopLimit', conditions } as const;
  const meets = Array.from({ length: 6 }, () =>
    orderOf(trader.sell(ARUNA, { by: seller, at: 50_000n, size: 1n })),
  );
  const free = [
    orderOf(trader.sell(ARUNA, stop)),
    orderOf(trader.sell(ARUNA, { by: seller, at: 50_100n, size: 50n })),
    orderOf(trader.buy(ARUNA, { by: other, at: 49_000n, size: 1n })),
  ];
  const taking = orderOf(trader.buy(ARUNA, { by: taker, at: 50_000n, size: 20n }));
  assert.equal(openSweepsOf(trader.state)[0]?.name, 'taking');
  const cancelled = ({ accountId, id: orderId }: Order): string =>
    codeOf(trader.apply({ type: 'order.cancel', accountId, orderId }));
  assert.deepEqual(free.map(cancelled), ['order', 'order', 'order']);
  const locked = [taking, ...meets.slice(-1)];
  assert.deepEqual(locked.map(cancelled), ['BOOK_BUSY', 'BOOK_BUSY']);
  carry(trader, () => trader.apply({ type: 'sweep.step' }));
  assert.equal(trader.state.accountSide.accounts.get(taker)?.orders.get(taking.id)?.row.quantityFilled, 6n);
});
