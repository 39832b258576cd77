import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLOSING_ORDERS_MAX, OPEN_ORDERS_MAX } from '#checks/order-count-checks.ts';
import { apply } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { Instrument, SessionPhase } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES, type RuleChange } from '#rules-version.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, INR, sessionOfDay } from '#simulation/world.ts';
import { type AccountId, amount, price, quantity } from '#values/index.ts';

/*
 * Closing by the published rule: nothing that protects
 * from large orders is in its way, and asking again costs nothing.
 */

const CASH = { wallet: 'stock', asset: INR } as const;

function enter(trader: Trader, auction: SessionPhase): Applied {
  const session = { ...sessionOfDay(0), phases: { auction, average: auction } };
  return trader.apply({ type: 'rules.set', session });
}

function close(trader: Trader, by: AccountId): Applied {
  return trader.apply({ type: 'intraday.close', accountId: by, instrumentId: ARUNA.id });
}

function openOf(trader: Trader, by: AccountId): bigint {
  return trader.state.accountSide.accounts.get(by)?.holdings.intraday.get(ARUNA.id)?.row.quantity ?? 0n;
}

function list(trader: Trader, terms: Partial<Instrument>): void {
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, ...terms } });
}

/** A customer who has bought so much within the day at 500 rupees. */
function holding(size: bigint): { trader: Trader; by: AccountId } {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 100_000n]] });
  orderOf(trader.buy(ARUNA, { by, at: 50_000n, size, product: 'intraday' }));
  assert.equal(openOf(trader, by), size);
  trader.quote(ARUNA, { bids: [], asks: [] });
  return { trader, by };
}

function sound(trader: Trader): void {
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
}

test('a position that is worth more than the greatest order is closed, by the published rule and by its owner (fault 4)', () => {
  const { trader, by } = holding(9_900n);
  trader.quote(ARUNA, { bids: [[52_000n, 100_000n]] });
  assert.equal(
    codeOf(trader.sell(ARUNA, { by, size: 9_900n })),
    'VALUE_MAX',
    'what would not close is refused',
  );
  assert.equal(
    orderOf(trader.sell(ARUNA, { by, at: 54_000n, size: 9_800n, product: 'intraday' })).state.name,
    'open',
  );
  assert.equal(orderOf(close(trader, by)).state.name, 'completed');
  assert.equal(openOf(trader, by), 0n);
  sound(trader);
});

test('a position of more shares than an order may have goes out in parts (fault 4)', () => {
  const { trader, by } = holding(900n);
  list(trader, { quantityMax: quantity(400n), valueMin: amount(50_000_00n) });
  trader.quote(ARUNA, { bids: [[49_900n, 1_000n]] });
  const left = [close(trader, by), close(trader, by), close(trader, by)].map(
    (part) => orderOf(part).quantity,
  );
  assert.deepEqual(left, [400n, 400n, 100n]);
  assert.equal(openOf(trader, by), 0n);
  sound(trader);
});

test('asked again, the square-off that an auction has collected keeps its place, also when market orders are locked (fault 5)', () => {
  const { trader, by } = holding(100n);
  enter(trader, 'closingAuction');
  const first = orderOf(close(trader, by));
  assert.deepEqual([first.state.name, first.validity], ['open', 'ioc']);
  for (const phase of ['closingAuction', 'closingLimit'] as const) {
    enter(trader, phase);
    const again = close(trader, by);
    assert.deepEqual([codeOf(again), again.changes.orders, again.journaled], ['done', [], false]);
  }
  const buyer = trader.open(2);
  trader.buy(ARUNA, { by: buyer, at: 50_000n, size: 100n });
  const ended = enter(trader, 'closingMatch');
  assert.equal(ended.changes.orders.find(({ id }) => id === first.id)?.state.name, 'completed');
  assert.equal(openOf(trader, by), 0n);
  sound(trader);
});

test('a market order of the owner that closes and can not be taken back stays; one that would open goes (fault 5)', () => {
  const { trader, by } = holding(100n);
  enter(trader, 'closingAuction');
  const own = orderOf(trader.sell(ARUNA, { by, size: 60n, product: 'intraday' }));
  const opens = orderOf(trader.buy(ARUNA, { by, at: 45_000n, size: 10n, product: 'intraday' }));
  enter(trader, 'closingLimit');
  const applied = close(trader, by);
  const orders = trader.state.accountSide.accounts.get(by)?.orders;
  assert.equal(orders?.has(own.id), true);
  assert.equal(orders?.has(opens.id), false);
  const rest = orderOf(applied);
  assert.deepEqual(
    [rest.type, rest.priceLimit, rest.quantity],
    ['limit', 45_000n, 40n],
    'at the end of the band',
  );
  sound(trader);
});

