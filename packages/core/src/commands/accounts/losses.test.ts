import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, openSweepsOf } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { Command } from '#model/command.ts';
import { shownOrder } from '#model/order.ts';
import type { Applied } from '#model/outcome.ts';
import { RULE_CHANGES } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, BHUMI, INR } from '#simulation/world.ts';
import { type AccountId, price, quantity } from '#values/index.ts';

const CASH = { wallet: 'stock', asset: INR } as const;
const ALL_AT_ONCE = 100_000;

function houseOf(trader: Trader): bigint {
  return trader.state.accountSide.house.demo.get('intraday')?.get(INR)?.amount ?? 0n;
}

interface Result {
  /** Orders that ended for the loss, as they did. */
  readonly cancelled: readonly number[];
  /** Money that the house ledger lacks for what it paid. */
  readonly house: bigint;
  readonly free: bigint;
  readonly held: bigint;
}

/** A trader whose commands are decided by the rules of before. */
class ByRules extends Trader {
  readonly #rulesVersion: number | undefined;

  constructor(rulesVersion: number | undefined) {
    super();
    this.#rulesVersion = rulesVersion;
  }

  override apply(command: Command): Applied {
    const numbered = { sequence: this.state.lastSequence + 1, atMs: this.atMs, command };
    if (this.#rulesVersion === undefined) return super.apply(command);
    return apply(this.state, { ...numbered, rulesVersion: this.#rulesVersion });
  }
}

/** Follows a command and what it leaves for later steps. */
function followed(trader: Trader, by: AccountId, first: Applied, isCut: boolean): Result {
  const cancelled = new Set<number>();
  const note = ({ changes }: Applied): void => {
    for (const { id, state } of changes.orders.map(shownOrder))
      if (state.name === 'cancelled' && state.cause === 'lossCover') cancelled.add(id);
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  };
  note(first);
  while (openSweepsOf(trader.state).length > 0) {
    if (isCut) trader.state = reload(trader.state);
    note(trader.apply({ type: 'sweep.step' }));
  }
  for (let isLeft = true; isLeft; ) {
    if (isCut) trader.state = reload(trader.state);
    const released = trader.apply({ type: 'orders.expire', accountId: by });
    isLeft = released.journaled;
    note(released);
  }
  const free = trader.balance({ by, ...CASH });
  const held = trader.balance({ by, ...CASH, bucket: 'held' });
  return { cancelled: [...cancelled], house: houseOf(trader), free, held };
}

/** A customer within the day with orders for another share, whose square-off walks down ten levels. */
function squaredOff(of: { stepMax: number; drop: bigint; isCut: boolean }): Result {
  const trader = new Trader();
  const by = trader.open(1);
  trader.quote(ARUNA, { asks: [[50_000n, 100_000n]] });
  orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 9_900n, product: 'intraday' }));
  trader.quote(ARUNA, { bids: [], asks: [] });
  const band = { priceLow: price(25_000n), priceHigh: price(55_000n) };
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band } });
  trader.quote(BHUMI, { bids: [[100n, 5_000n]] });
  trader.sell(BHUMI, { by, size: 5_000n });
  for (let nth = 0; nth < 4; nth += 1) orderOf(trader.buy(BHUMI, { by, at: 95n, size: 1_000n }));
  trader.apply({ type: 'rules.set', stepMax: of.stepMax });
  const bids = Array.from({ length: 11 }, (_, nth): [bigint, bigint] => [
    50_000n - of.drop - BigInt(nth) * 5n,
    900n,
  ]);
  trader.quote(ARUNA, { bids });
  const close = { type: 'intraday.close', accountId: by, instrumentId: ARUNA.id } as const;
  return followed(trader, by, trader.apply(close), of.isCut);
}

/** A stop that closes what is open within the day and opens the other way, where the price has fallen far. */
function stoppedOut(of: { stepMax: number; isCut: boolean; rulesVersion?: number }): Result {
  const trader = new ByRules(of.rulesVersion);
  const by = trader.open(1);
  const band = { priceLow: price(25_000n), priceHigh: price(55_000n) };
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band } });
  const printed = (at: bigint, bids: readonly [bigint, bigint][]): Applied => {
    trader.quote(ARUNA, { asks: [[at, 1n]], bids });
    const where = { instrumentId: ARUNA.id, environment: 'demo', side: 'buy' } as const;
    return trader.apply({
      type: 'marketMaker.take',
      ...where,
      priceLimit: price(at),
      quantity: quantity(1n),
    });
  };
  printed(50_000n, []);
  const conditions = { priceTrigger: price(49_000n) };
  const stop = { by, size: 5_000n, product: 'intraday', orderType: 'stopMarket', conditions } as const;
  orderOf(trader.sell(ARUNA, stop));
  trader.quote(ARUNA, { asks: [[50_000n, 4_000n]] });
  orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 4_000n, product: 'intraday' }));
  trader.apply({ type: 'rules.set', stepMax: of.stepMax });
  const bids = Array.from({ length: 10 }, (_, nth): [bigint, bigint] => [35_000n - BigInt(nth) * 5n, 500n]);
  return followed(trader, by, printed(49_000n, bids), of.isCut);
}

