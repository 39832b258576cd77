/* Orders that a loss within the day ends, and those that it spares; and the charges of what it closed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { Order } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES } from '#rules-version.ts';
import { createTotals } from '#simulation/audit/checks.ts';
import { checkHouseLosses, createHouseLosses } from '#simulation/audit/house-losses.ts';
import { createPosted } from '#simulation/audit/posted.ts';
import { createTables } from '#simulation/tables.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, BTC_INR, INR, STOCK_CHARGES, sessionOfDay } from '#simulation/world.ts';
import {
  type AccountId,
  amount,
  chargesTotal,
  DAY_MS,
  instantMs,
  intradayCharges,
  assert as known,
  price,
  quantity,
  systemClientId,
} from '#values/index.ts';

const CASH = { wallet: 'stock', asset: INR } as const;
const SIZE = 4_000n;
const PAID = 50_000n;

interface Owner {
  readonly trader: Trader;
  readonly by: AccountId;
  /** Orders for another share that hold money, oldest first. */
  readonly others: readonly Order[];
}

/** A customer with a purchase within the day and other orders, and so much money free. */
function withFree(free: bigint, otherOrders: number): Owner {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[PAID, 100_000n]] });
  orderOf(trader.buy(ARUNA, { by, at: PAID, size: SIZE, product: 'intraday' }));
  const band = { priceLow: price(25_000n), priceHigh: price(55_000n) };
  trader.quote(ARUNA, { bids: [], asks: [] });
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band } });
  const others = Array.from({ length: otherOrders }, () =>
    orderOf(trader.buy(BHUMI, { by, at: 95n, size: 1_000n })),
  );
  const sub = trader.openSub(9, { parentId: by, purpose: 'robot' });
  const units = trader.balance({ by, ...CASH }) - free;
  const moved = trader.transfer({ accountId: by, subAccountId: sub, wallet: 'stock', assetId: INR, units });
  known(moved.outcome.ok && trader.balance({ by, ...CASH }) === free, 'Condition: so much is free');
  return { trader, by, others };
}

/** Margin of the position as a loss for each share. */
const MARGIN_EACH = PAID / 5n;

function closedAt({ trader, by }: Owner, at: bigint, rulesVersion?: number): Applied {
  trader.quote(ARUNA, { bids: [[at, SIZE]] });
  const command = { type: 'intraday.close', accountId: by, instrumentId: ARUNA.id } as const;
  const numbered = { sequence: trader.state.lastSequence + 1, atMs: trader.atMs, command };
  const closed = apply(trader.state, rulesVersion === undefined ? numbered : { ...numbered, rulesVersion });
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  return closed;
}

function chargedOf(order: Order): bigint {
  return Object.values(order.charges).reduce((sum: bigint, charge) => sum + charge, 0n);
}

function due(at: bigint): bigint {
  const { intraday } = STOCK_CHARGES;
  known(intraday !== undefined, 'Condition: the world has charges within the day');
  return chargesTotal(
    intradayCharges({ side: 'sell', turnover: amount(at * SIZE) }, { ...STOCK_CHARGES, intraday }),
  );
}

function endedForIt({ changes }: Applied): number[] {
  return changes.orders.flatMap(({ id, state }) =>
    state.name === 'cancelled' && state.cause === 'lossCover' ? [id] : [],
  );
}

test('charges of what a loss closed come out of other orders of the customer, the newest first', () => {
  const at = PAID - MARGIN_EACH;
  const owner = withFree(0n, 3);
  const closed = closedAt(owner, at);
  assert.equal(chargedOf(orderOf(closed)), due(at), 'charged whole');
  assert.deepEqual(endedForIt(closed), [owner.others[2]?.id]);
  const held = owner.others[2]?.state;
  known(held !== undefined && 'held' in held, 'Condition: an open order holds money');
  assert.equal(owner.trader.balance({ by: owner.by, ...CASH }), held.held - due(at));
  assert.equal(
    owner.trader.house('demo', 'intraday', INR),
    MARGIN_EACH * 0n,
    'the house ledger has paid for nothing',
  );
});

