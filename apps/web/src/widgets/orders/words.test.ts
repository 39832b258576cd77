import assert from 'node:assert/strict';
import { test } from 'node:test';
import { awaits, fixedBy, isChangeable } from './words.ts';

test('what the engine refuses to change is offered no change, and says why', () => {
  assert.equal(fixedBy({}), undefined);
  assert.equal(fixedBy({ trailDistance: '5.00' }), 'trail');
  const otherLeg = { triggerPrice: '480.00', triggerWhen: 'falls', priceLimit: '480.00' } as const;
  assert.equal(fixedBy({ otherLeg }), 'pair');
  assert.equal(isChangeable({ state: 'open' }), true);
  assert.equal(isChangeable({ state: 'completed' }), false);
});

test('a live order waits for its trigger until that is met, then for its limit', () => {
  const stop = { state: 'new', type: 'stopLimit', triggerPrice: '510.00' } as const;
  assert.equal(awaits({ ...stop, waitsFor: 'trigger' }), 'trigger');
  assert.equal(awaits({ ...stop, state: 'open' }), 'limit');
  assert.equal(awaits({ state: 'open', type: 'market' }), undefined);
  assert.equal(awaits({ ...stop, state: 'cancelled', waitsFor: 'trigger' }), undefined);
});
