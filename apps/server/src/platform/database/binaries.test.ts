import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { findPostgresBinaries, makeLibraryLinks } from './binaries.ts';

const root = mkdtempSync(join(tmpdir(), 'tarazu-binaries-'));
after(() => rmSync(root, { recursive: true, force: true }));

/**
 * A package as npm leaves it when it runs no install script: the library is there, its link is only listed.
 */
function makePackage(name: string): string {
  const folder = join(root, name);
  mkdirSync(join(folder, 'native', 'lib'), { recursive: true });
  writeFileSync(join(folder, 'native', 'lib', 'libx.so.1.2'), 'library');
  const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }];
  writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  return folder;
}

test('missing library links are made, relative, and a second time changes nothing', () => {
  const folder = makePackage('fresh');
  makeLibraryLinks(folder);
  makeLibraryLinks(folder);
  const link = join(folder, 'native', 'lib', 'libx.so.1');
  assert.equal(readlinkSync(link), 'libx.so.1.2');
  assert.equal(readFileSync(link, 'utf8'), 'library');
});

const notRoot = process.getuid?.() === 0 ? { skip: 'root may write anywhere' } : {};
test('a folder that may not be written to is named in the refusal', notRoot, () => {
  const folder = makePackage('locked');
  chmodSync(join(folder, 'native', 'lib'), 0o555);
  assert.throws(
    () => makeLibraryLinks(folder),
    /^StartupError: The link .*libx\.so\.1 is missing and can't be made/,
  );
});

test('the installed programs are found and may be run', () => {
  const binaries = findPostgresBinaries();
  for (const path of [binaries.initdb, binaries.postgres]) assert.equal(statSync(path).mode & 0o111, 0o111);
});