test('charges that a customer has no money for at all are charged whole, and the house ledger bears the loss', () => {
  const at = PAID - MARGIN_EACH;
  const owner = withFree(0n, 0);
  const closed = closedAt(owner, at);
  assert.equal(chargedOf(orderOf(closed)), due(at));
  assert.equal(owner.trader.house('demo', 'intraday', INR), -due(at));
  const told = closed.changes.fills[0]?.taker;
  known(told !== undefined && !told.isMarketMaker, 'Condition: the customer closed');
  assert.equal(told.charges, due(at));
});

test('before, a customer was charged what a loss had left, though other orders held money', () => {
  const owner = withFree(0n, 3);
  const closed = closedAt(owner, PAID - MARGIN_EACH, RULE_CHANGES.indexOf('chargesTakenWhole'));
  assert.equal(chargedOf(orderOf(closed)), 0n);
  assert.deepEqual(endedForIt(closed), []);
});

/** Own limit order that closes a part at a loss beyond all that is free, and rests with the rest. */
function restsAfterLoss({ trader, by }: Owner): Applied {
  trader.quote(ARUNA, { bids: [[30_000n, 2_000n]] });
  return trader.sell(ARUNA, { by, at: 30_000n, size: SIZE, product: 'intraday' });
}

test('the order that made a loss goes on, though it is the newest that holds money', () => {
  const owner = withFree(1_000_00n, 2);
  const closed = restsAfterLoss(owner);
  const own = orderOf(closed);
  assert.equal(own.state.name, 'partial');
  assert.ok('held' in own.state && own.state.held > 0n);
  assert.deepEqual(endedForIt(closed), owner.others.map(({ id }) => id).toReversed());
  assert.deepEqual(checkInvariants(owner.trader.state, { allLoaded: true }), []);
});

test('a loss spares orders that hold none of its money: what waits without any, and another wallet', () => {
  const owner = withFree(1_000_00n, 1);
  const { trader, by } = owner;
  trader.quote(BHUMI, { bids: [[100n, 100n]] });
  orderOf(trader.sell(BHUMI, { by, size: 100n }));
  const conditions = { gtt: true, priceTrigger: price(90n) } as const;
  const waiting = orderOf(trader.buy(BHUMI, { by, at: 91n, size: 10n, validity: 'gtd', conditions }));
  const coin = orderOf(trader.buy(BTC_INR, { by, at: 7_000_000n, size: 130_000n }));
  assert.ok('held' in coin.state && coin.state.held > 0n);
  assert.deepEqual(endedForIt(restsAfterLoss(owner)), [owner.others[0]?.id]);
  const { orders } = trader.state.accountSide.accounts.get(by) ?? {};
  assert.deepEqual([orders?.has(waiting.id), orders?.has(coin.id)], [true, true]);
});

test('proceeds whose time has come pay for a loss before an order ends for it', () => {
  const lost = (isTime: boolean): readonly number[] => {
    const { trader, by } = withFree(0n, 1);
    trader.quote(BHUMI, { bids: [[100n, 5_000n]] });
    orderOf(trader.sell(BHUMI, { by, size: 5_000n }));
    const units = trader.balance({ by, ...CASH });
    const sub = trader.openSub(10, { parentId: by, purpose: 'robot' });
    trader.transfer({ accountId: by, subAccountId: sub, wallet: 'stock', assetId: INR, units });
    orderOf(trader.sell(ARUNA, { by, at: 35_000n, size: 10n, product: 'intraday' }));
    if (isTime) trader.atMs = sessionOfDay(0).proceedsUsableAtMs ?? trader.atMs;
    const where = { instrumentId: ARUNA.id, environment: 'demo', side: 'buy' } as const;
    const taken = { ...where, priceLimit: price(35_000n), quantity: quantity(10n) };
    return endedForIt(trader.apply({ type: 'marketMaker.take', ...taken }));
  };
  assert.deepEqual([lost(false).length, lost(true).length], [1, 0]);
});

