import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '#engine.ts';
import type { Instrument, SessionPhase } from '#instrument.ts';
import { checkInvariants } from '#invariants.ts';
import type { Applied } from '#outcome.ts';
import { codeOf, Desk, orderOf } from '#simulation/desk.ts';
import { ARUNA, BHUMI, INR, sessionOfDay } from '#simulation/world.ts';
import { type AccountId, amount, price, quantity } from '#values/index.ts';

/* What the house closes by its published rule: nothing that protects from large orders is in its way, and asking again costs nothing. */

const CASH = { wallet: 'stock', asset: INR } as const;

function enter(desk: Desk, auction: SessionPhase): Applied {
  const session = { ...sessionOfDay(0), phases: { auction, average: auction } };
  return desk.apply({ type: 'rules.set', session });
}

function close(desk: Desk, by: AccountId): Applied {
  return desk.apply({ type: 'intraday.close', accountId: by, instrumentId: ARUNA.id });
}

function openOf(desk: Desk, by: AccountId): bigint {
  return desk.state.accountSide.accounts.get(by)?.holdings.intraday.get(ARUNA.id)?.row.quantity ?? 0n;
}

function list(desk: Desk, terms: Partial<Instrument>): void {
  desk.apply({ type: 'instrument.set', instrument: { ...ARUNA, ...terms } });
}

/** A customer who has bought so much within the day at 500 rupees. */
function holding(size: bigint): { desk: Desk; by: AccountId } {
  const desk = new Desk();
  const by = desk.open(1);
  desk.quote(ARUNA, { asks: [[50_000n, 100_000n]] });
  orderOf(desk.buy(ARUNA, { by, at: 50_000n, size, product: 'intraday' }));
  assert.equal(openOf(desk, by), size);
  desk.quote(ARUNA, { bids: [], asks: [] });
  return { desk, by };
}

function sound(desk: Desk): void {
  assert.deepEqual(checkInvariants(desk.state, { allLoaded: true }), []);
}

test('a position that is worth more than the greatest order is closed, by the house and by its owner (fault 4)', () => {
  const { desk, by } = holding(9_900n);
  desk.quote(ARUNA, { bids: [[52_000n, 100_000n]] });
  assert.equal(
    codeOf(desk.sell(ARUNA, { by, size: 9_900n })),
    'VALUE_MAX',
    'what would not close is refused',
  );
  assert.equal(
    orderOf(desk.sell(ARUNA, { by, at: 54_000n, size: 9_800n, product: 'intraday' })).state.name,
    'open',
  );
  assert.equal(orderOf(close(desk, by)).state.name, 'completed');
  assert.equal(openOf(desk, by), 0n);
  sound(desk);
});

test('a position of more shares than an order may have goes out in parts (fault 4)', () => {
  const { desk, by } = holding(900n);
  list(desk, { quantityMax: quantity(400n), valueMin: amount(50_000_00n) });
  desk.quote(ARUNA, { bids: [[49_900n, 1_000n]] });
  const left = [close(desk, by), close(desk, by), close(desk, by)].map((part) => orderOf(part).quantity);
  assert.deepEqual(left, [400n, 400n, 100n]);
  assert.equal(openOf(desk, by), 0n);
  sound(desk);
});

test('asked again, the square-off that an auction has collected keeps its place, also when market orders are locked (fault 5)', () => {
  const { desk, by } = holding(100n);
  enter(desk, 'closingAuction');
  const first = orderOf(close(desk, by));
  assert.deepEqual([first.state.name, first.validity], ['open', 'ioc']);
  for (const phase of ['closingAuction', 'closingLimit'] as const) {
    enter(desk, phase);
    const again = close(desk, by);
    assert.deepEqual([codeOf(again), again.changes.orders, again.journaled], ['done', [], false]);
  }
  const buyer = desk.open(2);
  desk.buy(ARUNA, { by: buyer, at: 50_000n, size: 100n });
  const ended = enter(desk, 'closingMatch');
  assert.equal(ended.changes.orders.find(({ id }) => id === first.id)?.state.name, 'completed');
  assert.equal(openOf(desk, by), 0n);
  sound(desk);
});

