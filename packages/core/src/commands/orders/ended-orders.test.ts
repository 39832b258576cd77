/*
 * Orders that have ended and wait for the sweep that releases them: they are
 * in nobody's way, whenever that comes.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OPEN_ORDERS_MAX } from '#checks/order-count-checks.ts';
import { apply, openSweepsOf } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { Command } from '#model/command.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES, RULES_VERSION } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, INR, sessionOfDay } from '#simulation/world.ts';
import { stateHash } from '#state-hash.ts';
import {
  type AccountId,
  assert as known,
  type OrderId,
  parseClientId,
  price,
  quantity,
} from '#values/index.ts';

const CASH = { wallet: 'stock', asset: INR } as const;
const ORDERS = 12;
const STEP_MAX = 5;
const BEFORE = RULE_CHANGES.indexOf('endedCountNoMore');

interface Scene {
  readonly trader: Trader;
  readonly by: AccountId;
  readonly rulesVersion: number;
}

function scene(rulesVersion = RULES_VERSION): Scene {
  const trader = new Trader();
  return { trader, by: trader.open(1), rulesVersion };
}

function applyIn({ trader, rulesVersion }: Scene, command: Command): Applied {
  const { state, atMs } = trader;
  const applied = apply(state, { sequence: state.lastSequence + 1, atMs, command, rulesVersion });
  assert.deepEqual(checkInvariants(state, { allLoaded: true }), []);
  assert.equal(stateHash(reload(state)), stateHash(state));
  return applied;
}

/** All orders of the account end; some are released, and how many are not. */
function endAll(at: Scene): number {
  const { trader, by } = at;
  trader.apply({ type: 'rules.set', stepMax: STEP_MAX });
  applyIn(at, { type: 'order.cancelAll', accountId: by });
  return openOf(at);
}

function openOf({ trader, by }: Scene): number {
  return trader.state.accountSide.accounts.get(by)?.orders.size ?? 0;
}

/** The market maker trades with itself at a price, so that it is the last one. */
function print(at: Scene, last: bigint): Applied {
  at.trader.quote(ARUNA, { asks: [[last, 1n]] });
  const size = { quantity: quantity(1n), priceLimit: price(last) };
  const what = { instrumentId: ARUNA.id, environment: 'demo', side: 'buy', ...size } as const;
  return applyIn(at, { type: 'marketMaker.take', ...what });
}

function change(at: Scene, orderId: OrderId, size: bigint): Applied {
  const clientId = parseClientId('change-ended-1');
  known(clientId !== undefined, 'Condition: a well formed client id');
  const what = { clientId, contentHash: 'change', orderId, quantity: quantity(size) };
  return applyIn(at, { type: 'order.modify', accountId: at.by, ...what });
}

/** A position within the day, with sales that would close nearly all of it and have ended. */
function holding(rulesVersion?: number, count = ORDERS): Scene {
  const at = scene(rulesVersion);
  const { trader, by } = at;
  trader.quote(ARUNA, { asks: [[50_000n, 1_000n]] });
  orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 100n, product: 'intraday' }));
  trader.quote(ARUNA, {});
  for (let nth = 0; nth < count; nth += 1)
    orderOf(trader.sell(ARUNA, { by, at: 52_000n, size: 8n, product: 'intraday' }));
  assert.equal(endAll(at), count - STEP_MAX);
  return at;
}

test('an order that has ended uses up nothing of what may be closed; before, until it was released', () => {
  const sale = (rulesVersion?: number): Applied => {
    const at = holding(rulesVersion);
    const { trader, by } = at;
    return applyIn(at, trader.command('sell', ARUNA, { by, at: 52_000n, size: 100n, product: 'intraday' }));
  };
  assert.equal(orderOf(sale()).productTerms?.isClosing, true);
  assert.equal(codeOf(sale(BEFORE)), 'INSUFFICIENT_HOLDINGS');
});

test('a frozen owner closes all that is open beside orders that have ended', () => {
  const closed = (rulesVersion?: number): string => {
    const at = holding(rulesVersion);
    const { trader, by } = at;
    trader.apply({ type: 'account.set', accountId: by, ownerFrozen: true });
    return codeOf(
      applyIn(at, trader.command('sell', ARUNA, { by, at: 52_000n, size: 100n, product: 'intraday' })),
    );
  };
  assert.equal(closed(), 'order');
  assert.equal(closed(BEFORE), 'ACCOUNT_FROZEN');
});

test('a change may close as much as orders that have ended no longer do', () => {
  const changed = (rulesVersion?: number): string => {
    const at = holding(rulesVersion, 2 * STEP_MAX);
    const { trader, by } = at;
    const stop = { orderType: 'stopMarket', conditions: { priceTrigger: price(49_000n) } } as const;
    const { id } = orderOf(trader.sell(ARUNA, { by, size: 4n, product: 'intraday', ...stop }));
    return codeOf(change(at, id, 100n));
  };
  assert.equal(changed(), 'order');
  assert.equal(changed(BEFORE), 'INSUFFICIENT_HOLDINGS');
});

