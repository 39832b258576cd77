import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const SOURCE = import.meta.dirname;

function filesUnder(folder: string): string[] {
  return readdirSync(join(SOURCE, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name));
}

function importsOf(file: string): string[] {
  const text = readFileSync(join(SOURCE, file), 'utf8');
  return [...text.matchAll(/from '([^']+)'/g)].map(([, path]) => path ?? '');
}

/** Module of every product's offer: no state, so that it belongs to neither side. */
const OFFERED = '#products/offers.ts';

/** Folders with what they may not import; what a product offers is plain data that both sides know. */
const WALLS: readonly (readonly [folder: string, forbidden: readonly string[]])[] = [
  ['accounts', ['#instruments/', '#matching/', '#commands/', '#state.ts', '#engine.ts']],
  ['instruments', ['#accounts/', '#ledger/', '#products/', '#commands/', '#state.ts', '#engine.ts']],
  ['products', ['#accounts/', '#instruments/', '#matching/', '#commands/', '#state.ts', '#engine.ts']],
  [
    'ledger',
    ['#accounts/', '#instruments/', '#matching/', '#products/', '#commands/', '#state.ts', '#engine.ts'],
  ],
  [
    'matching',
    ['#accounts/', '#instruments/', '#ledger/', '#products/', '#commands/', '#state.ts', '#engine.ts'],
  ],
  [
    'values',
    [
      '#accounts/',
      '#instruments/',
      '#ledger/',
      '#products/',
      '#commands/',
      '#matching/',
      '#state.ts',
      '#engine.ts',
    ],
  ],
];

test('no folder looks over its wall', () => {
  for (const [folder, forbidden] of WALLS) {
    const files = filesUnder(folder);
    assert.ok(files.length > 0, folder);
    for (const file of files) {
      for (const path of importsOf(file)) {
        if (path === OFFERED) continue;
        assert.ok(!forbidden.some((prefix) => path.startsWith(prefix)), `${file} imports ${path}`);
      }
    }
  }
});

test('the checks before trade read no state: a phone and the engine make the same (issue 8 section 4)', () => {
  const seen = new Set(filesUnder('checks'));
  for (const file of seen) {
    for (const path of importsOf(file)) {
      assert.match(path, /^#(checks|model|values|products\/)/, `${file} imports ${path}`);
      if (path.startsWith('#products/')) seen.add(path.slice(1));
    }
  }
});

test('only post changes a balance after loading', () => {
  // The simulation plants mistakes, and this is one of them.
  const writers = filesUnder('.').filter(
    (file) =>
      !file.startsWith('simulation/planted/') && /\.amount = /.test(readFileSync(join(SOURCE, file), 'utf8')),
  );
  assert.deepEqual(writers.sort(), ['accounts/snapshot.ts', 'ledger/post.ts']);
});

test('only a hold is taken, and only a hold is given back', () => {
  // Anything else that moved money between the two buckets would leave no row that says what for.
  const movers = filesUnder('.').filter(
    (file) =>
      !file.startsWith('simulation/') &&
      /post\([^;]*kind: '(hold|release)'/.test(readFileSync(join(SOURCE, file), 'utf8')),
  );
  assert.deepEqual(movers, ['ledger/holds.ts']);
});

test('the core imports nothing but itself', () => {
  for (const file of filesUnder('.')) {
    for (const path of importsOf(file))
      assert.ok(path.startsWith('#') || path.startsWith('./'), `${file} imports ${path}`);
  }
});
