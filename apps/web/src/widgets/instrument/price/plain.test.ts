import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainAmount, shortName, shownDecimals } from './plain.ts';

test('idle zeros go, two decimals stay', () => {
  assert.equal(plainAmount('10000.00000000'), '10000.00');
  assert.equal(plainAmount('0.01230000'), '0.0123');
  assert.equal(plainAmount('5'), '5');
  assert.equal(plainAmount('1.00', 0), '1');
});

test('a coin amount has as many decimals as an eye wants', () => {
  assert.equal(shownDecimals('796.26838047', 'USDT'), 2);
  assert.equal(shownDecimals('-0.28315620', 'USDT'), 4);
  assert.equal(shownDecimals('0.00012300', 'USDT'), 6);
  assert.equal(shownDecimals('0.00000000', 'USDT'), 2);
  assert.equal(shownDecimals('12.345', 'INR'), undefined);
  assert.equal(shortName('BTC-USDT'), 'BTC');
});
