import assert from 'node:assert/strict';
import { test } from 'node:test';
import { productInRow } from './row-text.ts';

test('an order in a row names its product by the name of its terms, in every version of the text', () => {
  assert.equal(productInRow({ id: 1, intraday: { marginRate: '#20000000' }, terms: {} }), 'intraday');
  assert.equal(productInRow({ id: 1, productTerms: { name: 'intraday', isClosing: false } }), 'intraday');
  assert.equal(productInRow({ id: 1, side: 'buy', charges: {} }), undefined);
});
