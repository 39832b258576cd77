import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayBeIceberg } from './checks.ts';
import { takesAfterMarket } from './expiry.ts';
import { typesOf, validitiesOf } from './offered.ts';

test('shares take the same orders within the day and for delivery; what comes before the day is for delivery', () => {
  assert.deepEqual(typesOf('stock'), ['market', 'limit', 'stopLimit', 'stopMarket']);
  assert.deepEqual(validitiesOf('stock', 'limit'), ['day', 'ioc', 'ttl']);
  assert.ok(typesOf('spot').includes('trailingStop'));
  assert.equal(mayBeIceberg({ type: 'limit', validity: 'day' }), true);
  assert.equal(mayBeIceberg({ type: 'limit', validity: 'ioc' }), false);
  const closed = {
    kind: 'stock',
    session: { state: 'closed', hours: 'calendar' },
    status: 'listed',
  } as const;
  const order = { type: 'limit', validity: 'day' } as const;
  assert.equal(takesAfterMarket({ ...order, product: 'CNC' }, closed), true);
  assert.equal(takesAfterMarket({ ...order, product: 'MIS' }, closed), false);
});
