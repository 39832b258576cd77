import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MINUTE_MS } from '@tarazu/core/values';
import { chartEndMs } from '#domains/market/chart-end.ts';

const NOON = Date.UTC(2026, 10, 27, 12);

test('ends of charts between which no candle opens are one', () => {
  for (const [interval, minutes] of [
    ['1m', 1],
    ['5m', 5],
    ['15m', 15],
    ['30m', 15],
    ['1h', 15],
    ['1d', 15],
    ['1w', 15],
    ['1M', 15],
  ] as const) {
    assert.equal(chartEndMs(interval, NOON), NOON, 'where a candle opens it stays');
    const next = NOON + minutes * MINUTE_MS;
    for (const beforeMs of [NOON + 1, NOON + MINUTE_MS / 2, next - 1, next])
      assert.equal(chartEndMs(interval, beforeMs), next, `${interval} ${beforeMs}`);
  }
});