test('a square-off counts no order that has ended as one that closes already', () => {
  const squaredOff = (rulesVersion?: number): string => {
    const at = scene(rulesVersion);
    const { trader, by } = at;
    trader.quote(ARUNA, { asks: [[50_000n, 1_000n]] });
    orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 100n, product: 'intraday' }));
    trader.quote(ARUNA, {});
    for (let nth = 0; nth < STEP_MAX; nth += 1) orderOf(trader.buy(BHUMI, { by, at: 90n, size: 2n }));
    const phases = { auction: 'closingAuction', average: 'closingAuction' } as const;
    trader.apply({ type: 'rules.set', session: { ...sessionOfDay(0), phases } });
    orderOf(trader.sell(ARUNA, { by, size: 100n, product: 'intraday' }));
    assert.equal(endAll(at), 1);
    return codeOf(applyIn(at, { type: 'intraday.close', accountId: by, instrumentId: ARUNA.id }));
  };
  assert.equal(squaredOff(), 'order');
  assert.equal(squaredOff(BEFORE), 'done');
});

/** An account whose money is set aside for so many equal orders, which have ended. */
function emptied(rulesVersion?: number): Scene & { readonly part: bigint } {
  const at = scene(rulesVersion);
  const { trader, by } = at;
  const size = (trader.balance({ by, ...CASH }) * 99n) / 100n / 49_000n / BigInt(ORDERS);
  for (let nth = 0; nth < ORDERS; nth += 1) orderOf(trader.buy(ARUNA, { by, at: 49_000n, size }));
  assert.equal(endAll(at), ORDERS - STEP_MAX);
  return { ...at, part: size };
}

test('a new order has the money of orders that have ended, as much as a command may release', () => {
  const bought = (parts: bigint, rulesVersion?: number): readonly [string, number] => {
    const at = emptied(rulesVersion);
    const { trader, by, part } = at;
    const command = trader.command('buy', ARUNA, { by, at: 49_000n, size: part * parts });
    return [codeOf(applyIn(at, command)), openOf(at)];
  };
  const left = ORDERS - STEP_MAX;
  assert.deepEqual(bought(4n), ['order', left + 1], 'what is free is enough: the sweep goes on in its turn');
  assert.deepEqual(bought(10n), ['order', left - STEP_MAX + 1]);
  assert.deepEqual(bought(12n), ['INSUFFICIENT_FUNDS', left], 'more than one command may release');
  assert.deepEqual(bought(10n, BEFORE), ['INSUFFICIENT_FUNDS', left]);
});

test('legs of a basket have it together', () => {
  const bought = (rulesVersion?: number): string => {
    const at = emptied(rulesVersion);
    const { by, part } = at;
    const clientId = parseClientId('basket-ended-1');
    known(clientId !== undefined, 'Condition: a well formed client id');
    const terms = { side: 'buy', orderType: 'limit', validity: 'day', priceLimit: price(49_000n) } as const;
    const leg = { instrumentId: ARUNA.id, ...terms, quantity: quantity(part * 5n) };
    const legs = [leg, leg];
    return codeOf(
      applyIn(at, { type: 'order.basket', accountId: by, clientId, contentHash: 'basket', legs }),
    );
  };
  assert.equal(bought(), 'basket');
  assert.equal(bought(BEFORE), 'INSUFFICIENT_FUNDS');
});

test('a GTT that triggers has it as well', () => {
  const triggered = (rulesVersion?: number): string | undefined => {
    const at = scene(rulesVersion);
    const { trader, by } = at;
    print(at, 50_000n);
    for (let nth = 0; nth < ORDERS; nth += 1) orderOf(trader.buy(BHUMI, { by, at: 90n, size: 80_000n }));
    endAll(at);
    const conditions = { gtt: true as const, priceTrigger: price(49_000n) };
    const gtt = { by, at: 49_000n, size: 1_300n, validity: 'gtd', conditions } as const;
    const { id } = orderOf(trader.buy(ARUNA, gtt));
    print(at, 49_000n);
    while (openSweepsOf(trader.state).length > 0) applyIn(at, { type: 'sweep.step' });
    return trader.state.accountSide.accounts.get(by)?.orders.get(id)?.row.state.name;
  };
  assert.equal(triggered(), 'open');
  assert.equal(triggered(BEFORE), undefined);
});

test('a change that needs more has it too', () => {
  const changed = (rulesVersion?: number): string => {
    const at = emptied(rulesVersion);
    const { trader, by } = at;
    const { id } = orderOf(trader.buy(BHUMI, { by, at: 90n, size: 2n }));
    const subAccountId = trader.openSub(9, { parentId: by, purpose: 'robot' });
    const units = trader.balance({ by, ...CASH });
    trader.transfer({ accountId: by, subAccountId, wallet: 'stock', assetId: INR, units });
    return codeOf(change(at, id, 1_000n));
  };
  assert.equal(changed(), 'order');
  assert.equal(changed(BEFORE), 'INSUFFICIENT_FUNDS');
});

test('orders that have ended are none of those that an account may have open', () => {
  const refusedAfter = (rulesVersion?: number): number => {
    const at = scene(rulesVersion);
    const { trader, by } = at;
    const order = () => trader.command('buy', BHUMI, { by, at: 90n, size: 2n });
    for (let nth = 0; nth < OPEN_ORDERS_MAX; nth += 1) trader.apply(order());
    assert.equal(endAll(at), OPEN_ORDERS_MAX - STEP_MAX);
    for (let nth = 0; nth < 3 * STEP_MAX; nth += 1) {
      const applied = applyIn(at, order());
      assert.ok(openOf(at) <= OPEN_ORDERS_MAX, 'those that are still to be released stay as few');
      if (applied.outcome.ok) continue;
      assert.equal(codeOf(applied), 'OPEN_ORDERS_MAX');
      return nth;
    }
    return Number.POSITIVE_INFINITY;
  };
  assert.equal(refusedAfter(), Number.POSITIVE_INFINITY);
  assert.equal(refusedAfter(BEFORE), STEP_MAX);
});
