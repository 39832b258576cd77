import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countOf } from './count-of.ts';

test('a tab of orders is numbered with its own rows, and one without live orders with none', () => {
  const live = { open: 2, waiting: 1 };
  assert.equal(countOf(live, 'open'), 2);
  assert.equal(countOf(live, 'waiting'), 1);
  assert.equal(countOf(live, 'live'), 3);
  assert.equal(countOf(live, 'history'), 0);
  assert.equal(countOf(live, 'fills'), 0);
});
