import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settlementOf, settlementWords } from './settlement.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** 22-11-2026 10:30 in India. */
const NOW_MS = Date.UTC(2026, 10, 22, 5);
const SELLABLE_MS = NOW_MS + 22 * HOUR_MS;
const CLOSED_MS = NOW_MS + 5 * HOUR_MS;
const today = {
  sellableFromMs: SELLABLE_MS,
  intraday: { marginRate: '0.2', warningAtMs: CLOSED_MS - HOUR_MS, squareOffAtMs: CLOSED_MS },
};
const known = { nowMs: NOW_MS, today, lots: [] };
const filled = {
  id: '1',
  kind: 'stock',
  side: 'buy',
  product: 'CNC',
  state: 'completed',
  quantityFilled: '5',
  placedAtMs: NOW_MS,
  endedAtMs: NOW_MS,
} as const;
const waiting = { ...filled, state: 'new', quantityFilled: '0', endedAtMs: undefined } as const;

test('what is traded within the day is never said to settle: the hour that closes it is said', () => {
  for (const side of ['buy', 'sell'] as const) {
    assert.deepEqual(settlementOf({ ...filled, side, product: 'MIS' }, known), {
      kind: 'squaredOff',
      state: 'ahead',
      atMs: CLOSED_MS,
    });
  }
});

test('a purchase settles with its lot, and had settled once the lot is sold', () => {
  const lot = { orderId: '1', boughtAtMs: NOW_MS, sellableFromMs: SELLABLE_MS - DAY_MS, settled: false };
  assert.deepEqual(settlementOf(filled, { ...known, lots: [lot] }), {
    kind: 'sellable',
    state: 'done',
    atMs: lot.sellableFromMs,
  });
  assert.equal(settlementOf(filled, known)?.atMs, SELLABLE_MS);
  const before = { ...filled, placedAtMs: NOW_MS - 3 * DAY_MS, endedAtMs: NOW_MS - 3 * DAY_MS };
  assert.deepEqual(settlementOf(before, known), { kind: 'sellable', state: 'done' });
  assert.deepEqual(settlementOf(before, { nowMs: NOW_MS }), { kind: 'sellable', state: 'ahead' });
});

test('a purchase of a day that an earlier order opened waits with the day’s lot, also on the day after', () => {
  const second = { ...filled, id: '2', placedAtMs: NOW_MS - DAY_MS, endedAtMs: NOW_MS - DAY_MS };
  const lot = { boughtAtMs: NOW_MS - DAY_MS - HOUR_MS, sellableFromMs: SELLABLE_MS, settled: false };
  const ahead = { kind: 'sellable', state: 'ahead', atMs: SELLABLE_MS };
  assert.deepEqual(settlementOf(second, { ...known, lots: [{ ...lot, orderId: '1' }] }), ahead);
  const others = [lot, { ...lot, orderId: '3', boughtAtMs: NOW_MS }];
  assert.deepEqual(settlementOf(second, { ...known, lots: others }), { kind: 'sellable', state: 'done' });
});

test('the proceeds of a sale are to come on its own day only', () => {
  const sale = { ...filled, side: 'sell' } as const;
  assert.deepEqual(settlementOf(sale, known), { kind: 'proceeds', state: 'ahead', atMs: SELLABLE_MS });
  assert.equal(settlementOf({ ...sale, endedAtMs: NOW_MS - DAY_MS }, known), undefined);
});

test('an order that waits may fill on another day, so it has no day of settlement yet', () => {
  assert.deepEqual(settlementOf(waiting, known), { kind: 'sellable', state: 'ahead' });
  assert.equal(settlementOf({ ...waiting, state: 'cancelled' }, known), undefined);
});

test('coins settle at once', () => {
  assert.deepEqual(settlementOf({ ...filled, kind: 'spot' }, known), {
    kind: 'atOnce',
    state: 'done',
  });
});

test('what has yet to settle is told as coming, and what has settled as done', () => {
  for (const [kind, done, ahead] of [
    ['sellable', 'lifeSellable', 'lifeSellableAhead'],
    ['proceeds', 'lifeProceeds', 'lifeProceedsAhead'],
  ] as const) {
    assert.equal(settlementWords({ kind, state: 'done' }), done);
    assert.equal(settlementWords({ kind, state: 'ahead' }), ahead);
  }
});
