import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSweepsOf } from '#engine.ts';
import { checkInvariants } from '#invariants/check.ts';
import type { Applied } from '#model/outcome.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA } from '#simulation/world.ts';
import { price, quantity } from '#values/index.ts';

/*
 * Stops that are triggered while a band has changed and its sweep has not reached all who stand outside it.
 */

const BAND = { priceLow: price(51_000n), priceHigh: price(54_000n) };
const OUTSIDE = 50_200n;
const OFFERS = 6;

/** A book with offers that a new band will leave outside, and stops that would buy from them. */
function waiting({ trigger, stepMax }: { readonly trigger: bigint; readonly stepMax: number }): Trader {
  const trader = new Trader();
  const [seller, buyer] = [trader.open(1), trader.open(2)];
  print(trader, 49_900n);
  for (let nth = 0; nth < OFFERS; nth += 1) trader.sell(ARUNA, { by: seller, at: OUTSIDE, size: 1n });
  const conditions = { priceTrigger: price(trigger) };
  for (let nth = 0; nth < 3; nth += 1)
    orderOf(trader.buy(ARUNA, { by: buyer, orderType: 'stopLimit', at: 52_000n, size: 1n, conditions }));
  trader.apply({ type: 'rules.set', stepMax });
  return trader;
}

/** The market maker trades with itself. */
function print(trader: Trader, at: bigint): Applied {
  trader.quote(ARUNA, { asks: [[at, 1n]] });
  return trader.apply({
    type: 'marketMaker.take',
    instrumentId: ARUNA.id,
    environment: 'demo',
    side: 'buy',
    priceLimit: price(at),
    quantity: quantity(1n),
  });
}

/** The prices at which somebody trades once the band has risen. */
function pricesAfterBand(trader: Trader): bigint[] {
  const prices: bigint[] = [];
  const note = ({ changes }: Applied): void => {
    prices.push(...changes.fills.map((fill) => fill.price));
    assert.deepEqual(checkInvariants(trader.state, { allLoaded: true }), []);
  };
  note(trader.apply({ type: 'instrument.set', instrument: { ...ARUNA, band: BAND } }));
  while (openSweepsOf(trader.state).length > 0) note(trader.apply({ type: 'sweep.step' }));
  return prices;
}

function stopsIn(trader: Trader): string[] {
  const orders = trader.state.accountSide.accounts.values().flatMap(({ orders: own }) => own.values());
  return [...orders].filter(({ row }) => row.type === 'stopLimit').map(({ row }) => row.state.name);
}

test('a stop that prints have triggered meets nobody outside the band that has come meanwhile', () => {
  const trader = waiting({ trigger: 50_100n, stepMax: 4 });
  const { changes } = print(trader, 50_100n);
  assert.equal(changes.fills.length, 1, 'the first stop buys while the band still allows it');
  assert.deepEqual(
    openSweepsOf(trader.state).map(({ name }) => name),
    ['triggers'],
  );
  assert.deepEqual(pricesAfterBand(trader), []);
  assert.deepEqual(stopsIn(trader), ['open', 'open'], 'they rest at their own limit');
});

test('a stop that an order in steps triggers waits until the new band has ended whoever is outside it', () => {
  const trader = waiting({ trigger: 50_000n, stepMax: 8 });
  const [buyer, taker] = [trader.open(3), trader.open(4)];
  for (let nth = 0; nth < 3; nth += 1) trader.buy(ARUNA, { by: buyer, at: 50_000n, size: 1n });
  trader.sell(ARUNA, { by: taker, at: 49_950n, size: 3n });
  assert.deepEqual(
    openSweepsOf(trader.state).map(({ name }) => name),
    ['taking'],
  );
  assert.deepEqual(pricesAfterBand(trader), [50_000n], 'the order in steps ends as if in one command');
  assert.deepEqual(stopsIn(trader), ['open', 'open', 'open']);
});
