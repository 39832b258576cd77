import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeCommand, encodeCommand } from '#codec/journal-codec.ts';
import { apply, bookView, openSweepsOf, stateRows } from '#engine.ts';
import type { Command } from '#model/command.ts';
import { RULE_CHANGES, RULES_VERSION, RULES_VERSION_FIRST } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, INR, sessionOfDay } from '#simulation/world.ts';
import { type AccountId, accountId, type OrderId, price } from '#values/index.ts';

const MANY = 130_000;

test('the session of a book with 130,000 day orders ends, in steps that are bounded (row 1)', () => {
  const trader = new Trader();
  // Each account may have so many open orders and no more.
  const each = 100;
  const accounts = Array.from({ length: MANY / each }, (_, nth) => trader.open(nth + 1));
  for (const by of accounts)
    for (let nth = 0; nth < each; nth += 1) orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 1n }));
  let longest = 0;
  let steps = 0;
  const heard = (changed: number): void => {
    longest = Math.max(longest, changed);
    steps += 1;
  };
  heard(trader.apply({ type: 'session.end', venue: 'NSE_SIM' }).changes.orders.length);
  while (openSweepsOf(trader.state).length > 0)
    heard(trader.apply({ type: 'sweep.step' }).changes.orders.length);
  assert.ok(longest <= 256, `${longest} orders at once`);
  assert.ok(steps > MANY / 256);
  for (const by of accounts)
    assert.equal(trader.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' }), 0n);
});

test('a step does as much as it is asked for, and never more than one command may', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.apply({ type: 'rules.set', stepMax: 4 });
  for (let nth = 0; nth < 12; nth += 1) orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 1n }));
  const ended = (command: Command): number => trader.apply(command).changes.orders.length;
  assert.equal(ended({ type: 'session.end', venue: 'NSE_SIM' }), 4);
  assert.equal(ended({ type: 'sweep.step', stepMax: 2 }), 2);
  assert.equal(ended({ type: 'sweep.step', stepMax: 100 }), 4);
  assert.equal(ended({ type: 'sweep.step' }), 2);
  const commands: readonly Command[] = [{ type: 'sweep.step', stepMax: 16 }, { type: 'sweep.step' }];
  assert.deepEqual(
    commands.map((one) => decodeCommand(encodeCommand(one))),
    commands,
  );
});

test('a command does little of what it opens (openingsShort)', () => {
  const ended = (rulesVersion: number): number => {
    const trader = new Trader();
    const by = trader.open(1);
    for (let nth = 0; nth < 60; nth += 1) orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 1n }));
    const sequence = trader.state.lastSequence + 1;
    const command = { type: 'session.end', venue: 'NSE_SIM' } as const;
    return apply(trader.state, { sequence, atMs: trader.atMs, command, rulesVersion }).changes.orders.length;
  };
  assert.deepEqual([ended(RULES_VERSION), ended(RULE_CHANGES.indexOf('openingsShort'))], [32, 60]);
});

test('an order of the day that the sweep has not reached is released when it is touched, and never trades', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const other = trader.open(2);
  trader.apply({ type: 'rules.set', stepMax: 1 });
  const orders = [50_000n, 49_990n, 49_980n].map((at) => orderOf(trader.buy(ARUNA, { by, at, size: 1n })));
  trader.apply({ type: 'session.end', venue: 'NSE_SIM' });
  assert.equal(openSweepsOf(trader.state).length, 1, 'two of three are left');
  const came = orderOf(trader.sell(ARUNA, { by: other, at: 49_980n, size: 3n }));
  assert.equal(came.state.name, 'new', 'who comes now waits his turn');
  const last = orders.at(-1);
  assert.ok(last);
  const touched = orderOf(trader.apply({ type: 'order.cancel', accountId: by, orderId: last.id }));
  assert.deepEqual(touched.state, { name: 'cancelled', cause: 'sessionEnd', endedAtMs: trader.atMs });
  const waiting = openSweepsOf(trader.state);
  assert.equal(waiting[0]?.name, 'sessionEnd');
  while (openSweepsOf(trader.state).length > 0) trader.apply({ type: 'sweep.step' });
  assert.equal(trader.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' }), 0n);
  const book = bookView(trader.state, { instrumentId: ARUNA.id, environment: 'demo' }, 5);
  assert.deepEqual([book?.bids, book?.asks.length], [[], 1], 'it has got its turn, and stands alone');
});

test('cut at every step, a restart leads to the same state', () => {
  const [whole, cut] = [new Trader(), new Trader()];
  for (const trader of [whole, cut]) {
    const by = trader.open(1);
    trader.apply({ type: 'rules.set', stepMax: 1 });
    for (const at of [50_000n, 49_990n, 49_980n, 49_970n]) trader.buy(ARUNA, { by, at, size: 1n });
    trader.sell(ARUNA, { by, at: 50_500n, size: 5n });
    trader.apply({ type: 'session.end', venue: 'NSE_SIM' });
    while (openSweepsOf(trader.state).length > 0) {
      if (trader === cut) trader.state = reload(trader.state);
      trader.apply({ type: 'sweep.step' });
    }
  }
  assert.deepEqual(stateRows(cut.state), stateRows(whole.state));
});

