import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wholeOf } from './whole-balance.ts';

test('a balance is all of its parts, to the last digit', () => {
  assert.equal(wholeOf({ available: '963657.47', held: '11960.45', unsettled: '1269.89' }), '976887.81');
  assert.equal(wholeOf({ available: '26', held: '0', unsettled: '13' }), '39');
});
