import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sourceFile } from './source.ts';

test('comments, texts and regular expressions are blanked, and every position stays', () => {
  const text = [
    "const a = 'Date'; // Date",
    'const b = `Date ${code("Date") /* Date */} Date`;',
    'const c = /Da[/]te/.test(x) / 2 / y;',
    "const d = <p>Don't {now} 😀</p>;",
  ].join('\n');
  const { code, comments } = sourceFile('a.tsx', text);
  assert.equal(code.length, text.length);
  assert.equal(code.includes('Date'), false);
  assert.match(code, /code\(/);
  assert.match(code, /\/ 2 \/ y;/);
  assert.match(code, /\{now\}/);
  assert.equal(comments.match(/Date/g)?.length, 2);
});

test('every form of import is found with its line, and nothing that only looks like one', () => {
  const text = [
    "import type { A } from './a.ts';",
    'import {',
    '  b,',
    "} from '#b.ts';",
    "export * from './c.ts';",
    "import './d.css';",
    "const e = await import('./e.ts');",
    "// import './f.ts';",
    'const g = "from \'./g.ts\'";',
    "array.from('h');",
  ].join('\n');
  assert.deepEqual(
    sourceFile('x.ts', text).imports.map(
      ({ target, line, isTypeOnly }) => `${target}:${line}${isTypeOnly ? ' type' : ''}`,
    ),
    ['./a.ts:1 type', '#b.ts:4', './c.ts:5', './d.css:6', './e.ts:7'],
  );
});
