import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillText, formOf } from './fill-text.ts';

const plain = (value: string) => value;

test('holes take what they are given, once, and show what they lack', () => {
  assert.equal(
    fillText('Buy {quantity} {name}', { quantity: 3, name: '{quantity} $&' }, plain),
    'Buy 3 {quantity} $&',
  );
  assert.equal(fillText('minimum amount {0} {1}', { 0: '500', 1: 'INR' }, plain), 'minimum amount 500 INR');
  assert.equal(fillText('{a}{b}', { a: undefined }, plain), '{b}');
  assert.equal(
    fillText('{count} fills', { count: 12 }, (value) => `<${value}>`),
    '<12> fills',
  );
});

test('each language has its forms: nothing is one in Bengali and more in English', () => {
  assert.deepEqual(
    [0, 1, 2].map((count) => formOf(count, 'en-US')),
    ['other', 'one', 'other'],
  );
  assert.deepEqual(
    [0, 1, 2].map((count) => formOf(count, 'bn-BN')),
    ['one', 'one', 'other'],
  );
});
