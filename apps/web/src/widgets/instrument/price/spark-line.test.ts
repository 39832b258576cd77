import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sparkLine } from './spark-line.ts';

const ticker = {
  instrumentId: 'NSE_SIM:ARUNA',
  price: '101.60',
  previousClose: '100.00',
  open: '100.20',
  high: '101.80',
  low: '99.80',
  change: '1.60',
  changePercent: '1.60',
  volume: '10',
  turnover: '1010.00',
  atMs: 1,
};

test('the line of a list has the sign of the change beside it, also when the price has crossed since (app 2)', () => {
  const falling = sparkLine({ spark: ['100.00', '100.40', '99.70'] }, ticker);
  assert.deepEqual(falling, { values: ['100.00', '100.40', '101.60'], tone: 'up' });
  const fell = { ...ticker, price: '98.00', change: '-2.00', changePercent: '-2.00' };
  const rising = sparkLine({ spark: ['100.00', '100.40', '101.00'] }, fell);
  assert.deepEqual(rising, { values: ['100.00', '100.40', '98.00'], tone: 'down' });
});

test('a line that says the same as the change stays as it was read', () => {
  const spark = ['100.00', '99.00', '101.00'];
  assert.equal(sparkLine({ spark }, ticker).values, spark);
});

test('a line whose change is from another price by now begins there (app 2)', () => {
  const line = sparkLine({ spark: ['103.00', '101.00', '101.40'] }, ticker);
  assert.deepEqual(line, { values: ['100.00', '101.00', '101.60'], tone: 'up' });
});

test('a change that rounds to nothing has no colour', () => {
  const still = { ...ticker, price: '100.00', change: '0.00', changePercent: '0.00' };
  assert.equal(sparkLine({ spark: ['100.00', '99.00', '100.00'] }, still).tone, 'muted');
  assert.equal(sparkLine({ spark: [] }, still).tone, 'muted');
});