test('a loss that is made in steps takes what it would take in one command, and no more of the house ledger', () => {
  const ended = [10_010n, 10_065n, 10_075n, 10_085n, 12_000n].map((drop) => {
    const whole = squaredOff({ stepMax: ALL_AT_ONCE, drop, isCut: false });
    for (const isCut of [false, true]) assert.deepEqual(squaredOff({ stepMax: 1, drop, isCut }), whole);
    return whole.cancelled.length;
  });
  assert.deepEqual(ended, [0, 1, 2, 3, 4]);
});

test('an order that takes in steps leaves nothing to its customer that its own loss has cost the house ledger', () => {
  const whole = stoppedOut({ stepMax: ALL_AT_ONCE, isCut: false });
  assert.equal(whole.house, 34_957_500n, 'the value of what is open, and nothing of it lost');
  for (const isCut of [false, true]) assert.deepEqual(stoppedOut({ stepMax: 1, isCut }), whole);
});

test('before, an order that took in steps left its customer what its loss had cost the house ledger', () => {
  const rulesVersion = RULE_CHANGES.indexOf('ownHoldCoversLoss');
  const before = stoppedOut({ stepMax: 1, isCut: false, rulesVersion });
  assert.deepEqual([before.house, before.free], [25_798_834n, 42_028_723n]);
});

test('an order that a band change has still to end ends by that, also where a loss takes its money', () => {
  const trader = new Trader();
  const [by, other] = [trader.open(1), trader.open(2)];
  const band = { priceLow: price(25_000n), priceHigh: price(55_000n) };
  trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band } });
  trader.quote(ARUNA, { asks: [[50_000n, 100_000n]] });
  orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 9_000n, product: 'intraday' }));
  orderOf(trader.buy(BHUMI, { by: other, at: 96n, size: 10n }));
  const outside = orderOf(trader.buy(BHUMI, { by, at: 95n, size: 10n }));
  trader.apply({ type: 'rules.set', stepMax: 1 });
  trader.quote(ARUNA, { bids: [[30_000n, 9_000n]] });
  const low = { priceLow: price(80n), priceHigh: price(90n) };
  trader.apply({ type: 'instrument.set', instrument: { ...BHUMI, band: low } });
  assert.deepEqual(
    openSweepsOf(trader.state).map(({ name }) => name),
    ['bandChange'],
  );
  const closed = trader.apply({ type: 'intraday.close', accountId: by, instrumentId: ARUNA.id });
  const ended = closed.changes.orders.find(({ id }) => id === outside.id)?.state;
  assert.equal(ended?.name === 'cancelled' && ended.cause, 'bandChange');
});

test('an order that its customer has cancelled ends by that, also where a loss takes its money first; before, not', () => {
  const causeOf = (rulesVersion?: number) => {
    const trader = new ByRules(rulesVersion);
    const by = trader.open(1);
    const band = { priceLow: price(25_000n), priceHigh: price(55_000n) };
    trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band } });
    trader.quote(ARUNA, { asks: [[50_000n, 100_000n]] });
    orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 9_000n, product: 'intraday' }));
    for (let nth = 0; nth < 2; nth += 1) orderOf(trader.buy(BHUMI, { by, at: 95n, size: 10n }));
    trader.apply({ type: 'rules.set', stepMax: 1 });
    trader.apply({ type: 'order.cancelAll', accountId: by });
    trader.state = reload(trader.state);
    trader.quote(ARUNA, { bids: [[30_000n, 9_000n]] });
    const [left, ...others] = trader.state.accountSide.accounts.get(by)?.orders.values() ?? [];
    assert.ok(left && others.length === 0, 'one has ended and is not released yet');
    const closed = trader.apply({ type: 'intraday.close', accountId: by, instrumentId: ARUNA.id });
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
    const ended = closed.changes.orders.find(({ id }) => id === left.row.id)?.state;
    return ended?.name === 'cancelled' && ended.cause;
  };
  assert.equal(causeOf(), 'customer');
  assert.equal(causeOf(RULE_CHANGES.indexOf('toldEndBeforeLoss')), 'lossCover');
});

test('of the other orders the newest end first, and no more of them than the loss needs', () => {
  const all = squaredOff({ stepMax: ALL_AT_ONCE, drop: 12_000n, isCut: false }).cancelled;
  assert.equal(all.length, 4);
  assert.deepEqual(
    all,
    all.toSorted((one, next) => next - one),
  );
  const { cancelled } = squaredOff({ stepMax: ALL_AT_ONCE, drop: 10_065n, isCut: false });
  assert.deepEqual(cancelled, all.slice(0, 1));
});
