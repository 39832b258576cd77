import assert from 'node:assert/strict';
import { test } from 'node:test';
import { distanceFrom } from './distance.ts';

test('a price is so many percent above or below the last one, of whatever decimals', () => {
  assert.deepEqual(distanceFrom('500.00', '490'), { percent: '2.00', side: 'below' });
  assert.deepEqual(distanceFrom('500', '512.35'), { percent: '2.47', side: 'above' });
  assert.deepEqual(distanceFrom('500', '500.00'), { percent: '0.00', side: 'same' });
});

test('half a hundredth of a percent goes up, on both sides', () => {
  assert.equal(distanceFrom('20000', '20001')?.percent, '0.01');
  assert.equal(distanceFrom('20000', '19999')?.percent, '0.01');
});

test('nothing is said where a price says nothing', () => {
  for (const text of ['', '0', '0.00', '12.', 'x']) assert.equal(distanceFrom('500', text), undefined, text);
  assert.equal(distanceFrom(undefined, '500'), undefined);
  assert.equal(distanceFrom('0', '500'), undefined);
});
