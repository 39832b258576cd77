import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseForm } from './form.ts';

const isTyped = (letter: string) => (letter >= ' ' && letter !== '\u007f') || '\t\n\r'.includes(letter);

test('whatever a browser writes is read as it was meant', () => {
  const text = fc
    .string({ unit: 'grapheme', maxLength: 40 })
    .filter((value) => [...value].every(isTyped) && value.isWellFormed());
  const name = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.dictionary(name, text, { maxKeys: 20, noNullPrototype: true }), (fields) => {
      const outcome = parseForm(new URLSearchParams(fields).toString());
      assert.ok(outcome.ok);
      assert.deepEqual({ ...outcome.fields }, fields);
    }),
  );
});

test('any other text is read or refused, never thrown at', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void parseForm(text)));
});

/** So many fields, each with a name of its own. */
function fieldsOf(count: number): string {
  return Array.from({ length: count }, (_, nth) => `f${nth}=1`).join('&');
}

test('a form has at most 64 fields', () => assert.equal(parseForm(fieldsOf(64)).ok, true));

const REFUSED: readonly string[] = [
  'a=1&a=2',
  'a=1&%61=2',
  'a',
  '=1',
  '&',
  'a=%',
  'a=%zz',
  'a=%FF',
  'a=%ED%A0%80',
  'a=%00',
  'a=%1B[2J',
  'a=%7F',
  'a%08=1',
  '%zz=1',
  `${'x'.repeat(65)}=1`,
  fieldsOf(65),
];
for (const text of REFUSED)
  test(`refused: ${text.slice(0, 40)}`, () => assert.equal(parseForm(text).ok, false));

test('a text with control characters is told so at its field', () => {
  const outcome = parseForm('nickname=%00');
  assert.deepEqual(outcome, { ok: false, problem: 'must have no control characters', field: 'nickname' });
});

test('names mean only themselves', () => {
  const outcome = parseForm('__proto__=1&constructor=2');
  assert.ok(outcome.ok);
  assert.equal(Object.getPrototypeOf(outcome.fields), null);
  assert.deepEqual(Object.keys(outcome.fields), ['__proto__', 'constructor']);
});
