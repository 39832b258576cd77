import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readConfig } from '#platform/config/config.ts';
import { openDataDirectory } from '#platform/config/data-directory.ts';
import { checkSettings } from './settings-check.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarazu-settings-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const taken = createServer().listen(0, '127.0.0.1');
await once(taken, 'listening');
after(() => taken.close());
const address = taken.address();
assert.ok(address !== null && typeof address === 'object');
const port = String(address.port);
const absent = join(folder, 'absent.key');

const DATA_DIR = join(folder, 'data');
const check = (settings: Readonly<Record<string, string>>): Promise<void> =>
  checkSettings(readConfig({ PORT: '0', METRICS_PORT: 'off', DATA_DIR, ...settings }));

const WRONG: readonly (readonly [settings: Readonly<Record<string, string>>, sentence: RegExp])[] = [
  [{ HOST: '192.0.2.1' }, /^StartupError: HOST=192\.0\.2\.1 is no address of this machine\. /],
  [
    { METRICS_HOST: '192.0.2.1', METRICS_PORT: '0' },
    /^StartupError: METRICS_HOST=192\.0\.2\.1 is no address /,
  ],
  [{ WEBHOOK_HOST: '192.0.2.1' }, /^StartupError: WEBHOOK_HOST=192\.0\.2\.1 is no address /],
  [{ PORT: port }, /^StartupError: PORT=\d+ is used by another program on 127\.0\.0\.1\. /],
  [{ METRICS_PORT: port }, /^StartupError: METRICS_PORT=\d+ is used by another program /],
  [{ WEBHOOK_PORT: port }, /^StartupError: WEBHOOK_PORT=\d+ is used by another program /],
  [
    { SECRET_KEY_FILE: absent },
    /^StartupError: SECRET_KEY_FILE=\S+ does not exist\. A database that is in use needs .* "openssl rand /,
  ],
  [{ SIGNING_KEY_FILE: absent }, /^StartupError: SIGNING_KEY_FILE=\S+ does not exist\. .* "openssl genpkey /],
  [{ SECRET_KEY_FILE: folder }, /^StartupError: The key file \S+ can't be read by this user\./],
  [{ SIGNING_KEY_FILE: import.meta.filename }, /^StartupError: The signing key \S+ is not an Ed25519 key; /],
  [{ MARKET: 'recorded' }, /^StartupError: MARKET=recorded replays packs, and there is none /],
];

test('what a setting names wrongly is told before anything is made (operator 1)', async () => {
  await check({});
  for (const [settings, sentence] of WRONG) {
    await assert.rejects(check(settings), sentence);
    assert.ok(!existsSync(DATA_DIR), Object.keys(settings).join());
  }
});

test('a second server of one folder hears of the folder, and not of the port that is taken too (operator 1)', async () => {
  const held = openDataDirectory(join(folder, 'held'));
  const second = { PORT: port, DATA_DIR: held.path };
  await assert.rejects(
    check(second),
    /^StartupError: Another Tarazu server \(process \d+\) uses the data folder /,
  );
  held.release();
  await assert.rejects(check(second), /^StartupError: PORT=/);
});

test('a port that a killed server is about to give free is waited for (operator 1)', async () => {
  const predecessor = createServer().listen(0, '127.0.0.1');
  await once(predecessor, 'listening');
  const at = predecessor.address();
  assert.ok(at !== null && typeof at === 'object');
  const checked = check({ PORT: String(at.port) });
  // The first look comes before the end of this turn of the event loop, and finds the port taken.
  setImmediate(() => predecessor.close());
  await checked;
});
