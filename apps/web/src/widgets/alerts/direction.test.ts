import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReached, stepsOf } from './direction.ts';

test('a level on the other side of the price is told and turns no alert round (issue 10)', () => {
  const at = (condition: 'above' | 'below' | 'rise', level: string) =>
    isReached({ condition, level, price: '100.00' });
  assert.deepEqual([at('above', '101'), at('above', '99'), at('above', '100.00')], [false, true, true]);
  assert.deepEqual([at('below', '99'), at('below', '101'), at('below', '100.00')], [false, true, true]);
  assert.equal(at('rise', '2'), false, 'a change in a day has no price');
  assert.equal(at('above', ''), false, 'nothing is said of an empty field');
});

test('the steps lie where the alert looks', () => {
  assert.ok(stepsOf('above').every((step) => step > 0));
  assert.ok(stepsOf('below').every((step) => step < 0));
});
