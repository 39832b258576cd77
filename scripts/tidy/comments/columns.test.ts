import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../samples.ts';
import { sourceFile } from '../source.ts';
import { COMMENT_COLUMNS, comments, wrapped } from './columns.ts';

const LONG = 'a word '.repeat(20).trim();
const wrap = (text: string): string => wrapped(sourceFile('packages/core/src/a.ts', text));

test('a comment beyond the last column is refused, a long line of code or of text is not', () => {
  const found = (text: string) => check(comments, { 'packages/core/src/a.ts': text });
  assert.equal(found(`// ${LONG}\n`).length, 1);
  assert.equal(found(`/**\n * ${LONG}\n */\n`).length, 1);
  assert.deepEqual(found(`const a = '${LONG} // ${LONG}';\n`), []);
  assert.deepEqual(found(`// ${'a'.repeat(150)}\n`), []);
});

test('every form of a comment is wrapped between words, and code stays', () => {
  for (const text of [
    `  // ${LONG}\n  // and more\n  code();\n`,
    `/** ${LONG} */\nconst a = 1;\n`,
    `/**\n * ${LONG}\n *\n * @returns ${LONG}\n */\ncode();\n`,
    `/*\n * - ${LONG}\n *   ${LONG}\n * - short\n */\n`,
  ]) {
    const done = wrap(text);
    const words = (of: string) => of.replaceAll(/[\s/*]+/g, ' ').trim();
    assert.equal(words(done), words(text));
    assert.ok(
      done.split('\n').every((line) => line.length <= COMMENT_COLUMNS),
      done,
    );
    assert.equal(wrap(done), done);
  }
});

test('paragraphs, items and short comments keep their lines', () => {
  const done = wrap(`/**\n * ${LONG}\n *\n * - one\n * - two\n */\n/** short\n * as it is */\n`);
  assert.match(done, /\n \*\n \* - one\n \* - two\n \*\/\n\/\*\* short\n \* as it is \*\/\n$/);
});
