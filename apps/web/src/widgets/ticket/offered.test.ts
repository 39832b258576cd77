import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBeIceberg } from './checks.ts';
import { offerOf, typesOf, validitiesOf } from './offered.ts';

test('within the day there are market and limit orders, and nothing that the exchange would refuse', () => {
  assert.equal(offerOf('stock', 'MIS'), 'intraday');
  assert.equal(offerOf('stock', 'CNC'), 'stock');
  assert.equal(offerOf('spot', undefined), 'spot');
  assert.deepEqual(typesOf('intraday'), ['market', 'limit']);
  assert.deepEqual(validitiesOf('intraday', 'limit'), ['day', 'ioc']);
  assert.ok(typesOf('stock').includes('stopLimit'));
  assert.equal(mayBeIceberg({ type: 'limit', validity: 'day', product: 'MIS' }), false);
  assert.equal(mayBeIceberg({ type: 'limit', validity: 'day', product: 'CNC' }), true);
});