test('a market order that an auction has locked stays, and the square-off is asked for again; before, it went', () => {
  for (const product of ['delivery', 'intraday'] as const) {
    const { trader, by } = holding(100n);
    enter(trader, 'closingAuction');
    const locked = orderOf(trader.buy(ARUNA, { by, size: 10n, product }));
    enter(trader, 'closingLimit');
    const applied = close(trader, by);
    assert.equal(hasOrder(trader, locked), true, product);
    assert.deepEqual([codeOf(applied), applied.changes.orders], ['AUCTION_LOCKED', []]);
    assert.equal(applied.journaled, false, 'asked each second, in vain');
    const waits = orderOf(trader.buy(ARUNA, { by, at: 45_000n, size: 10n, product: 'intraday' }));
    const cleared = close(trader, by);
    assert.equal(hasOrder(trader, waits), false);
    assert.deepEqual(cleared.outcome, { ok: true, type: 'done', notPlaced: { code: 'AUCTION_LOCKED' } });
    sound(trader);
    closeBefore(trader, by, 'lockedOrdersStay');
    assert.equal(hasOrder(trader, locked), false, product);
  }
});

test('a square-off that cancels orders and finds nobody on the other side says that it was not placed', () => {
  const closed = (rulesVersion?: number): Applied => {
    const { trader, by } = holding(100n);
    orderOf(trader.sell(ARUNA, { by, at: 54_000n, size: 100n, product: 'intraday' }));
    const command = { type: 'intraday.close', accountId: by, instrumentId: ARUNA.id } as const;
    const numbered = { sequence: trader.state.lastSequence + 1, atMs: trader.atMs, command };
    return apply(trader.state, rulesVersion === undefined ? numbered : { ...numbered, rulesVersion });
  };
  const { outcome, changes } = closed();
  assert.deepEqual(outcome, { ok: true, type: 'done', notPlaced: { code: 'NO_LIQUIDITY' } });
  assert.equal(changes.orders[0]?.state.name, 'cancelled');
  const before = closed(RULE_CHANGES.indexOf('squareOffSaysWhy'));
  assert.deepEqual(before.outcome, { ok: true, type: 'done' });
});

test('where nobody may trade nothing of delivery is cancelled for it (fault 5)', () => {
  const { trader, by } = holding(100n);
  const delivery = orderOf(trader.buy(ARUNA, { by, at: 49_000n, size: 10n }));
  enter(trader, 'closingReference');
  assert.equal(codeOf(close(trader, by)), 'done');
  assert.equal(trader.state.accountSide.accounts.get(by)?.orders.has(delivery.id), true);
});

test('a loss takes what other orders hold, the newest first, before the house ledger pays, and is reported whole (fault 6)', () => {
  const { trader, by } = holding(9_900n);
  list(trader, { band: { priceLow: price(25_000n), priceHigh: price(55_000n) } });
  const free = trader.balance({ by, ...CASH });
  assert.ok(free < 10_000_00n);
  // Two more orders than what was available can pay, made possible by money that came meanwhile.
  trader.quote(BHUMI, { bids: [[100n, 5_000n]] });
  trader.sell(BHUMI, { by, size: 5_000n });
  const older = orderOf(trader.buy(BHUMI, { by, at: 95n, size: 1_000n }));
  const newer = orderOf(trader.buy(BHUMI, { by, at: 95n, size: 2_000n }));
  const shares = orderOf(trader.sell(ARUNA, { by, at: 54_000n, size: 100n }));
  const available = trader.balance({ by, ...CASH });
  // A fifth of 49.5 lakh stands behind it: that, what is available and a part of the newest hold are lost.
  const margin = 990_000_00n;
  const wanted = margin + available + 50_00n;
  const per = (wanted + 9_899n) / 9_900n;
  assert.equal(intradayHouse(trader), -4_950_000_00n, 'what it paid for the shares');
  trader.quote(ARUNA, { bids: [[50_000n - per, 100_000n]] });
  const applied = close(trader, by);
  const loss = per * 9_900n;
  const orders = trader.state.accountSide.accounts.get(by)?.orders;
  assert.deepEqual(
    [orders?.has(older.id), orders?.has(newer.id), orders?.has(shares.id)],
    [true, false, true],
  );
  const ended = applied.changes.orders.find(({ id }) => id === newer.id)?.state;
  assert.equal(ended?.name === 'cancelled' && ended.cause, 'lossCover');
  const taker = applied.changes.fills[0]?.taker;
  assert.ok(taker?.isMarketMaker === false && -taker.profitRealised >= loss, 'the whole loss');
  assert.equal(intradayHouse(trader), 0n, 'the house ledger has back all that it paid');
  sound(trader);
});

test('beyond all that its owner has the house ledger pays, and the loss is reported whole all the same (fault 6)', () => {
  const { trader, by } = holding(9_900n);
  list(trader, { band: { priceLow: price(25_000n), priceHigh: price(55_000n) } });
  trader.quote(ARUNA, { bids: [[30_000n, 100_000n]] });
  const applied = close(trader, by);
  const taker = applied.changes.fills[0]?.taker;
  assert.ok(taker?.isMarketMaker === false && -taker.profitRealised >= 20_000n * 9_900n);
  assert.equal(trader.balance({ by, ...CASH }), 0n);
  sound(trader);
});

