import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fixedBy, isChangeable } from './words.ts';

test('what the engine refuses to change is offered no change, and says why', () => {
  assert.equal(fixedBy({}), undefined);
  assert.equal(fixedBy({ trailDistance: '5.00' }), 'trail');
  const otherLeg = { triggerPrice: '480.00', triggerWhen: 'falls', priceLimit: '480.00' } as const;
  assert.equal(fixedBy({ otherLeg }), 'pair');
  assert.equal(isChangeable({ state: 'open' }), true);
  assert.equal(isChangeable({ state: 'completed' }), false);
});
