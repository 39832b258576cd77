import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../samples.ts';
import { leftBehind } from './left-behind.ts';
import { pureCore } from './pure-core.ts';
import { spreads } from './spreads.ts';
import { typeEscapes } from './type-escapes.ts';
import { zodMini } from './zod-mini.ts';

test('the core has no clock, randomness or process; its comments and tests may speak of them', () => {
  for (const call of [
    'Date.now()',
    'new Date()',
    'Math.random()',
    'performance.now()',
    'process.exit()',
    'console.log()',
  ]) {
    assert.equal(check(pureCore, { 'packages/core/src/a.ts': `const a = ${call};` }).length, 1, call);
    assert.deepEqual(check(pureCore, { 'packages/core/src/a.test.ts': `const a = ${call};` }), []);
    assert.deepEqual(check(pureCore, { 'apps/server/src/a.ts': `const a = ${call};` }), []);
  }
  assert.deepEqual(
    check(pureCore, { 'packages/core/src/a.ts': '// Date.now()\nconst lockDate = x.process;' }),
    [],
  );
});

test('ways round the type checker are found', () => {
  for (const line of [
    'let a: any;',
    'const a = f<any>(b);',
    'const a = b as any;',
    'const a = b as Price;',
    'const a = b!.c;',
    'f(a!);',
    'const a = b![0];',
    '// @ts-ignore',
    '/* @ts-expect-error */',
  ]) {
    assert.notEqual(check(typeEscapes, { 'apps/server/src/a.ts': line }).length, 0, line);
  }
});

test('what only looks like a way round is left alone', () => {
  const source = [
    "import { a as b, type C as D } from './a.ts';",
    "import * as e from './e.ts';",
    "export { a as f } from './a.ts';",
    'const g = [1] as const;',
    'const h = !i && j !== k;',
    "const l = 'as any';",
    'Promise.any(m);',
    'if (!n) return !o;',
    'export const ticks = (count: number): Ticks => count as Ticks;',
  ].join('\n');
  assert.deepEqual(check(typeEscapes, { 'apps/server/src/a.ts': source }), []);
  assert.deepEqual(check(typeEscapes, { 'packages/core/src/values/price.ts': 'return text as Price;' }), []);
});

test('unfinished work, focused tests and paths of a machine are found', () => {
  const source = { path: 'apps/server/src/a.ts', test: 'apps/server/src/a.test.ts', text: 'README.md' };
  const cases: readonly (readonly [string, string])[] = [
    [source.path, '// TODO later'],
    [source.path, "const a = 'Coming soon';"],
    [source.path, 'debugger;'],
    [source.test, "test.only('a', () => {});"],
    [source.test, "describe.skip('a', () => {});"],
    [source.test, "test('a', { only: true }, () => {});"],
    [source.text, `see /${'home'}/somebody/notes`],
    [source.path, `const a = '/${'work'}/main';`],
  ];
  for (const [path, line] of cases) assert.equal(check(leftBehind, { [path]: line }).length, 1, line);
  assert.deepEqual(check(leftBehind, { [source.path]: '// TODO #12 when the exchange answers' }), []);
  assert.deepEqual(check(leftBehind, { [source.test]: "test('a', { skip: noData }, () => {});" }), []);
  assert.deepEqual(check(leftBehind, { [source.path]: "const a = '/network/home/page';" }), []);
});

test('only zod/mini is imported', () => {
  assert.equal(check(zodMini, { 'packages/protocol/src/a.ts': "import { z } from 'zod';" }).length, 1);
  assert.deepEqual(check(zodMini, { 'packages/protocol/src/a.ts': "import * as z from 'zod/mini';" }), []);
});

test('a list that is spread into push or unshift is found where the server runs, and nowhere else', () => {
  for (const line of [
    'all.push(...more);',
    'this.#rows.unshift(...(await ask()));',
    'a.push(\n  ...[...b.values()].map(f),\n);',
    'const most = Math.max(...list.map(f));',
  ]) {
    for (const path of ['packages/core/src/a.ts', 'apps/server/src/a/b.ts'])
      assert.equal(check(spreads, { [path]: line }).length, 1, `${path} ${line}`);
    for (const path of [
      'packages/core/src/a.test.ts',
      'packages/core/src/simulation/a.ts',
      'apps/server/src/test-world.ts',
      'apps/web/src/a.ts',
      'scripts/a.ts',
    ])
      assert.deepEqual(check(spreads, { [path]: line }), [], path);
  }
});

test('what only looks like one is left alone', () => {
  const source =
    "all.push({ ...one });\nconst a = [...all, ...more];\nappend(all, more);\n// all.push(...more)\nf('a.push(...b)');";
  assert.deepEqual(check(spreads, { 'packages/core/src/a.ts': source }), []);
});