/** A customer whose money is all in an application for so many shares at 90 paise. */
function withApplication(shares: bigint) {
  const owner = withFree(shares * 90n, 0);
  const { trader, by } = owner;
  const issueId = systemClientId('corporate-issue-1');
  const whose = { accountId: by, contentHash: 'rights' } as const;
  const offered = { sharesHeld: quantity(1n), sharesOffered: quantity(1n) };
  const prices = { priceIssue: price(90n), priceCum: price(100n) };
  const terms = {
    kind: 'rights',
    ...offered,
    ...prices,
    closesAtMs: instantMs(trader.atMs + DAY_MS),
  } as const;
  trader.apply({ type: 'corporate.act', ...whose, clientId: issueId, instrumentId: BHUMI.id, terms });
  const clientId = systemClientId('apply-issue-1');
  trader.apply({ type: 'rights.apply', ...whose, clientId, issueId, quantity: quantity(shares) });
  known(trader.balance({ by, ...CASH }) === 0n, 'Condition: all money is in the application');
  const row = () => trader.state.accountSide.accounts.get(by)?.holdings.entitlements.get(issueId)?.row;
  return { owner, row, applied: () => row()?.quantityApplied };
}

test('a loss takes what an application for new shares holds, as few shares as it takes, before the house ledger pays', () => {
  const { owner, row, applied } = withApplication(1_000n);
  const at = PAID - MARGIN_EACH - 5n;
  assert.equal(row()?.quantityTaken, undefined);
  const before = owner.trader.house('demo', 'intraday', INR);
  closedAt(owner, at);
  const lacking = 5n * SIZE + due(at);
  const kept = (1_000n * (90_000n - lacking)) / 90_000n;
  assert.ok(kept > 0n);
  assert.equal(applied(), kept);
  assert.equal(row()?.quantityTaken, 1_000n - kept);
  const { trader, by } = owner;
  assert.equal(trader.balance({ by, ...CASH, bucket: 'held' }), kept * 90n);
  assert.equal(
    trader.balance({ by, ...CASH }),
    (1_000n - kept) * 90n - lacking,
    'the rest of a share is free',
  );
  assert.equal(
    trader.house('demo', 'intraday', INR) - before,
    PAID * SIZE,
    'the house ledger has all it lent',
  );
});

test('an application that does not suffice for a loss is given up whole', () => {
  const { owner, applied } = withApplication(1_000n);
  closedAt(owner, PAID - MARGIN_EACH - 100n);
  assert.equal(applied(), 0n);
  assert.equal(owner.trader.balance({ by: owner.by, ...CASH, bucket: 'held' }), 0n);
});

test('the auditor of house losses says so where the house ledger pays what an application holds (invariant 19)', () => {
  const said = (rulesVersion?: number): string[] => {
    const { owner } = withApplication(1_000n);
    const { trader, by } = owner;
    const { holdings } = trader.state.accountSide.accounts.get(by) ?? {};
    const open = holdings?.intraday.get(ARUNA.id)?.row;
    known(holdings !== undefined && open !== undefined, 'Condition: a position is open');
    const losses = createHouseLosses();
    losses.open.set(`${by} ${ARUNA.id}`, open);
    const applied = closedAt(owner, PAID - MARGIN_EACH - 100n, rulesVersion);
    const posted = createPosted(createTables());
    posted.instruments.set(ARUNA.id, ARUNA);
    for (const [key, { row }] of holdings.holds) posted.holds.set(key, row);
    const totals = createTotals();
    for (const order of applied.changes.orders) totals.orders.set(order.id, order);
    const step = { command: { type: 'sweep.step' }, applied, sequence: 1, atMs: trader.atMs } as const;
    return checkHouseLosses(losses, { posted, totals }, step);
  };
  assert.deepEqual(said(), []);
  assert.match(said(RULE_CHANGES.indexOf('applicationsCoverLoss')).join(), /^19: .* of new shares$/);
});
