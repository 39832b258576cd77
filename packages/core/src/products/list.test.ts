import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACCOUNT_SWEEP_KINDS } from '#account-sweeps/kinds.ts';
import { sweptBook } from '#instruments/sweeping.ts';
import { checkInvariants } from '#invariants/check.ts';
import { ACCOUNT_ROW_NAMES } from '#model/rows/kinds.ts';
import { PRODUCTS } from '#products/list.ts';
import { Trader } from '#simulation/trader.ts';
import { BTC_USDT, START } from '#simulation/world.ts';
import { SWEEP_KINDS } from '#sweeps/kinds.ts';

/** Rows of an account whatever it trades. */
const OF_ALL: readonly string[] = ['orders', 'holds', 'ownLimits'];

const named = (names: readonly (readonly string[])[]): string[] => [...new Set(names.flat())].sort();

test('every kind of row that an account has is its own or that of a product', () => {
  assert.deepEqual(named([OF_ALL, ...PRODUCTS.map(({ rows }) => rows)]), [...ACCOUNT_ROW_NAMES].sort());
});

test('every sweep is one that a product has, and a product names no other', () => {
  const sweeps = PRODUCTS.map((product) => product.sweeps);
  assert.deepEqual(named(sweeps.map(({ accounts }) => accounts)), Object.keys(ACCOUNT_SWEEP_KINDS).sort());
  assert.deepEqual(named(sweeps.map(({ books }) => books)), Object.keys(SWEEP_KINDS).sort());
});

test('a row, and a sweep, that no product of an instrument has is found by the invariants', () => {
  const trader = new Trader();
  const by = trader.open(1);
  const { accountSide, instrumentSide } = trader.state;
  const holdings = accountSide.accounts.get(by)?.holdings;
  assert.ok(holdings);
  const violations = (): string[] => checkInvariants(trader.state, { allLoaded: true });
  assert.deepEqual(violations(), []);

  const [lots] = [...holdings.lots.values()];
  const lot = lots?.[0];
  assert.ok(lot);
  const { row } = lot;
  lot.row = { ...row, instrumentId: BTC_USDT.id };
  assert.deepEqual(violations(), [`4: ${by} has lots of ${BTC_USDT.id}, a spot`]);
  lot.row = row;

  const { sweeps } = sweptBook(instrumentSide, { instrumentId: BTC_USDT.id, environment: 'demo' });
  sweeps.push({
    sequence: 1,
    index: 0,
    name: 'uncrossing',
    instrumentId: BTC_USDT.id,
    environment: 'demo',
    openedAtMs: START,
    place: '{}',
    doneCount: 0,
  });
  assert.deepEqual(violations(), [`17: ${BTC_USDT.id} is in a sweep uncrossing, which no product of it has`]);
});

test('the simulator draws each order type that a product takes, and each of its conditional orders', () => {
  for (const { name, offer, traffic } of PRODUCTS) {
    const drawn = named([['market', 'limit'], traffic.stops]);
    assert.deepEqual(drawn, Object.keys(offer.orderTypes).sort(), name);
    const shapes = named(traffic.conditionals);
    assert.equal(shapes.includes('bracket'), offer.takes.bracket, name);
    if (offer.asked === undefined)
      assert.equal(shapes.includes('afterMarket'), offer.takes.afterMarket, name);
  }
});
