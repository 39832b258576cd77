import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instrumentId, price } from '@tarazu/core/values';
import { DynamicBand, type SeenTrade } from '#market/venue/dynamic-band.ts';
import { breakerFor } from '#market/venue/halts.ts';

const ID = instrumentId('NSE_SIM:ARUNA');
const RANGE = { previousClose: price(10_000n), rateBps: 1_000 };
const MINUTE_MS = 60_000;

function pressed(trades: number, people: number, at = 10_950n): DynamicBand {
  const flex = new DynamicBand();
  for (let nth = 0; nth < trades; nth += 1) {
    const [buyer, seller] = [`buyer ${nth % people}`, `seller ${nth % people}`];
    const trade: SeenTrade = { instrumentId: ID, price: price(at), buyer, seller, atMs: 1_000 };
    flex.note(trade, RANGE);
  }
  return flex;
}

test('a range widens by 5 % after 25 trades by 5 people a side near its edge, and a quarter of an hour', () => {
  const flex = pressed(25, 5);
  assert.equal(flex.advance(1_000 + 15 * MINUTE_MS - 1), false);
  assert.equal(flex.advance(1_000 + 15 * MINUTE_MS), true);
  assert.deepEqual(flex.widened(ID), { upBps: 500, downBps: 0 });
  const kept = new DynamicBand();
  kept.restore(flex.all());
  assert.deepEqual(kept.widened(ID), { upBps: 500, downBps: 0 });
  const down = pressed(25, 5, 9_080n);
  down.advance(16 * MINUTE_MS);
  assert.deepEqual(down.widened(ID), { upBps: 0, downBps: 500 });
});

test('too few trades, too few people or trades further away widen nothing', () => {
  for (const flex of [pressed(24, 5), pressed(60, 4), pressed(60, 9, 10_899n)]) {
    assert.equal(flex.advance(60 * MINUTE_MS), false);
  }
});

const at = (hour: number, minute = 0): number => hour * 60 + minute;
const breakers = [
  [999n, at(10), undefined],
  [1_000n, at(10), { percent: 10, minutes: 60 }],
  [-1_000n, at(13), { percent: 10, minutes: 30 }],
  [1_000n, at(14, 30), { percent: 10, minutes: 0 }],
  [-1_600n, at(12, 59), { percent: 15, minutes: 120 }],
  [1_500n, at(13), { percent: 15, minutes: 60 }],
  [1_500n, at(14), { percent: 15, minutes: 'restOfDay' }],
  [-2_000n, at(9, 30), { percent: 20, minutes: 'restOfDay' }],
] as const;

for (const [change, minute, expected] of breakers) {
  test(`the index ${change} of 10000 at minute ${minute}`, () => {
    assert.deepEqual(breakerFor({ change, previousClose: 10_000n, minute }, 0), expected);
  });
}

test('a level of the index stops the market once a day', () => {
  const move = { change: -1_200n, previousClose: 10_000n, minute: at(10) };
  assert.equal(breakerFor(move, 10), undefined);
  assert.deepEqual(breakerFor({ ...move, change: -1_600n }, 10), { percent: 15, minutes: 120 });
});
