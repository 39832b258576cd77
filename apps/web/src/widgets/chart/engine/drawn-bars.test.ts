import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparedPoints, heikinAshi, isReplaced } from './drawn-bars.ts';

const bars = [
  { timestamp: 1, open: 10, high: 14, low: 8, close: 12 },
  { timestamp: 2, open: 12, high: 13, low: 9, close: 10 },
  { timestamp: 3, open: 10, high: 20, low: 10, close: 20 },
];

test('a Heikin-Ashi candle closes at the middle of its own and opens at the middle of the one before', () => {
  const [first, second] = heikinAshi(bars);
  assert.deepEqual(first, { open: 11, high: 14, low: 8, close: 11 });
  assert.deepEqual(second, { open: 11, high: 13, low: 9, close: 11 });
});

test('what is compared begins where the picture begins and goes its own way in percent', () => {
  const closes = new Map([
    [1, 500],
    [2, 1_000],
    [3, 1_100],
  ]);
  const comparison = { name: 'INDEX', closes };
  const points = comparedPoints(bars, { name: 'INDEX', comparison, from: 1 });
  assert.deepEqual(points[1], { compare: 10, percent: 0 });
  assert.equal(points[2]?.compare, 11);
  assert.equal(points[2]?.percent?.toFixed(6), '10.000000');
  const gap = comparedPoints(bars, {
    name: 'INDEX',
    comparison: { name: 'INDEX', closes: new Map([[3, 7]]) },
    from: 0,
  });
  assert.deepEqual(gap, [{}, {}, { compare: 20, percent: 0 }], 'a candle that the other has not is left out');
});

test('a candle that the other lacks keeps its last close, and nothing is drawn after its last one', () => {
  const four = [...bars, { timestamp: 4, open: 20, high: 20, low: 20, close: 30 }];
  const points = (closes: ReadonlyMap<number, number>, from: number) =>
    comparedPoints(four, { name: 'INDEX', comparison: { name: 'INDEX', closes }, from });
  const holed = new Map([
    [1, 6],
    [3, 9],
  ]);
  assert.deepEqual(points(holed, 0), [
    { compare: 12, percent: 0 },
    { compare: 12, percent: 0 },
    { compare: 18, percent: 50 },
    {},
  ]);
  assert.deepEqual(
    points(holed, 1)[1],
    { compare: 10, percent: 0 },
    'it begins at the left edge all the same',
  );
});

test('another left edge makes the compared line anew, so that both begin at one point (trial 4)', () => {
  const closes = new Map(bars.map(({ timestamp, close }) => [timestamp, close * 7]));
  const told = (from: number) => () => ({ name: 'INDEX', comparison: { name: 'INDEX', closes }, from });
  const [first, second] = [told(0), told(2)];
  assert.equal(isReplaced({ extendData: first }, { extendData: second }), true);
  assert.equal(isReplaced({ extendData: first }, { extendData: first }), false);
  assert.deepEqual(comparedPoints(bars, second())[2], { compare: 20, percent: 0 });
});
