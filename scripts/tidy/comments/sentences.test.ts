import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../samples.ts';
import { sentences } from './sentences.ts';

const found = (text: string, path = 'packages/core/src/a.ts'): number[] =>
  check(sentences, { [path]: text }).map((one) => Number(/:(\d+) /.exec(one)?.[1]));

test('every form of a comment with a second sentence is refused', () => {
  assert.deepEqual(found('const a = 1;\n/** An order rests. It waits. */\nconst b = 1;\n'), [2]);
  assert.deepEqual(found('const a = 1;\n/**\n * An order rests.\n * It waits.\n */\nfunction f() {}\n'), [2]);
  assert.deepEqual(found('const a = 1;\n// An order rests.\n// 2 of them wait.\nconst b = 1;\n'), [2]);
  assert.deepEqual(found('const a = 1; // An order rests (in a book.) Another waits.\n'), [1]);
  assert.deepEqual(found('export interface A {\n  /** A price. Absent: none. */\n  a: number;\n}\n'), [2]);
});

test('the docstring of an export or of a file may have a second sentence, and no third', () => {
  assert.deepEqual(found('import a from "./a.ts";\n/** A price. In paise. */\nexport const b = 1;\n'), []);
  assert.deepEqual(found('/** A price. In paise. */\nimport a from "./a.ts";\n'), []);
  assert.deepEqual(found('const a = 1;\n/** A price. In paise. */\n\nconst b = 1;\n'), []);
  assert.deepEqual(found('const a = 1;\n/** A price. In paise. By us. */\nexport const b = 1;\n'), [2]);
  assert.deepEqual(found('const a = 1;\n// A price. In paise.\nexport const b = 1;\n'), [2]);
});

test('one sentence, abbreviations, tags, lists and the mark of a replay stay', () => {
  assert.deepEqual(found('const a = 1;\n// An order of 1.5 rests, e.g. A or B, for ever.\n'), []);
  assert.deepEqual(found('const a = 1;\n/**\n * Price.\n *\n * @throws Error on none.\n */\nf();\n'), []);
  assert.deepEqual(found('const a = 1;\n/**\n * Prices.\n * - One.\n * - Two.\n */\nf();\n'), []);
  assert.deepEqual(found('const a = 1;\n// A price. Replay before `b`: None. There was none.\n'), []);
  assert.deepEqual(found('const a = 1;\n// One.\nconst b = 1;\n// Two.\nconst c = 1; // Three.\n'), []);
  assert.deepEqual(found("const a = '// One. Two.';\n"), []);
});

test('text that is no script is left alone', () => {
  assert.deepEqual(found('// One. Two.\n', 'docs/a.md'), []);
});
