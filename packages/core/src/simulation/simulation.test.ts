import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulate } from '#simulation/index.ts';

const SEEDS = 200;

test('200 seeds of customers, market, staff and clock break no invariant and replay to the same state', () => {
  const refusals = new Set<string>();
  let fills = 0;
  let auctionFills = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const result = simulate({ seed, commands: 150 });
    fills += result.fills;
    auctionFills += result.auctionFills;
    for (const code of Object.keys(result.refusals)) refusals.add(code);
  }
  assert.ok(fills > 15 * SEEDS, `the simulation trades: ${fills} fills`);
  assert.ok(auctionFills > SEEDS / 10, `its auctions trade: ${auctionFills} fills`);
  for (const code of [
    'SESSION_CLOSED',
    'TYPE_NOT_ALLOWED',
    'INSUFFICIENT_FUNDS',
    'HOLDINGS_UNSETTLED',
    'WOULD_TAKE',
    'NO_LIQUIDITY',
    'CLIENT_ID_REUSED',
    'PRICE_BAND',
  ]) {
    assert.ok(refusals.has(code), `the simulation meets ${code}`);
  }
});

test('the same seed gives the same state', () => {
  assert.deepEqual(simulate({ seed: 7, commands: 300 }), simulate({ seed: 7, commands: 300 }));
});
