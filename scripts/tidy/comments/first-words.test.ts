import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../samples.ts';
import { firstWords } from './first-words.ts';

const found = (text: string, path = 'packages/core/src/a.ts'): number[] =>
  check(firstWords, { [path]: text }).map((one) => Number(/:(\d+) /.exec(one)?.[1]));

test('every form of a comment that begins with a pronoun is refused', () => {
  assert.deepEqual(found('/** What an order holds. */\nconst a = 1;\n'), [1]);
  assert.deepEqual(found('const b = 1;\n/**\n * Whoever waits.\n */\n'), [2]);
  assert.deepEqual(found('/* They rest. */\n'), [1]);
  assert.deepEqual(found('// It rests.\n'), [1]);
  assert.deepEqual(found('const a = 1; // That is one.\n'), [1]);
  assert.deepEqual(found('// A first line.\nconst a = 1;\n// He waits.\n'), [3]);
});

test('a noun, a later line, a longer word and the text of a program stay', () => {
  assert.deepEqual(found('/** Amount that an order holds. */\n// Whether it rests.\n'), []);
  assert.deepEqual(
    found('// An order rests.\n// It is filled later.\n/**\n * An order\n * That rests.\n */\n'),
    [],
  );
  assert.deepEqual(found('/** Item of a list. */\n// Thatched roofs.\n'), []);
  assert.deepEqual(found("const a = '// It rests.';\nconst b = `/** What rests. */`;\n"), []);
});

test('folders that are not held to it are left alone', () => {
  assert.deepEqual(found('// It rests.\n', 'scripts/a.ts'), [1]);
  assert.deepEqual(found('// It rests.\n', 'bench/a.ts'), [1]);
  assert.deepEqual(found('// It rests.\n', 'e2e/a.ts'), [1]);
  assert.deepEqual(found('// It rests.\n', 'apps/web/src/a.tsx'), [1]);
  assert.deepEqual(found('// It rests.\n', 'docs/a.ts'), []);
});
