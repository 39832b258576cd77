import assert from 'node:assert/strict';
import { test } from 'node:test';
import { quantity } from '@tarazu/core/values';
import type { AlertCondition } from '@tarazu/protocol';
import { isReached } from '#domains/alerts/condition.ts';

const LISTING = {
  instrumentId: 'NSE_SIM:ARUNA',
  kind: 'stock',
  symbol: 'ARUNA',
  name: 'Aruna',
  baseAsset: 'EQ:ARUNA',
  quoteAsset: 'INR',
  priceScale: 2,
  baseScale: 0,
  quoteScale: 2,
  averageDailyVolume: quantity(1n),
} as const;

test('a level counts as reached at it and past it, on its own side only', () => {
  const cases: readonly [AlertCondition, bigint, string, string, boolean][] = [
    ['above', 100_00n, '99.99', '0.00', false],
    ['above', 100_00n, '100.00', '0.00', true],
    ['above', 100_00n, '100.01', '0.00', true],
    ['below', 100_00n, '100.01', '0.00', false],
    ['below', 100_00n, '100.00', '0.00', true],
    ['below', 100_00n, '99.99', '0.00', true],
    ['rise', 2_50n, '1.00', '2.49', false],
    ['rise', 2_50n, '1.00', '2.50', true],
    ['rise', 2_50n, '1.00', '-2.50', false],
    ['fall', 2_50n, '1.00', '-2.49', false],
    ['fall', 2_50n, '1.00', '-2.50', true],
    ['fall', 2_50n, '1.00', '2.50', false],
  ];
  for (const [condition, level, price, changePercent, expected] of cases)
    assert.equal(
      isReached({ condition, level }, { price, changePercent }, LISTING),
      expected,
      `${condition} ${level} at ${price}, ${changePercent} %`,
    );
});
