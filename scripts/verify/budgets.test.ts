import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Manifest, weigh } from '../budgets.ts';

const manifest: Manifest = {
  'index.html': {
    file: 'main.js',
    src: 'index.html',
    isEntry: true,
    imports: ['_react.js', '_kit.js'],
    css: ['main.css'],
  },
  '_react.js': { file: 'react.js', name: 'react' },
  '_kit.js': { file: 'kit.js', name: 'kit', imports: ['_react.js'], css: ['kit.css', 'main.css'] },
  '_chart.js': { file: 'chart.js', name: 'chart' },
  'src/pages/stock/list.tsx': {
    file: 'list.js',
    src: 'src/pages/stock/list.tsx',
    isDynamicEntry: true,
    imports: ['_kit.js', '_chart.js'],
  },
  'src/pages/user/about.tsx': { file: 'about.js', src: 'src/pages/user/about.tsx' },
  'console.html': { file: 'console.js', src: 'console.html', isEntry: true, imports: ['_react.js'] },
};
const sizes: Readonly<Record<string, number>> = {
  'main.js': 100,
  'react.js': 20,
  'kit.js': 3,
  'main.css': 50,
  'kit.css': 7,
  'chart.js': 1000,
  'list.js': 30,
  'about.js': 36 * 1024,
};

test('the first load is the entry with what it imports, each file once; pages and the chart stand for themselves', () => {
  const weights = weigh(manifest, (file) => sizes[file] ?? Number.NaN);
  assert.deepEqual(
    weights.map(({ what, bytes }) => [what, bytes]),
    [
      ['first load, scripts', 123],
      ['first load, style sheets', 57],
      ['chart', 1000],
      ['src/pages/user/about.tsx', 36 * 1024],
      ['src/pages/stock/list.tsx', 30],
      ['src/pages/stock/list.tsx, opened', 1153],
    ],
  );
  assert.deepEqual(
    weights.filter(({ bytes, bytesMax }) => bytes > bytesMax).map(({ what }) => what),
    ['src/pages/user/about.tsx'],
  );
});

test('a build without its entry is a mistake, not a light app', () => {
  assert.throws(() => weigh({}, () => 0), /index\.html/);
});