function intradayHouse(trader: Trader): bigint {
  return trader.state.accountSide.house.demo.get('intraday')?.get(INR)?.amount ?? 0n;
}

test('what the system asks in vain is not journaled; a journal of before says it as it did (fault 9)', () => {
  const { trader, by } = holding(100n);
  const vain = close(trader, by);
  assert.deepEqual([codeOf(vain), vain.journaled, vain.marketMakerDepth], ['NO_LIQUIDITY', false, []]);
  for (const type of ['lots.settle', 'orders.expire', 'rights.close'] as const)
    assert.equal(trader.apply({ type, accountId: by }).journaled, false, type);
  const before = closeBefore(trader, by);
  assert.deepEqual([codeOf(before), before.journaled], ['NO_LIQUIDITY', true]);
});

/** As a journal has it that was written before any of these rules, or before the one that is named. */
function closeBefore(trader: Trader, by: AccountId, change: RuleChange = 'systemClientIds'): Applied {
  return apply(trader.state, {
    sequence: trader.state.lastSequence + 1,
    atMs: trader.atMs,
    command: { type: 'intraday.close', accountId: by, instrumentId: ARUNA.id },
    rulesVersion: RULE_CHANGES.indexOf(change),
  });
}

test('an account that has as many orders as it may is squared off all the same, and lets out its owner', () => {
  const { trader, by } = holding(100n);
  for (let count = 0; count < OPEN_ORDERS_MAX; count += 1)
    orderOf(trader.buy(BHUMI, { by, at: 90n, size: 2n }));
  assert.equal(codeOf(trader.buy(BHUMI, { by, at: 90n, size: 2n })), 'OPEN_ORDERS_MAX');
  trader.apply({ type: 'account.set', accountId: by, limits: { openOrdersMax: 1 } });
  enter(trader, 'closingLimit');
  const own = orderOf(trader.sell(ARUNA, { by, at: 54_000n, size: 40n, product: 'intraday' }));
  assert.deepEqual(
    [codeOf(closeBefore(trader, by, 'closingPastOrderCount')), hasOrder(trader, own)],
    ['done', false],
  );
  assert.equal(
    codeOf(closeBefore(trader, by, 'closingPastOrderCount')),
    'OPEN_ORDERS_MAX',
    'as it was before',
  );
  const placed = orderOf(close(trader, by));
  assert.deepEqual([placed.side, placed.quantity, placed.state.name], ['sell', 100n, 'open']);
  sound(trader);
});

function hasOrder(trader: Trader, { accountId, id }: Pick<Order, 'accountId' | 'id'>): boolean {
  return trader.state.accountSide.accounts.get(accountId)?.orders.has(id) === true;
}

test('what closes has room beyond what opens, and an end', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const sell = () => trader.sell(ARUNA, { by, at: 51_000n, size: 1n });
  for (let count = 0; count < OPEN_ORDERS_MAX + CLOSING_ORDERS_MAX; count += 1) orderOf(sell());
  assert.deepEqual(sell().outcome, {
    ok: false,
    refusal: { code: 'OPEN_ORDERS_MAX', detail: { limit: '300' } },
  });
  assert.equal(codeOf(trader.buy(BHUMI, { by, at: 90n, size: 2n })), 'OPEN_ORDERS_MAX');
});

test('a journal of before is decided as it was: limits refuse, an auction loses the place, the house ledger pays first', () => {
  const dear = holding(9_900n);
  dear.trader.quote(ARUNA, { bids: [[52_000n, 100_000n]] });
  assert.equal(codeOf(closeBefore(dear.trader, dear.by)), 'VALUE_MAX');

  const collected = holding(100n);
  enter(collected.trader, 'closingAuction');
  const first = orderOf(closeBefore(collected.trader, collected.by));
  const again = orderOf(closeBefore(collected.trader, collected.by));
  assert.notEqual(again.id, first.id);
  assert.equal(openOrders(collected).has(first.id), false);

  const losing = holding(9_900n);
  list(losing.trader, { band: { priceLow: price(25_000n), priceHigh: price(55_000n) } });
  losing.trader.quote(BHUMI, { bids: [[100n, 5_000n]] });
  losing.trader.sell(BHUMI, { by: losing.by, size: 5_000n });
  const other = orderOf(losing.trader.buy(BHUMI, { by: losing.by, at: 95n, size: 1_000n }));
  losing.trader.quote(ARUNA, { bids: [[30_000n, 100_000n]] });
  const taker = closeBefore(losing.trader, losing.by).changes.fills[0]?.taker;
  assert.ok(
    taker?.isMarketMaker === false && -taker.profitRealised < 20_000n * 9_900n,
    'what the customer paid of it',
  );
  assert.equal(openOrders(losing).has(other.id), true);
});

function openOrders({ trader, by }: ReturnType<typeof holding>) {
  const orders = trader.state.accountSide.accounts.get(by)?.orders;
  assert.ok(orders);
  return orders;
}
