import assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../samples.ts';
import { walls } from './walls.ts';

/** Message of the rule about one import of one file. */
function verdict(path: string, target: string, head = 'import { a } from'): string | undefined {
  return check(walls, { [path]: `${head} '${target}';\n` })[0];
}

test('imports go one way and only through exported paths', () => {
  assert.match(verdict('packages/core/src/a.ts', '@tarazu/protocol') ?? '', /may not import/);
  assert.match(verdict('packages/protocol/src/a.ts', '@tarazu/core') ?? '', /may not import/);
  assert.match(verdict('apps/web/src/a.ts', '@tarazu/core') ?? '', /may not import/);
  assert.match(verdict('apps/web/src/a.ts', '@tarazu/server') ?? '', /not exported/);
  assert.match(verdict('apps/server/src/a.ts', '@tarazu/core/ledger') ?? '', /not exported/);
  assert.match(verdict('apps/server/src/a.ts', '../../packages/core/src/engine.ts') ?? '', /climbs/);
  assert.match(
    verdict('packages/core/a.ts', '../protocol/src/index.ts') ?? '',
    /walks into @tarazu\/protocol/,
  );
  assert.equal(verdict('packages/protocol/src/a.ts', '@tarazu/core', 'import type { A } from'), undefined);
  assert.equal(verdict('packages/protocol/src/a.ts', '@tarazu/core/values'), undefined);
  assert.equal(verdict('apps/server/src/a.ts', '@tarazu/core'), undefined);
  assert.equal(verdict('apps/web/src/a.ts', '@tarazu/protocol'), undefined);
  assert.equal(verdict('e2e/a.test.ts', '../apps/server/src/main.ts'), undefined);
});

test('a package is imported only where it is declared, tools of the root only in tests', () => {
  assert.match(verdict('apps/web/src/a.ts', 'pg') ?? '', /not declared in apps\/web\/package\.json/);
  assert.match(verdict('apps/web/src/a.ts', 'fast-check') ?? '', /not declared/);
  assert.equal(verdict('apps/web/src/a.test.ts', 'fast-check'), undefined);
  assert.equal(verdict('apps/web/src/a.ts', 'react/jsx-runtime'), undefined);
  assert.equal(verdict('bench/a.ts', 'pg'), undefined);
});

test('what runs without Node does not import from it, except its tests', () => {
  assert.match(verdict('packages/core/src/a.ts', 'node:crypto') ?? '', /runs without Node/);
  assert.equal(verdict('packages/core/src/a.test.ts', 'node:test'), undefined);
  assert.equal(verdict('apps/web/vite.config.ts', 'node:path'), undefined);
  assert.equal(verdict('apps/server/src/a.ts', 'node:crypto'), undefined);
});

test('a domain is entered by its index only', () => {
  assert.match(
    verdict('apps/server/src/domains/stock/service.ts', '#domains/coin/store.ts') ?? '',
    /belongs to it/,
  );
  assert.match(
    verdict('apps/server/src/engine/writer/writer.ts', '#domains/coin/store.ts') ?? '',
    /belongs to it/,
  );
  assert.equal(verdict('apps/server/src/domains/stock/service.ts', '#domains/coin/index.ts'), undefined);
  assert.equal(verdict('apps/server/src/domains/stock/service.ts', './store.ts'), undefined);
});

test('the app is layered: ui below client and widgets, widgets below pages, page groups side by side', () => {
  assert.match(verdict('apps/web/src/ui/a.tsx', '#client/b.ts') ?? '', /ui\/ may not import client/);
  assert.match(
    verdict('apps/web/src/widgets/a.tsx', '#pages/stock/b.tsx') ?? '',
    /widgets\/ may not import pages/,
  );
  assert.match(
    verdict('apps/web/src/pages/stock/a.tsx', '#pages/coin/b.tsx') ?? '',
    /pages\/stock may not import pages\/coin/,
  );
  assert.match(verdict('apps/web/src/pages/stock/a.tsx', '#console/b.tsx') ?? '', /may not import console/);
  assert.equal(verdict('apps/web/src/pages/stock/a.tsx', '#pages/stock/parts/b.tsx'), undefined);
  assert.equal(verdict('apps/web/src/pages/stock/a.tsx', '#widgets/b.tsx'), undefined);
});
