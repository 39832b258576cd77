import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pitchesOf } from './chart-sound.ts';

test('the lowest close is 220 Hz, the highest two octaves above, and half way between is one', () => {
  assert.deepEqual(pitchesOf(['100.00', '200.00', '150.00', '100.00']), [220, 880, 440, 220]);
});

test('a price that never moved is one even tone', () => {
  assert.deepEqual(pitchesOf(['7.5', '7.5']), [440, 440]);
});

test('nothing has no pitch', () => {
  assert.deepEqual(pitchesOf([]), []);
});
