import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderOf, Trader } from '#simulation/trader.ts';
import { ARUNA, INR } from '#simulation/world.ts';
import { openSweepsOf } from '#state.ts';

const MANY = 130_000;

test('the session of a book with 130,000 day orders ends, in steps that are bounded (row 1)', () => {
  const trader = new Trader();
  // Each account may have so many open orders and no more.
  const each = 100;
  const accounts = Array.from({ length: MANY / each }, (_, nth) => trader.open(nth + 1));
  for (const by of accounts)
    for (let nth = 0; nth < each; nth += 1) orderOf(trader.buy(ARUNA, { by, at: 50_000n, size: 1n }));
  let longest = 0;
  let steps = 0;
  const heard = (changed: number): void => {
    longest = Math.max(longest, changed);
    steps += 1;
  };
  heard(trader.apply({ type: 'session.end', venue: 'NSE_SIM' }).changes.orders.length);
  while (openSweepsOf(trader.state).length > 0)
    heard(trader.apply({ type: 'sweep.step' }).changes.orders.length);
  assert.ok(longest <= 256, `${longest} orders at once`);
  assert.ok(steps > MANY / 256);
  for (const by of accounts)
    assert.equal(trader.balance({ by, wallet: 'stock', asset: INR, bucket: 'held' }), 0n);
});
