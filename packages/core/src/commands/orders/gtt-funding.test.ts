import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES } from '#rules-version.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, INR, STOCK_CHARGES, STOCK_CHARGES_LATER } from '#simulation/world.ts';
import { type AccountId, price, quantity } from '#values/index.ts';

const GTT = { validity: 'gtd', conditions: { gtt: true, priceTrigger: price(49_000n) } } as const;
const BEFORE = RULE_CHANGES.indexOf('gttsBlockNothing');

/** The market maker trades with itself at a price, so that it is the last one. */
function print(trader: Trader, at: bigint): Applied {
  trader.quote(ARUNA, { asks: [[at, ARUNA.lotSize]] });
  const size = ARUNA.lotSize;
  const took = { instrumentId: ARUNA.id, environment: 'demo', side: 'buy', quantity: size } as const;
  return trader.apply({ type: 'marketMaker.take', ...took, priceLimit: price(at) });
}

function now(trader: Trader, by: AccountId, { id }: Order): Order | undefined {
  return trader.state.accountSide.accounts.get(by)?.orders.get(id)?.row;
}

const money = (trader: Trader, by: AccountId, bucket: 'available' | 'held') =>
  trader.balance({ by, wallet: 'stock', asset: INR, bucket });

function opened(): { trader: Trader; by: AccountId } {
  const trader = new Trader();
  const by = trader.open(1);
  print(trader, 50_000n);
  return { trader, by };
}

test('a GTT to buy blocks no money until its trigger, and then what its limit may cost', () => {
  const { trader, by } = opened();
  const before = money(trader, by, 'available');
  const order = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 10n, ...GTT }));
  assert.deepEqual([money(trader, by, 'available'), money(trader, by, 'held')], [before, 0n]);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
  print(trader, 49_000n);
  assert.equal(now(trader, by, order)?.state.name, 'open');
  assert.ok(money(trader, by, 'held') > 10n * 49_000n, 'value at the limit and charges');
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
  trader.apply({ type: 'order.cancel', accountId: by, orderId: order.id });
  assert.deepEqual([money(trader, by, 'available'), money(trader, by, 'held')], [before, 0n]);
});

test('a GTT is charged by the rules in force when it triggers; an order that rests by those of its day', () => {
  const { trader, by } = opened();
  const waiting = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 10n, ...GTT }));
  const rests = orderOf(trader.buy(ARUNA, { by, at: 48_000n, size: 10n }));
  trader.apply({ type: 'rules.set', stockCharges: STOCK_CHARGES_LATER });
  print(trader, 49_000n);
  assert.equal(now(trader, by, waiting)?.ruleVersion, STOCK_CHARGES_LATER.version);
  assert.equal(now(trader, by, rests)?.ruleVersion, STOCK_CHARGES.version);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
});

test('one that lacks its money at the trigger ends and says so; nothing is blocked or bought', () => {
  const { trader, by } = opened();
  const size = money(trader, by, 'available') / 49_000n + 1n;
  const order = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size, ...GTT }));
  const before = money(trader, by, 'available');
  const { changes } = print(trader, 49_000n);
  const ended = changes.orders.find(({ id }) => id === order.id);
  assert.ok(ended?.state.name === 'cancelled');
  assert.equal(ended.state.cause, 'insufficientFunds');
  assert.deepEqual([money(trader, by, 'available'), money(trader, by, 'held')], [before, 0n]);
  assert.deepEqual(changes.postings, []);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: false }), []);
});

test('of two that trigger at one print the older one takes the money', () => {
  const { trader, by } = opened();
  const size = (money(trader, by, 'available') * 6n) / 10n / 49_000n;
  const ask = { by, at: 49_000n, size, ...GTT };
  const [older, younger] = [orderOf(trader.buy(ARUNA, ask)), orderOf(trader.buy(ARUNA, ask))];
  const { changes } = print(trader, 49_000n);
  assert.equal(now(trader, by, older)?.state.name, 'open');
  const lost = changes.orders.find(({ id }) => id === younger.id)?.state;
  assert.equal(lost?.name === 'cancelled' && lost.cause, 'insufficientFunds');
});

test('a GTT to sell blocks its shares from the start, so that they are not sold twice', () => {
  const { trader, by } = opened();
  const shares = trader.balance({ by, wallet: 'stock', asset: ARUNA.baseAsset });
  const conditions = { gtt: true, priceTrigger: price(52_000n) } as const;
  orderOf(trader.sell(ARUNA, { by, at: 52_000n, size: 10n, validity: 'gtd', conditions }));
  assert.equal(trader.balance({ by, wallet: 'stock', asset: ARUNA.baseAsset }), shares - 10n);
});

test('a changed GTT still blocks nothing', () => {
  const { trader, by } = opened();
  const order = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 10n, ...GTT }));
  const wish = { accountId: by, orderId: order.id, contentHash: 'changed', quantity: quantity(20n) };
  const { clientId } = trader.command('buy', ARUNA, { by, size: 1n });
  trader.apply({ type: 'order.modify', clientId, ...wish });
  assert.equal(now(trader, by, order)?.quantity, 20n);
  assert.equal(money(trader, by, 'held'), 0n);
});

test('an old journal replays with the money blocked from the start, and what it blocked then pays later', () => {
  const { trader, by } = opened();
  const command = trader.command('buy', ARUNA, { by, at: 49_000n, size: 10n, ...GTT });
  const sequence = trader.state.lastSequence + 1;
  const placed = apply(trader.state, { sequence, atMs: trader.atMs, command, rulesVersion: BEFORE });
  const held = money(trader, by, 'held');
  assert.ok(held > 10n * 49_000n);
  print(trader, 49_000n);
  assert.equal(now(trader, by, orderOf(placed))?.state.name, 'open');
  assert.equal(money(trader, by, 'held'), held, 'taken once');
  const short = apply(trader.state, {
    sequence: trader.state.lastSequence + 1,
    atMs: trader.atMs,
    command: trader.command('buy', ARUNA, { by, at: 49_000n, size: 1_000_000n, ...GTT }),
    rulesVersion: BEFORE,
  });
  assert.equal(short.outcome.ok, false, 'and what could not be blocked was refused');
});
