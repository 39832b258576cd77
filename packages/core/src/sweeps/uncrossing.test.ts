import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSweepsOf, stateRows } from '#engine.ts';
import type { Fill } from '#model/order.ts';
import { reload } from '#simulation/reload.ts';
import { codeOf, orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, INR, sessionOfDay } from '#simulation/world.ts';
import type { AccountId } from '#values/index.ts';

const PRE_OPEN = { auction: 'preOpen', average: 'preOpen' } as const;
const MATCH = { auction: 'preOpenMatch', average: 'preOpenMatch' } as const;

/**
 * Six buyers and six sellers at crossing prices, of whom
 * one is an iceberg and one a market order, in an auction.
 */
function collected(stepMax: number): { trader: Trader; buyer: AccountId; seller: AccountId } {
  const trader = new Trader();
  const [buyer, seller] = [trader.open(1), trader.open(2)];
  trader.apply({ type: 'rules.set', stepMax });
  trader.apply({ type: 'rules.set', session: { ...sessionOfDay(0), phases: PRE_OPEN } });
  for (let nth = 0n; nth < 6n; nth += 1n) {
    orderOf(trader.buy(ARUNA, { by: buyer, at: 50_100n - nth * 20n, size: 7n + nth }));
    orderOf(trader.sell(ARUNA, { by: seller, at: 49_900n + nth * 30n, size: 9n }));
  }
  orderOf(trader.buy(ARUNA, { by: buyer, size: 5n }));
  trader.quote(ARUNA, { bids: [[50_000n, 3n]], asks: [[50_050n, 4n]] });
  return { trader, buyer, seller };
}

/** Ends the auction; between two steps something may happen. */
function uncross(trader: Trader, between: () => void = () => undefined): Fill[] {
  const session = { ...sessionOfDay(0), phases: MATCH };
  const fills = [...trader.apply({ type: 'rules.set', session }).changes.fills];
  while (openSweepsOf(trader.state).length > 0) {
    between();
    fills.push(...trader.apply({ type: 'sweep.step' }).changes.fills);
  }
  return fills;
}

const said = (fills: readonly Fill[]): string[] =>
  fills.map(({ price, quantity, taker, maker }) =>
    [price, quantity, taker.house || taker.orderId, maker.house || maker.orderId].join(),
  );

test('an auction fills in steps what it fills at once, at the price that was fixed first', () => {
  const [whole, stepped] = [collected(10_000), collected(1)];
  const fills = uncross(whole.trader);
  assert.ok(fills.length > 5);
  let steps = 0;
  const inSteps = uncross(stepped.trader, () => {
    steps += 1;
  });
  assert.deepEqual(said(inSteps), said(fills));
  assert.ok(steps > fills.length, 'each fill in a step of its own');
  for (const by of [whole.buyer, whole.seller])
    for (const bucket of ['available', 'held', 'unsettled'] as const) {
      const of = { by, wallet: 'stock', asset: INR, bucket } as const;
      assert.equal(stepped.trader.balance(of), whole.trader.balance(of));
    }
});

test('cut at every step, an auction ends as it would have', () => {
  const [whole, cut] = [collected(1), collected(1)];
  const fills = uncross(whole.trader);
  const afterCuts = uncross(cut.trader, () => {
    cut.trader.state = reload(cut.trader.state);
  });
  assert.deepEqual(said(afterCuts), said(fills));
  assert.deepEqual(stateRows(cut.trader.state), stateRows(whole.trader.state));
});

test('when the price is fixed nobody leaves, and who comes waits his turn', () => {
  const { trader, buyer } = collected(1);
  trader.apply({
    type: 'rules.set',
    session: { ...sessionOfDay(0), phases: { auction: 'continuous', average: 'continuous' } },
  });
  const [first] = trader.state.accountSide.accounts.get(buyer)?.orders.keys() ?? [];
  assert.ok(first !== undefined);
  assert.equal(
    codeOf(trader.apply({ type: 'order.cancel', accountId: buyer, orderId: first })),
    'AUCTION_LOCKED',
  );
  const came = orderOf(trader.buy(ARUNA, { by: trader.open(3), at: 50_200n, size: 1n }));
  assert.deepEqual([came.state.name, 'waitsFor' in came.state && came.state.waitsFor], ['new', 'turn']);
});
