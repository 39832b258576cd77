import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ARUNA, createWorld } from '#simulation/world.ts';
import { loadInstrument } from '#state.ts';
import { canonical, hashOf, stateHash } from '#state-hash.ts';

/** FNV-1a as its authors write it, in integers of any size. */
function reference(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const unit of text)
    hash = ((hash ^ BigInt(unit.charCodeAt(0))) * 0x100000001b3n) & 0xffff_ffff_ffff_ffffn;
  return hash.toString(16).padStart(16, '0');
}

test('the hash is FNV-1a of 64 bits', () => {
  assert.equal(reference('a'), 'af63dc4c8601ec8c');
  for (const rows of [[], [''], ['a'], ['foobar', 'second row'], ['x'.repeat(1000)]]) {
    assert.equal(hashOf(rows), reference(rows.map((row) => `${row}\n`).join('')));
  }
});

test('canonical text knows neither field order nor absence', () => {
  assert.equal(canonical({ b: 1n, a: [true, null], c: undefined }), canonical({ a: [true, null], b: 1n }));
  assert.notEqual(canonical({ a: 1n }), canonical({ a: 1 }));
});

test('what has another name now is hashed under its first one (exchange engineer 17)', () => {
  assert.equal(canonical({ conditions: { triggeredAtMs: 5, gtt: true } }), '{terms:{firedAtMs:5,gtt:true}}');
});

test('the state hash follows the state', () => {
  const state = createWorld();
  const before = stateHash(state);
  assert.equal(stateHash(createWorld()), before);
  loadInstrument(state, { ...ARUNA, status: 'halted' });
  assert.notEqual(stateHash(state), before);
  loadInstrument(state, ARUNA);
  assert.equal(stateHash(state), before);
});
