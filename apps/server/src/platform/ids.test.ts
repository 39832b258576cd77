import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRequestIds, randomId } from './ids.ts';

test('random ids are 26 safe characters and differ', () => {
  const ids = new Set(Array.from({ length: 2_000 }, () => randomId()));
  assert.equal(ids.size, 2_000);
  for (const id of ids) assert.match(id, /^[0-9a-hjkmnp-tv-z]{26}$/);
});

test('every character place of a random id varies, so that no bits are lost on the way to text', () => {
  const ids = Array.from({ length: 500 }, () => randomId());
  for (let place = 0; place < 26; place += 1) {
    const seen = new Set(ids.map((id) => id.charAt(place)));
    // The last character carries three bits, all others five.
    assert.equal(seen.size, place === 25 ? 8 : 32, `place ${place}`);
  }
});

test('request ids of one process differ, and two processes do not share a prefix', () => {
  const first = createRequestIds();
  const second = createRequestIds();
  const ids = [first(), first(), second(), second()];
  assert.equal(new Set(ids).size, 4);
  assert.equal(ids[0]?.split('-')[0], ids[1]?.split('-')[0]);
  assert.notEqual(ids[0]?.split('-')[0], ids[2]?.split('-')[0]);
});
