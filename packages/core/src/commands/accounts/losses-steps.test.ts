/* Losses that end many orders: a command releases few of them, and makes few such losses. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountSweepsOf, apply, openSweepsOf } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { Command } from '#model/command.ts';
import { type Order, owedBy, shownOrder } from '#model/order.ts';
import { heldOf } from '#model/order-life.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES, RULES_VERSION } from '#rules-version.ts';
import { createTotals } from '#simulation/audit/checks.ts';
import { checkHouseLosses, createHouseLosses } from '#simulation/audit/house-losses.ts';
import { createPosted } from '#simulation/audit/posted.ts';
import { reload } from '#simulation/reload.ts';
import { createTables } from '#simulation/tables.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, INR } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import { type AccountId, accountId, parseClientId, price, quantity } from '#values/index.ts';

const CASH = { wallet: 'stock', asset: INR } as const;
const SIZE = 10n;
const PAID = 50_000n;
/** Half of this price's loss is covered by the margin of a fifth. */
const AT = 35_000n;
const BEFORE = RULE_CHANGES.indexOf('lossesInSteps');

interface Loser {
  readonly by: AccountId;
  /** An order for the share that falls, older than the others. */
  readonly oldest: Order;
  /** Orders for another share that hold money, oldest first. */
  readonly others: readonly Order[];
}

interface Scene {
  readonly trader: Trader;
  readonly losers: readonly Loser[];
  readonly taker: AccountId;
  readonly rulesVersion: number;
}

/**
 * Losers without free money, each with a purchase within the day, a sale that closes it, and other orders.
 */
function scene(
  count: number,
  orders: number,
  { stepMax, rulesVersion = RULES_VERSION }: { stepMax?: number; rulesVersion?: number } = {},
): Scene {
  const trader = new Trader();
  const taker = trader.open(9);
  const ids = Array.from({ length: count }, (_, nth) => trader.open(nth + 1));
  trader.quote(ARUNA, { asks: [[PAID, SIZE * BigInt(count)]] });
  for (const by of ids) orderOf(trader.buy(ARUNA, { by, at: PAID, size: SIZE, product: 'intraday' }));
  trader.quote(ARUNA, {});
  const band = { priceLow: price(25_000n), priceHigh: price(55_000n) };
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band } });
  trader.quote(ARUNA, { asks: [[AT, 1n]] });
  orderOf(trader.buy(ARUNA, { by: taker, at: AT, size: 1n }));
  const losers = ids.map((by) => {
    const oldest = orderOf(trader.buy(ARUNA, { by, at: AT - 5n, size: 1n }));
    const others = Array.from({ length: orders }, () =>
      orderOf(trader.buy(BHUMI, { by, at: 95n, size: 100n })),
    );
    orderOf(trader.sell(ARUNA, { by, at: AT, size: SIZE, product: 'intraday' }));
    empty(trader, by);
    return { by, oldest, others };
  });
  if (stepMax !== undefined) trader.apply({ type: 'rules.set', stepMax });
  return { trader, losers, taker, rulesVersion };
}

/** All that is free goes to a sub-account. */
function empty(trader: Trader, by: AccountId): void {
  const sub = trader.openSub(by + 20, { parentId: by, purpose: 'robot' });
  const units = trader.balance({ by, ...CASH });
  trader.transfer({ accountId: by, subAccountId: sub, wallet: 'stock', assetId: INR, units });
}

function applyIn({ trader, rulesVersion }: Scene, command: Command): Applied {
  const { atMs, state } = trader;
  const applied = apply(state, { sequence: state.lastSequence + 1, atMs, command, rulesVersion });
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  return applied;
}

function take(at: Scene): Applied {
  const { trader, taker: by, losers } = at;
  return applyIn(at, trader.command('buy', ARUNA, { by, at: AT, size: SIZE * BigInt(losers.length) }));
}

/** Every sweep goes to its end, with a restart before each step; what each did. */
function swept(at: Scene): Applied[] {
  const { trader, losers } = at;
  const applied: Applied[] = [];
  const step = (command: Command): void => {
    trader.state = reload(trader.state);
    applied.push(applyIn(at, command));
  };
  while (openSweepsOf(trader.state).length > 0) step({ type: 'sweep.step', stepMax: 16 });
  step({
    type: 'accounts.sweep',
    name: 'expiry',
    accounts: losers.map(({ by }) => by),
    isLast: true,
  });
  for (let [open] = accountSweepsOf(trader.state); open; [open] = accountSweepsOf(trader.state)) {
    const accounts = losers.flatMap(({ by }) => (endedOf(trader, by).length > 0 ? [by] : []));
    const { name, sequence } = open;
    step({
      type: 'accounts.step',
      name,
      sequence,
      accounts,
      isLast: accounts.length === 0,
      isAhead: false,
    });
  }
  return applied;
}