test('a market order of the owner that closes and can not be taken back stays; one that would open goes (fault 5)', () => {
  const { desk, by } = holding(100n);
  enter(desk, 'closingAuction');
  const own = orderOf(desk.sell(ARUNA, { by, size: 60n, product: 'intraday' }));
  const opens = orderOf(desk.buy(ARUNA, { by, at: 45_000n, size: 10n, product: 'intraday' }));
  enter(desk, 'closingLimit');
  const applied = close(desk, by);
  const orders = desk.state.accountSide.accounts.get(by)?.orders;
  assert.equal(orders?.has(own.id), true);
  assert.equal(orders?.has(opens.id), false);
  const rest = orderOf(applied);
  assert.deepEqual(
    [rest.type, rest.priceLimit, rest.quantity],
    ['limit', 45_000n, 40n],
    'at the end of the band',
  );
  sound(desk);
});

test('where nobody may trade nothing of delivery is cancelled for it (fault 5)', () => {
  const { desk, by } = holding(100n);
  const delivery = orderOf(desk.buy(ARUNA, { by, at: 49_000n, size: 10n }));
  enter(desk, 'closingReference');
  assert.equal(codeOf(close(desk, by)), 'done');
  assert.equal(desk.state.accountSide.accounts.get(by)?.orders.has(delivery.id), true);
});

test('a loss takes what other orders hold, the newest first, before the house pays, and is reported whole (fault 6)', () => {
  const { desk, by } = holding(9_900n);
  list(desk, { band: { priceLow: price(25_000n), priceHigh: price(55_000n) } });
  const free = desk.balance({ by, ...CASH });
  assert.ok(free < 10_000_00n);
  // Two more orders than what was available can pay, made possible by money that came meanwhile.
  desk.quote(BHUMI, { bids: [[100n, 5_000n]] });
  desk.sell(BHUMI, { by, size: 5_000n });
  const older = orderOf(desk.buy(BHUMI, { by, at: 95n, size: 1_000n }));
  const newer = orderOf(desk.buy(BHUMI, { by, at: 95n, size: 2_000n }));
  const shares = orderOf(desk.sell(ARUNA, { by, at: 54_000n, size: 100n }));
  const available = desk.balance({ by, ...CASH });
  // A fifth of 49.5 lakh stands behind it: that, what is available and a part of the newest hold are lost.
  const margin = 990_000_00n;
  const wanted = margin + available + 50_00n;
  const per = (wanted + 9_899n) / 9_900n;
  assert.equal(intradayHouse(desk), -4_950_000_00n, 'what it paid for the shares');
  desk.quote(ARUNA, { bids: [[50_000n - per, 100_000n]] });
  const applied = close(desk, by);
  const loss = per * 9_900n;
  const orders = desk.state.accountSide.accounts.get(by)?.orders;
  assert.deepEqual(
    [orders?.has(older.id), orders?.has(newer.id), orders?.has(shares.id)],
    [true, false, true],
  );
  const ended = applied.changes.orders.find(({ id }) => id === newer.id)?.state;
  assert.equal(ended?.name === 'cancelled' && ended.cause, 'lossCover');
  const taker = applied.changes.fills[0]?.taker;
  assert.ok(taker?.house === false && -taker.profitRealised >= loss, 'the whole loss');
  assert.equal(intradayHouse(desk), 0n, 'the house has back all that it paid');
  sound(desk);
});

test('beyond all that its owner has the house pays, and the loss is reported whole all the same (fault 6)', () => {
  const { desk, by } = holding(9_900n);
  list(desk, { band: { priceLow: price(25_000n), priceHigh: price(55_000n) } });
  desk.quote(ARUNA, { bids: [[30_000n, 100_000n]] });
  const applied = close(desk, by);
  const taker = applied.changes.fills[0]?.taker;
  assert.ok(taker?.house === false && -taker.profitRealised >= 20_000n * 9_900n);
  assert.equal(desk.balance({ by, ...CASH }), 0n);
  sound(desk);
});

function intradayHouse(desk: Desk): bigint {
  return desk.state.accountSide.house.demo.get('intraday')?.get(INR)?.amount ?? 0n;
}

test('what the house asks in vain is not journaled; a journal of before says it as it did (fault 9)', () => {
  const { desk, by } = holding(100n);
  const vain = close(desk, by);
  assert.deepEqual([codeOf(vain), vain.journaled, vain.houseDepth], ['NO_LIQUIDITY', false, []]);
  for (const type of ['lots.settle', 'orders.expire', 'rights.close'] as const)
    assert.equal(desk.apply({ type, accountId: by }).journaled, false, type);
  const before = apply(desk.state, {
    sequence: desk.state.lastSequence + 1,
    atMs: desk.atMs,
    command: { type: 'intraday.close', accountId: by, instrumentId: ARUNA.id },
    rulesVersion: 1,
  });
  assert.deepEqual([codeOf(before), before.journaled], ['NO_LIQUIDITY', true]);
});
