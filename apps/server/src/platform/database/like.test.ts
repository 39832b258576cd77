import assert from 'node:assert/strict';
import { test } from 'node:test';
import { likeText } from './like.ts';

test('what a like would read as a sign of its own stands for itself', () => {
  assert.equal(likeText('50%_off\\now'), '50\\%\\_off\\\\now');
  assert.equal(likeText('आशा O’Neil'), 'आशा O’Neil');
});