function endedOf(trader: Trader, by: AccountId): Order[] {
  const orders = trader.state.accountSide.accounts.get(by)?.orders.values() ?? [];
  return [...orders].flatMap(({ row }) => (row.conditions?.ended ? [row] : []));
}

function lost({ changes }: Applied): number[] {
  return changes.orders
    .map(shownOrder)
    .flatMap(({ id, state }) => (state.name === 'cancelled' && state.cause === 'lossCover' ? [id] : []));
}

/** Money of a loser, and of the house, and which orders are left. */
function worthOf({ trader }: Scene, { by }: Loser): unknown[] {
  return [
    trader.balance({ by, ...CASH }),
    trader.balance({ by, ...CASH, bucket: 'held' }),
    trader.house('demo', 'intraday', INR),
    [...(trader.state.accountSide.accounts.get(by)?.orders.keys() ?? [])],
  ];
}

const ORDERS = 12;
const RELEASED_MAX = 4;

test('a loss that ends more orders than a command releases ends them all the same, to the paisa', () => {
  const before = scene(1, ORDERS, { stepMax: RELEASED_MAX, rulesVersion: BEFORE });
  const inOne = take(before);
  const now = scene(1, ORDERS, { stepMax: RELEASED_MAX });
  const first = take(now);
  const [loser] = now.losers;
  const [was] = before.losers;
  assert.ok(loser && was);
  const released = first.changes.orders.filter(({ state }) => 'cause' in state).length;
  assert.equal(released, RELEASED_MAX + 1, 'and the last, which holds more than is left of it');
  assert.deepEqual(lost(first), lost(inOne), 'the same orders, newest first');
  assert.ok(lost(first).length > RELEASED_MAX);
  const { trader } = now;
  const waiting = endedOf(trader, loser.by);
  assert.equal(
    trader.house('demo', 'intraday', INR) + waiting.reduce((sum, order) => sum + owedBy(order), 0n),
    before.trader.house('demo', 'intraday', INR),
    'what those hold that have ended is owed to the house',
  );
  assert.equal(stateHash(reload(trader.state)), stateHash(trader.state));
  const later = swept(now).flatMap(({ changes }) => changes.orders);
  assert.ok(later.every(({ state }) => state.name === 'cancelled' && state.cause === 'lossCover'));
  assert.deepEqual(worthOf(now, loser), worthOf(before, was));
});

test('the auditor of losses agrees with a command that leaves orders to be released', () => {
  const at = scene(1, ORDERS, { stepMax: RELEASED_MAX });
  const { trader } = at;
  const losses = createHouseLosses();
  const base = createTables();
  const posted = createPosted(base);
  const totals = createTotals();
  for (const account of trader.state.accountSide.accounts.values()) {
    for (const [instrument, { row }] of account.holdings.intraday)
      losses.open.set(`${row.accountId} ${instrument}`, row);
    for (const { row } of account.orders.values()) totals.orders.set(row.id, row);
  }
  for (const instrument of [ARUNA, BHUMI]) posted.instruments.set(instrument.id, instrument);
  const applied = take(at);
  for (const order of applied.changes.orders) totals.orders.set(order.id, order);
  const command = { type: 'sweep.step' } as const;
  const step = { command, applied, sequence: 1, atMs: trader.atMs };
  assert.deepEqual(checkHouseLosses(losses, { posted, totals }, step), []);
  assert.ok((losses.happened['house paid'] ?? 0) > 0);
});

test('an order meets as many that lose as the orders are few that their losses end, and goes on in steps', () => {
  const of = (orders: number, rulesVersion?: number): Scene =>
    scene(3, orders, rulesVersion === undefined ? {} : { rulesVersion });
  assert.equal(take(of(2)).changes.fills.length, 3, 'few orders: all at once');
  const before = of(70, BEFORE);
  assert.equal(take(before).changes.fills.length, 3);
  const now = of(70);
  const first = take(now);
  assert.deepEqual([first.changes.fills.length, orderOf(first).state.name], [1, 'partial']);
  assert.deepEqual(
    openSweepsOf(now.trader.state).map(({ name }) => name),
    ['taking'],
  );
  const steps = swept(now);
  assert.ok(steps.every(({ changes }) => changes.fills.length <= 1));
  assert.equal(steps.flatMap(({ changes }) => changes.fills).length, 2);
  for (const [nth, loser] of now.losers.entries()) {
    const was = before.losers[nth];
    assert.ok(was);
    assert.deepEqual(worthOf(now, loser), worthOf(before, was));
  }
});

