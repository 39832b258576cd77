import assert from 'node:assert/strict';
import { test } from 'node:test';
import { todayTotal } from '#widgets/today/today-total.ts';
import { atMomentOf, withToday } from './snapshot.ts';

const HISTORY = {
  list: [
    { atMs: 1, value: '100.00', flow: '0.00' },
    { atMs: 2, value: '160.00', flow: '50.00' },
    { atMs: 3, value: '162.00', flow: '0.00' },
  ],
  profit: '12.00',
  profitPercent: '8.00',
};

test('the curve ends with the figures of its page, and its gain is of the same moment (issue 10)', () => {
  const shown = atMomentOf(HISTORY, { atMs: 4, value: '165.00' });
  assert.deepEqual(shown.list.at(-1), { atMs: 4, value: '165.00', flow: '0.00' });
  assert.deepEqual([shown.profit, shown.profitPercent], ['15.00', '10.00']);
  assert.deepEqual(atMomentOf(HISTORY, undefined), HISTORY);
});

test('a curve of one point has the value of now and no gain', () => {
  const one = { ...HISTORY, list: HISTORY.list.slice(0, 1), profit: '0.00', profitPercent: '0.00' };
  const shown = atMomentOf(one, { atMs: 4, value: '165.00' });
  assert.deepEqual([shown.list[0]?.value, shown.profit], ['165.00', '0.00']);
});

test('the gain of today is its parts, to the last unit', () => {
  assert.equal(todayTotal({ held: '1.05', sold: '-0.10', intraday: '0.01' }), '0.96');
  const all = { held: '1.05', sold: '-0.10', intraday: '0.01', dividends: '2.00', currency: '-3.00' };
  assert.equal(todayTotal(all), '-0.04');
});

test('the calendar has today with the gain that stands above it', () => {
  const month = (name: string) => ({
    month: name,
    list: [{ day: `${name}-19`, profit: '5.00', profitPercent: '0.10', value: '100.00' }],
    profit: '5.00',
  });
  const now = {
    atMs: Date.parse('2026-11-20T10:00:00+05:30'),
    value: '103.00',
    profitToday: '3.25',
    profitTodayPercent: '3.25',
  };
  const shown = withToday(month('2026-11'), now);
  assert.deepEqual(shown.list.at(-1), {
    day: '2026-11-20',
    profit: '3.25',
    profitPercent: '3.25',
    value: '103.00',
  });
  assert.equal(shown.profit, '8.25');
  assert.deepEqual(withToday(month('2026-10'), now), month('2026-10'));
});