test('a band that leaves most of a long book outside is cut into steps', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.apply({ type: 'rules.set', stepMax: 2 });
  for (let nth = 0n; nth < 9n; nth += 1n) trader.buy(ARUNA, { by, at: 49_000n - nth * 5n, size: 1n });
  const kept = orderOf(trader.buy(ARUNA, { by, at: 49_500n, size: 1n }));
  const band = { priceLow: price(49_100n), priceHigh: price(55_000n) };
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band } });
  assert.equal(openSweepsOf(trader.state)[0]?.name, 'bandChange');
  for (let step = 0; step < 4; step += 1) trader.apply({ type: 'sweep.step' });
  assert.deepEqual(openSweepsOf(trader.state), []);
  assert.deepEqual([...(trader.state.accountSide.accounts.get(by)?.orders.keys() ?? [])], [kept.id]);
});

test('a command of before there were sweeps does all of it at once, in the order of the orders’ numbers', () => {
  const trader = new Trader();
  const by = trader.open(1);
  trader.apply({ type: 'rules.set', stepMax: 1 });
  const ids = [49_980n, 50_000n, 49_990n].map((at) => orderOf(trader.buy(ARUNA, { by, at, size: 1n })).id);
  const sequence = trader.state.lastSequence + 1;
  const command = { type: 'session.end', venue: 'NSE_SIM' } as const;
  const { changes } = apply(trader.state, {
    sequence,
    atMs: trader.atMs,
    command,
    rulesVersion: RULES_VERSION_FIRST,
  });
  assert.deepEqual(
    changes.orders.map(({ id }) => id),
    ids,
  );
  assert.deepEqual([changes.sweeps, openSweepsOf(trader.state)], [[], []]);
});

/** Somebody's day that ends in steps, in a book to which one more order has come meanwhile. */
function endingWithTurn(): { trader: Trader; by: AccountId; turn: OrderId } {
  const trader = new Trader();
  const [by, other] = [trader.open(1), trader.open(2)];
  trader.apply({ type: 'rules.set', stepMax: 1 });
  for (let nth = 0n; nth < 4n; nth += 1n) trader.buy(ARUNA, { by, at: 49_000n - nth * 5n, size: 1n });
  trader.apply({ type: 'session.end', venue: 'NSE_SIM' });
  return { trader, by, turn: orderOf(trader.sell(ARUNA, { by: other, at: 50_000n, size: 1n })).id };
}

test('an order that had its turn is in the line only until a restart, and decides nothing (turnsThatStand)', () => {
  const rowsOf = (isCut: boolean): unknown => {
    const { trader, turn } = endingWithTurn();
    trader.apply({ type: 'order.cancel', accountId: accountId(2), orderId: turn });
    if (isCut) trader.state = reload(trader.state);
    trader.apply({ type: 'session.end', venue: 'NSE_SIM' });
    return openSweepsOf(trader.state);
  };
  assert.deepEqual(rowsOf(false), rowsOf(true));
});

test('an order that no longer waits for its session is in the line only until a restart, and decides nothing', () => {
  const rowsOf = (isCut: boolean): unknown => {
    const { trader, by } = endingWithTurn();
    trader.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
    const waits = orderOf(
      trader.buy(ARUNA, { by, at: 49_000n, size: 1n, conditions: { afterMarket: true } }),
    );
    trader.apply({ type: 'order.cancel', accountId: by, orderId: waits.id });
    if (isCut) trader.state = reload(trader.state);
    trader.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
    return openSweepsOf(trader.state);
  };
  assert.deepEqual(rowsOf(false), rowsOf(true));
});

/** Sweeps of a day that ends and of the next that begins, each with its book; restarts before both. */
function sweepsOfTwoBooks(isCut: boolean, rulesVersion: number = RULES_VERSION): string[] {
  const trader = new Trader();
  const by = trader.open(1);
  const opened: string[] = [];
  const act = (command: Command): void => {
    if (isCut) trader.state = reload(trader.state);
    const sequenced = { sequence: trader.state.lastSequence + 1, atMs: trader.atMs, command, rulesVersion };
    for (const { index, name, instrumentId } of apply(trader.state, sequenced).changes.sweeps)
      opened.push(`${index} ${name} ${instrumentId}`);
    while (openSweepsOf(trader.state).length > 0) trader.apply({ type: 'sweep.step' });
  };
  trader.apply({ type: 'rules.set', stepMax: 1 });
  for (const [share, at] of [[ARUNA, 49_000n] as const, [BHUMI, 95n] as const])
    orderOf(trader.buy(share, { by, at, size: 10n }));
  act({ type: 'session.end', venue: 'NSE_SIM' });
  trader.apply({ type: 'rules.set', session: sessionOfDay(0, 'closed') });
  for (const [share, at] of [[ARUNA, 49_000n] as const, [BHUMI, 95n] as const])
    orderOf(trader.buy(share, { by, at, size: 10n, conditions: { afterMarket: true } }));
  act({ type: 'rules.set', session: sessionOfDay(1) });
  return opened;
}

test('a session ends and begins in its books by their names, not as they were loaded (booksByName)', () => {
  const names = ['sessionEnd', 'release'];
  const expected = names.flatMap((name) => [`0 ${name} ${ARUNA.id}`, `1 ${name} ${BHUMI.id}`]);
  assert.deepEqual(sweepsOfTwoBooks(false), expected);
  assert.deepEqual(sweepsOfTwoBooks(true), expected);
  const before = RULE_CHANGES.indexOf('booksByName');
  assert.deepEqual(
    sweepsOfTwoBooks(false, before),
    names.flatMap((name) => [`0 ${name} ${BHUMI.id}`, `1 ${name} ${ARUNA.id}`]),
    'a journal of before is replayed as it was loaded',
  );
});
