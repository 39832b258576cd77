import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALWAYS, isSpan, spanInput } from './time-span.ts';

const now = new Date(2026, 10, 20, 15, 30);
const at = (month: number, day: number) => String(new Date(2026, month - 1, day).getTime());

test('a span begins at a midnight and ends with its last day', () => {
  assert.deepEqual(spanInput(ALWAYS, now), {});
  assert.deepEqual(spanInput({ ...ALWAYS, time: 'today' }, now), { fromMs: at(11, 20) });
  assert.deepEqual(spanInput({ ...ALWAYS, time: 'week' }, now), { fromMs: at(11, 14) });
  const days = { time: 'days', fromDay: '2026-10-30', toDay: '2026-11-02' } as const;
  assert.deepEqual(spanInput(days, now), { fromMs: at(10, 30), toMs: at(11, 3) });
  assert.deepEqual(spanInput({ ...days, fromDay: '' }, now), { toMs: at(11, 3) });
  assert.deepEqual(spanInput({ ...days, toDay: '' }, now), { fromMs: at(10, 30) });
});

test('days that stand the wrong way round, or are none, are no span', () => {
  assert.ok(isSpan('2026-10-30', '2026-10-30'));
  assert.ok(isSpan('', '2026-10-30'));
  assert.ok(!isSpan('2026-10-31', '2026-10-30'));
  assert.ok(!isSpan('', ''));
  assert.ok(!isSpan('soon', ''));
});
