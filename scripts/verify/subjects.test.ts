import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrongSubjects } from './subjects.ts';

test('a subject has 12 to 72 characters, whatever their bytes', () => {
  assert.deepEqual(wrongSubjects(['x'.repeat(12), 'x'.repeat(72), '\u2019'.repeat(72)]), []);
  assert.deepEqual(
    wrongSubjects(['Mends fault', 'x'.repeat(73)]).map(({ length }) => length),
    [11, 73],
  );
});
