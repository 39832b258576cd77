import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apply, openSweepsOf, stateRows } from '#engine.ts';
import { RULE_CHANGES } from '#rules-version.ts';
import { reload } from '#simulation/reload.ts';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, sessionOfDay } from '#simulation/world.ts';

const PRE_OPEN = {
  type: 'rules.set',
  session: { ...sessionOfDay(0), phases: { auction: 'preOpen', average: 'preOpen' } },
} as const;
const ORDERS = 12;

/** A book of both sides, two orders at each price. */
function withBook(stepMax: number): Trader {
  const trader = new Trader();
  const [one, two] = [trader.open(1), trader.open(2)];
  trader.apply({ type: 'rules.set', stepMax });
  for (let nth = 0n; nth < ORDERS / 4; nth += 1n) {
    for (const by of [two, one]) {
      orderOf(trader.buy(ARUNA, { by, at: 49_900n - nth * 5n, size: 1n }));
      orderOf(trader.sell(ARUNA, { by, at: 50_100n + nth * 5n, size: 1n }));
    }
  }
  return trader;
}

function collected({ state }: Trader): readonly [auction: number, book: number] {
  const at = state.instrumentSide.books.get(ARUNA.id)?.demo;
  return [at?.auction?.orders.size ?? 0, at?.resting.size ?? 0];
}

test('an auction begins in steps, and who comes meanwhile is collected when it is their turn', () => {
  const trader = withBook(4);
  trader.apply(PRE_OPEN);
  assert.deepEqual(collected(trader), [4, ORDERS - 4]);
  const late = trader.open(3);
  const order = orderOf(trader.buy(ARUNA, { by: late, at: 50_200n, size: 1n }));
  assert.deepEqual(order.state.name === 'new' && order.state.waitsFor, 'turn');
  for (let step = 0; step < 2; step += 1) trader.apply({ type: 'sweep.step' });
  assert.deepEqual(collected(trader), [ORDERS, 0]);
  while (openSweepsOf(trader.state).length > 0) trader.apply({ type: 'sweep.step' });
  assert.deepEqual(collected(trader), [ORDERS + 1, 0]);
});

test('cut at every step, a restart leads to the same state, and to the same book behind it', () => {
  const [whole, cut] = [withBook(1), withBook(1)];
  for (const trader of [whole, cut]) {
    trader.apply(PRE_OPEN);
    while (openSweepsOf(trader.state).length > 0) {
      const before = collected(trader);
      if (trader === cut) trader.state = reload(trader.state);
      assert.deepEqual(collected(trader), before);
      trader.apply({ type: 'sweep.step' });
    }
  }
  assert.deepEqual(stateRows(cut.state), stateRows(whole.state));
});

test('whose day ends before they are collected is never in the auction', () => {
  const trader = withBook(2);
  trader.apply(PRE_OPEN);
  trader.apply({ type: 'session.end', venue: 'NSE_SIM' });
  while (openSweepsOf(trader.state).length > 0) trader.apply({ type: 'sweep.step' });
  assert.deepEqual(collected(trader), [0, 0]);
});

test('a command of before moves all of them at once', () => {
  const trader = withBook(1);
  const rulesVersion = RULE_CHANGES.indexOf('auctionStartSteps');
  const sequence = trader.state.lastSequence + 1;
  apply(trader.state, { sequence, atMs: trader.atMs, command: PRE_OPEN, rulesVersion });
  assert.deepEqual([collected(trader), openSweepsOf(trader.state)], [[ORDERS, 0], []]);
});
