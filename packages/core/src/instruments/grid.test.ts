import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkInvariants } from '#invariants/check.ts';
import { reload } from '#simulation/reload.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA } from '#simulation/world.ts';
import { price, quantity } from '#values/index.ts';

function bookOf({ state }: Trader) {
  const at = state.instrumentSide.books.get(ARUNA.id)?.demo;
  assert.ok(at);
  return at;
}

function withTick(trader: Trader, tickSize: bigint, lotSize = 1n): void {
  const instrument = { ...ARUNA, tickSize: price(tickSize), lotSize: quantity(lotSize) };
  trader.apply({ type: 'instrument.set', instrument });
}

test('a greater tick counts nothing anew where customers rest, and trades the same', () => {
  const fillsOf = (isReloaded: boolean): unknown[] => {
    const trader = new Trader();
    const [one, two] = [trader.open(1), trader.open(2)];
    for (const at of [50_000n, 50_005n, 50_015n]) orderOf(trader.sell(ARUNA, { by: one, at, size: 3n }));
    const { book } = bookOf(trader);
    withTick(trader, 50n);
    assert.equal(bookOf(trader).book, book, 'the book is the one that was');
    if (isReloaded) trader.state = reload(trader.state);
    trader.quote(ARUNA, { asks: [[50_050n, 10n]] });
    const { changes } = trader.buy(ARUNA, { by: two, at: 50_050n, size: 15n });
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
    return changes.fills.map(({ price: at, quantity: size }) => [at, size]);
  };
  assert.deepEqual(fillsOf(false), [
    [50_000n, 3n],
    [50_005n, 3n],
    [50_015n, 3n],
    [50_050n, 6n],
  ]);
  assert.deepEqual(fillsOf(true), fillsOf(false));
});

test('a smaller tick and lot move nobody’s price, place or quantity', () => {
  const trader = new Trader();
  withTick(trader, 50n, 10n);
  const [one, two] = [trader.open(1), trader.open(2)];
  for (const by of [two, one]) orderOf(trader.sell(ARUNA, { by, at: 50_050n, size: 10n }));
  trader.quote(ARUNA, { bids: [[49_950n, 20n]], asks: [[50_100n, 20n]] });
  const before = [...bookOf(trader).book.entries('sell')].map(({ id }) => id);
  withTick(trader, 5n);
  const at = bookOf(trader);
  assert.deepEqual([at.priceStep, at.quantityStep], [5n, 1n]);
  assert.deepEqual(
    [...at.book.entries('sell')].map(({ id }) => id),
    before,
  );
  assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  const { changes } = trader.buy(ARUNA, { by: trader.open(3), at: 50_100n, size: 23n });
  assert.deepEqual(
    changes.fills.map(({ price: level, quantity: size }) => [level, size]),
    [
      [50_050n, 10n],
      [50_050n, 10n],
      [50_100n, 3n],
    ],
  );
});

test('of quotes alone a greater tick makes the grid coarser', () => {
  const trader = new Trader();
  trader.quote(ARUNA, { bids: [[49_950n, 20n]], asks: [[50_100n, 20n]] });
  withTick(trader, 50n);
  assert.equal(bookOf(trader).priceStep, 50n);
  assert.equal(bookOf(trader).book.best('sell'), 1_002);
});
