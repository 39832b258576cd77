import assert from 'node:assert/strict';
import { test } from 'node:test';
import { functionsOf } from '../functions.ts';
import { check } from '../samples.ts';
import { cycles } from './cycles.ts';
import { folders } from './folders.ts';
import { sizes } from './sizes.ts';

test('a ring of files is found, and a ring of folders whose files form none', () => {
  const files = check(cycles, {
    'apps/server/src/engine/a.ts': "import './b.ts';",
    'apps/server/src/engine/b.ts': "import type { C } from './c.ts';",
    'apps/server/src/engine/c.ts': "import './a.ts';",
  });
  assert.equal(files.length, 1);
  assert.match(files[0] ?? '', /Ring of files: .*a\.ts → .*b\.ts → .*c\.ts → .*a\.ts/);
  const folders = check(cycles, {
    'apps/server/src/engine/a.ts': "import '#market/b.ts';",
    'apps/server/src/market/b.ts': '',
    'apps/server/src/market/c.ts': "import '#engine/d.ts';",
    'apps/server/src/engine/d.ts': '',
  });
  assert.equal(folders.length, 1);
  assert.match(folders[0] ?? '', /Ring of folders/);
});

test('a file beside the folders is in no ring with one of them', () => {
  for (const root of ['packages/core/src', 'scripts']) {
    const found = check(cycles, {
      [`${root}/state.ts`]: "import './ledger/cells.ts';",
      [`${root}/ledger/cells.ts`]: '',
      [`${root}/ledger/post.ts`]: "import '../state.ts';",
    });
    assert.equal(found.length, 1, root);
    assert.match(found[0] ?? '', /Ring of folders: .*state\.ts/);
  }
});

test('a folder and its part, and a test that imports back, are no ring', () => {
  const found = check(cycles, {
    'apps/web/src/widgets/book/book.tsx': "import './parts/row.tsx';",
    'apps/web/src/widgets/book/parts/row.tsx': "import '#widgets/book/level.ts';",
    'apps/web/src/widgets/book/level.ts': '',
    'apps/web/src/widgets/book/level.test.ts': "import './book.tsx';",
    'apps/web/src/main.ts': "import './widgets/book/book.tsx';",
  });
  assert.deepEqual(found, []);
});

test('functions of every form are measured, and blocks that are none are not', () => {
  const code = [
    'function plain(a: number): Promise<{ b: number }> {',
    '  if (a) {',
    '  }',
    '  for (const b of c) {',
    '  }',
    '}',
    'const arrow = (a: string): a is X => {',
    '};',
    'const curried = async a => {',
    '};',
    'class A extends B {',
    '  method(): (x: number) => void {',
    '  }',
    '}',
    'const value = a ? f(x) : { y };',
    'switch (a) { case f(x): { } }',
  ].join('\n');
  assert.deepEqual(
    functionsOf(code)
      .map(({ lineFirst, lineLast }) => [lineFirst, lineLast])
      .sort(([left = 0], [right = 0]) => left - right),
    [
      [1, 6],
      [7, 8],
      [9, 10],
      [12, 13],
    ],
  );
});

test('long files and functions are refused, except tables of data and suites of tests', () => {
  const body = '  a();\n'.repeat(70);
  const long = `export function f() {\n${body}}\n`;
  assert.match(check(sizes, { 'apps/server/src/a.ts': long })[0] ?? '', /a\.ts:1 A function of 72 lines/);
  assert.deepEqual(check(sizes, { 'apps/server/src/a.ts': long.replace('  a();\n  a();\n', '') }), []);
  assert.match(check(sizes, { 'apps/web/src/a.ts': 'a();\n'.repeat(501) })[0] ?? '', /501 lines/);
  assert.deepEqual(check(sizes, { 'apps/web/src/locales/bn.ts': 'a();\n'.repeat(501) }), []);
  const suite = `describe('a', () => {\n${body}});\n`;
  assert.deepEqual(check(sizes, { 'apps/web/src/a.test.ts': suite }), []);
  assert.equal(check(sizes, { 'apps/web/src/a.test.ts': suite.replace('describe', 'test') }).length, 1);
});

test('a folder of many files is divided by subject, tests included', () => {
  const sample = (count: number): Record<string, string> => ({
    ...Object.fromEntries(Array.from({ length: count }, (_, nth) => [`apps/web/src/a/b${nth}.ts`, ''])),
    'apps/web/src/a/b1.test.ts': '',
    'apps/web/src/a/part/c.ts': '',
  });
  assert.deepEqual(check(folders, sample(24)), []);
  assert.match(check(folders, sample(25))[0] ?? '', /apps\/web\/src\/a .*26 files/);
});
