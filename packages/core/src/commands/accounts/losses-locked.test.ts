/* Orders that an auction has locked while their owner makes a loss: they stay, and owe what they hold. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { SessionPhase } from '#model/instrument.ts';
import { type Order, owedBy } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES } from '#rules-version.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, INR, sessionOfDay } from '#simulation/world.ts';
import { type AccountId, assert as known, price } from '#values/index.ts';

const CASH = { wallet: 'stock', asset: INR } as const;
const SIZE = 4_000n;
const PAID = 50_000n;
/** Price at which the margin of a fifth is lost whole. */
const AT_MARGIN = 40_000n;

function enter(trader: Trader, auction: SessionPhase): Applied {
  const phases = { auction, average: 'continuous' } as const;
  return trader.apply({ type: 'rules.set', session: { ...sessionOfDay(0), phases } });
}

interface Owner {
  readonly trader: Trader;
  readonly by: AccountId;
  readonly locked: Order;
  readonly sub: AccountId;
}

/** A holder within the day without free money, whose market order an auction of another share has locked. */
function withLocked(size: bigint, free = 0n): Owner {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[PAID, 100_000n]] });
  orderOf(trader.buy(ARUNA, { by, at: PAID, size: SIZE, product: 'intraday' }));
  trader.quote(ARUNA, { bids: [], asks: [] });
  const band = { priceLow: price(25_000n), priceHigh: price(55_000n) };
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band, closesBy: 'average' } });
  trader.apply({ type: 'instrument.set', instrument: { ...BHUMI, closesBy: 'auction' } });
  enter(trader, 'closingAuction');
  const locked = orderOf(trader.buy(BHUMI, { by, size }));
  known(locked.validity === 'ioc', 'Condition: a market order of an auction');
  enter(trader, 'closingLimit');
  const sub = trader.openSub(9, { parentId: by, purpose: 'robot' });
  const units = trader.balance({ by, ...CASH }) - free;
  trader.transfer({ accountId: by, subAccountId: sub, wallet: 'stock', assetId: INR, units });
  known(trader.balance({ by, ...CASH }) === free, 'Condition: so much is free');
  return { trader, by, locked, sub };
}

function rowOf({ trader, by }: Owner, { id }: Order): Order | undefined {
  return trader.state.accountSide.accounts.get(by)?.orders.get(id)?.row;
}

function owed(owner: Owner, order: Order): bigint {
  const row = rowOf(owner, order);
  return row ? owedBy(row) : 0n;
}

function held(owner: Owner, order: Order): bigint {
  const state = rowOf(owner, order)?.state;
  return state && 'held' in state ? state.held : 0n;
}

test('a market order that an auction has locked stays for a loss, and owes what it holds; before, it ended', () => {
  const closed = (rulesVersion?: number) => {
    const owner = withLocked(100n);
    const { trader, by, locked } = owner;
    trader.quote(ARUNA, { bids: [[AT_MARGIN - 1_000n, SIZE]] });
    const command = { type: 'intraday.close', accountId: by, instrumentId: ARUNA.id } as const;
    const numbered = { sequence: trader.state.lastSequence + 1, atMs: trader.atMs, command };
    apply(trader.state, rulesVersion === undefined ? numbered : { ...numbered, rulesVersion });
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
    return [rowOf(owner, locked)?.state.name, held(owner, locked), owed(owner, locked)];
  };
  const [state, holds, owes] = closed();
  assert.deepEqual([state, owes], ['open', holds]);
  assert.equal(closed(RULE_CHANGES.indexOf('lockedOrdersStay'))[0], undefined);
});

test('what an order owed and spent on its own charges goes over to one that is locked, and to no later money', () => {
  const owner = withLocked(5_000n, 58_000n);
  const { trader, by, locked, sub } = owner;
  const at = AT_MARGIN - 10n;
  trader.quote(ARUNA, { bids: [[at, SIZE / 2n]] });
  const own = orderOf(trader.sell(ARUNA, { by, at, size: SIZE, product: 'intraday' }));
  const first = owed(owner, own);
  assert.ok(first > 0n && first <= held(owner, own), 'it owes what it holds at most');
  assert.equal(owed(owner, locked), 0n, 'its own hold was enough');
  trader.quote(ARUNA, { bids: [[at, SIZE / 2n - 10n]] });
  const others = owed(owner, locked);
  assert.equal(owed(owner, own), first, 'of a further loss it has nothing to owe');
  assert.equal(others, 10n * (SIZE / 2n - 10n), 'the other owes it whole');
  const spent = owed(owner, own) - held(owner, own);
  assert.ok(spent > 0n, 'its charges have taken of what it owed');
  const units = 1_000_00n;
  const moved = { accountId: by, subAccountId: sub, wallet: 'stock', assetId: INR } as const;
  trader.transfer({ ...moved, units, back: true });
  const later = orderOf(trader.buy(BHUMI, { by, at: 95n, size: 1_000n }));
  const before = trader.house('demo', 'intraday', INR);
  const paid = held(owner, own);
  trader.apply({ type: 'order.cancel', accountId: by, orderId: own.id });
  assert.equal(trader.house('demo', 'intraday', INR) - before, paid);
  assert.equal(owed(owner, locked) - others, spent);
  assert.equal(owed(owner, later), 0n);
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
});

test('an order that a loss ends while it waits for its turn leaves its line', () => {
  const { trader, by } = withLocked(1n);
  trader.apply({ type: 'rules.set', stepMax: 1 });
  const other = trader.open(2);
  for (let nth = 0; nth < 3; nth += 1) orderOf(trader.buy(BHUMI, { by: other, at: 92n, size: 10n }));
  const band = { priceLow: price(95n), priceHigh: price(110n) };
  trader.apply({ type: 'instrument.set', instrument: { ...BHUMI, band, closesBy: 'auction' } });
  trader.quote(ARUNA, { bids: [[PAID, 10n]] });
  orderOf(trader.sell(ARUNA, { by, size: 10n, product: 'intraday' }));
  const waits = orderOf(trader.buy(BHUMI, { by, at: 96n, size: 10n }));
  assert.equal('waitsFor' in waits.state && waits.state.waitsFor, 'turn');
  const line = trader.state.instrumentSide.books.get(BHUMI.id)?.demo.lines.turn;
  assert.equal(line?.length, 1);
  trader.quote(ARUNA, { bids: [[AT_MARGIN - 100n, SIZE]] });
  const closed = trader.apply({ type: 'intraday.close', accountId: by, instrumentId: ARUNA.id });
  assert.ok(closed.changes.orders.some(({ id, state }) => id === waits.id && 'cause' in state));
  assert.equal(line?.length, 0);
});
