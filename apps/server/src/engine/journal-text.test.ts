import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readText, writeText } from './journal-text.ts';

test('every value that a command can carry comes back as it was', () => {
  const leaf = fc.oneof(
    fc.bigInt(),
    fc.integer(),
    fc.boolean(),
    fc.string(),
    fc.constantFrom('#1', '##', '#', '"', '\\', '\u2028', '-'),
  );
  const value = fc.object({ values: [leaf], key: fc.stringMatching(/^[a-z]{1,9}$/) });
  fc.assert(fc.property(value, (given) => assert.deepEqual(readText(writeText(given)), given)));
});

test('what is absent is not written, and keys keep their order', () => {
  assert.equal(writeText({ b: 1n, a: undefined, c: ['#x', null] }), '{"b":"#1","c":["##x",null]}');
});

test('what JSON can not carry is a bug, not a silent null', () => {
  assert.throws(() => writeText({ at: Number.NaN }), /Invariant/);
  assert.throws(() => writeText({ at: () => 1 }), /Invariant/);
});