test('the market maker meets as many, and drops the rest', () => {
  const at = scene(3, 70);
  const where = { instrumentId: ARUNA.id, environment: 'demo' } as const;
  const all = { side: 'buy', priceLimit: price(AT), quantity: quantity(SIZE * 3n) } as const;
  assert.equal(applyIn(at, { type: 'marketMaker.take', ...where, ...all }).changes.fills.length, 1);
  const levels = [AT + 5n, AT].map((level) => [price(level), quantity(SIZE)] as const);
  const quoted = { bids: levels, asks: [] };
  assert.equal(applyIn(at, { type: 'marketMaker.quote', ...where, ...quoted }).changes.fills.length, 1);
  assert.deepEqual(openSweepsOf(at.trader.state), []);
});

test('legs of a basket behind a loss wait their turn', () => {
  const at = scene(2, 70);
  const { trader, taker } = at;
  orderOf(trader.sell(BHUMI, { by: trader.open(8), at: 100n, size: 10n }));
  const clientId = parseClientId('basket-of-losses');
  assert.ok(clientId);
  const leg = { side: 'buy', orderType: 'limit', validity: 'day' } as const;
  const legs = [
    { ...leg, instrumentId: ARUNA.id, priceLimit: price(AT), quantity: quantity(SIZE) },
    { ...leg, instrumentId: BHUMI.id, priceLimit: price(100n), quantity: quantity(10n) },
  ];
  const basket = { type: 'order.basket', accountId: taker, clientId, contentHash: 'legs', legs } as const;
  const { outcome, changes } = applyIn(at, basket);
  assert.equal(changes.fills.length, 1);
  assert.ok(outcome.ok && outcome.type === 'basket');
  assert.deepEqual(
    outcome.legs.map(({ order }) => order.state.name),
    ['completed', 'new'],
  );
  swept(at);
  assert.equal(trader.state.accountSide.accounts.get(taker)?.orders.size, 0, 'the second has filled');
});

test('orders that have ended already pay for a loss before those that have not', () => {
  const at = scene(1, ORDERS);
  const { trader, losers } = at;
  const [loser] = losers;
  assert.ok(loser);
  const { by, others } = loser;
  trader.apply({ type: 'rules.set', stepMax: 1 });
  trader.apply({ type: 'account.set', accountId: by, status: 'frozen' });
  trader.apply({ type: 'account.set', accountId: by, status: 'active' });
  const ended = endedOf(trader, by);
  assert.equal(ended.length, others.length, 'all but the oldest, which is released');
  const ofSub = { accountId: by, subAccountId: accountId(by + 20), wallet: 'stock', assetId: INR } as const;
  trader.transfer({ ...ofSub, units: 20_000n, back: true });
  const newest = orderOf(trader.buy(BHUMI, { by, at: 95n, size: 100n }));
  trader.transfer({ ...ofSub, units: trader.balance({ by, ...CASH }) });
  assert.ok(!lost(take(at)).includes(newest.id), 'what has ended is as good as available');
  assert.ok(trader.state.accountSide.accounts.get(by)?.orders.has(newest.id));
});

test('while orders that owe are to be released, an older one may take more money', () => {
  const at = scene(1, ORDERS, { stepMax: 1 });
  const { trader, losers } = at;
  const [loser] = losers;
  assert.ok(loser);
  const { by, oldest } = loser;
  take(at);
  assert.ok(endedOf(trader, by).length > 0);
  assert.ok(trader.state.accountSide.accounts.get(by)?.orders.has(oldest.id));
  const subAccountId = accountId(by + 20);
  trader.transfer({ accountId: by, subAccountId, wallet: 'stock', assetId: INR, units: 50_000n, back: true });
  const clientId = parseClientId('take-more-money');
  assert.ok(clientId);
  const more = { orderId: oldest.id, quantity: quantity(2n) };
  const change = { type: 'order.modify', accountId: by, clientId, contentHash: 'more', ...more } as const;
  assert.equal(codeOf(applyIn(at, change)), 'order');
});

test('what an order holds beyond a loss is free at once, also where the command has released as many as it may', () => {
  const freeOfEnded = (rulesVersion?: number): bigint => {
    const at = scene(1, ORDERS, { stepMax: 1, ...(rulesVersion !== undefined && { rulesVersion }) });
    take(at);
    const ended = at.losers.flatMap(({ by }) => endedOf(at.trader, by));
    assert.ok(ended.length > 1);
    return ended.reduce((sum, row) => sum + (heldOf(row.state) ?? 0n) - owedBy(row), 0n);
  };
  assert.equal(freeOfEnded(), 0n);
  assert.ok(freeOfEnded(RULE_CHANGES.indexOf('endedCountNoMore')) > 0n);
});
