import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { sourceHash } from './web-build.ts';

test('the hash changes with each thing the build reads', (t) => {
  const { base, write } = sampleTree(t);
  const seen = new Set([sourceHash(base)]);
  for (const path of ['apps/web/src/main.tsx', 'packages/core/src/values/money.ts', 'package-lock.json']) {
    write(path, 'changed');
    seen.add(sourceHash(base));
  }
  write('apps/web/public/new.svg', '');
  seen.add(sourceHash(base));
  renameSync(join(base, 'apps/web/public/new.svg'), join(base, 'apps/web/public/newer.svg'));
  seen.add(sourceHash(base));
  assert.equal(seen.size, 6);
});

test('the hash does not change with what the build does not read', (t) => {
  const { base, write } = sampleTree(t);
  const before = sourceHash(base);
  for (const path of [
    'apps/web/dist/index.html',
    'apps/web/node_modules/x/index.js',
    'apps/web/src/main.test.ts',
    'apps/web/.cache/build-1/index.html',
    'apps/server/src/main.ts',
    'README.md',
  ]) {
    write(path, 'anything');
  }
  assert.equal(sourceHash(base), before);
});

test('text that moves from one file to its neighbour is a change', (t) => {
  const { base, write } = sampleTree(t);
  write('apps/web/a.ts', 'xy');
  write('apps/web/b.ts', 'z');
  const before = sourceHash(base);
  write('apps/web/a.ts', 'x');
  write('apps/web/b.ts', 'yz');
  assert.notEqual(sourceHash(base), before);
});

function sampleTree(t: TestContext): { base: string; write: (path: string, content: string) => void } {
  const base = mkdtempSync(join(tmpdir(), 'tarazu-web-'));
  t.after(() => rmSync(base, { recursive: true }));
  const write = (path: string, content: string): void => {
    mkdirSync(dirname(join(base, path)), { recursive: true });
    writeFileSync(join(base, path), content);
  };
  write('apps/web/src/main.tsx', 'main');
  write('packages/core/src/values/money.ts', 'money');
  write('package-lock.json', '{}');
  return { base, write };
}
