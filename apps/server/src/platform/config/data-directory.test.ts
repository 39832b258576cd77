import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { openDataDirectory } from './data-directory.ts';

const root = mkdtempSync(join(tmpdir(), 'tarazu-data-'));
after(() => rmSync(root, { recursive: true, force: true }));

test('a second server is refused in a sentence that names the first, until the first gives the folder back', () => {
  const path = join(root, 'a', 'b');
  const first = openDataDirectory(path);
  assert.throws(
    () => openDataDirectory(path),
    new RegExp(
      `^StartupError: Another Tarazu server \\(process ${process.pid}\\) uses the data folder .*DATA_DIR=\\S+\\.$`,
    ),
  );
  first.release();
  openDataDirectory(path).release();
});

test('a folder that can not be made is told with its setting, also where the file system takes none (trial 11)', (t) => {
  if (!existsSync('/proc/self')) {
    t.skip('there is no /proc here');
    return;
  }
  for (const path of ['/proc/tarazu', '/proc/tarazu/data', '/proc', '/dev/null', '/dev/null/data'])
    assert.throws(
      () => openDataDirectory(path),
      new RegExp(
        `^StartupError: The data folder DATA_DIR=${path} can't be made or written to\\. .*DATA_DIR=\\S+\\.$`,
      ),
    );
});

test('a full disk is told as such, and the folder is free again (operator 4)', (t) => {
  if (!existsSync('/dev/full')) {
    t.skip('there is no /dev/full here');
    return;
  }
  const path = join(root, 'full');
  mkdirSync(path);
  symlinkSync('/dev/full', join(path, 'server.pid'));
  assert.throws(
    () => openDataDirectory(path),
    /^StartupError: The disk of the data folder DATA_DIR=\S+ is full\. Make room there, /,
  );
  rmSync(join(path, 'server.pid'));
  openDataDirectory(path).release();
});

test('another process holds the folder until it is killed, and leaves no stale lock', async () => {
  const path = join(root, 'killed');
  const script = `
    const { openDataDirectory } = await import(${JSON.stringify(join(import.meta.dirname, 'data-directory.ts'))});
    globalThis.held = openDataDirectory(process.argv[1]);
    console.log('held');
    setInterval(() => {}, 1000);
  `;
  const other = spawn(process.execPath, ['--input-type=module', '-e', script, path], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await once(createInterface({ input: other.stdout }), 'line');
  assert.throws(() => openDataDirectory(path), new RegExp(`process ${other.pid}`));
  other.kill('SIGKILL');
  await once(other, 'exit');
  openDataDirectory(path).release();
});

test('a folder that cannot be made is refused in a sentence', () => {
  const file = join(root, 'file');
  writeFileSync(file, '');
  assert.throws(
    () => openDataDirectory(join(file, 'data')),
    /^StartupError: The data folder .* can't be made/,
  );
  assert.ok(existsSync(file));
});
