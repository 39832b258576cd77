import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysOfMonth, monthBeside, monthOf } from './month.ts';

test('a month has its days, behind the weekdays before its first', () => {
  const november = daysOfMonth('2026-11');
  assert.deepEqual(
    [november.days.length, november.days[0], november.days.at(-1)],
    [30, '2026-11-01', '2026-11-30'],
  );
  assert.equal(november.before, 6, '1 November 2026 is a Sunday');
  assert.equal(daysOfMonth('2028-02').days.length, 29);
  assert.equal(daysOfMonth('2026-06').before, 0, '1 June 2026 is a Monday');
});

test('months follow each other over the year', () => {
  assert.deepEqual([monthBeside('2026-12', 1), monthBeside('2026-01', -1)], ['2027-01', '2025-12']);
  assert.equal(monthOf(Date.parse('2026-11-30T19:00:00Z')), '2026-12', 'half past midnight in India');
});
