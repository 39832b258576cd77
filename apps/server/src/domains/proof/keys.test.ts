import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { LogHead } from '@tarazu/core/proof';
import { API_PREFIX } from '@tarazu/protocol';
import { type App, openApp } from '#app.ts';
import { auditHeads } from '#domains/proof/index.ts';
import { type Verdict, witness } from '#domains/proof/log/witness.ts';
import { readConfig } from '#platform/config/config.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { openInstallationKeys } from '#platform/secrets/installation-keys.ts';
import { openSecrets } from '#platform/secrets/secrets.ts';
import { openSigningKey } from '#platform/secrets/signing-key.ts';
import { recordOf } from '#test-app.ts';

/** One database, and servers that come and go with the keys of their folders. */
const database = await openTestDatabase();
const root = mkdtempSync(join(tmpdir(), 'tarazu-keys-'));
after(() => rmSync(root, { recursive: true, force: true }));
const SCRIPT = join(import.meta.dirname, '..', '..', '..', '..', '..', 'scripts', 'rotate-key.ts');

const folderOf = (name: string): string => join(root, name);
const file = (folder: string, key: 'secret' | 'signing' | 'old'): string => join(root, folder, `${key}.key`);

function environmentOf(name: string): Record<string, string> {
  mkdirSync(folderOf(name), { recursive: true });
  return {
    DATA_DIR: folderOf(name),
    DATABASE_URL: database.url,
    PORT: '0',
    METRICS_PORT: 'off',
    MARKET_SEED: '136',
    LOG_LEVEL: 'fatal',
  };
}

const open = (name: string): Promise<App> =>
  openApp({ config: readConfig(environmentOf(name)), headsEveryMs: 0 });

async function serving<Result>(name: string, work: (app: App) => Promise<Result>): Promise<Result> {
  const app = await open(name);
  try {
    return await work(app);
  } finally {
    await app.stop();
  }
}

async function head(app: App): Promise<LogHead> {
  await app.engine.submit({ type: 'session.end', venue: 'COIN_SIM' });
  return (await app.proof.makeHead()) ?? assert.fail('there is something new');
}

async function rotate(name: string, ...more: string[]): Promise<{ status: unknown; text: string }> {
  const env = { ...process.env, ...environmentOf(name) };
  const child = spawn(process.execPath, [SCRIPT, ...more], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
    });
  const [status] = await once(child, 'close');
  return { status, text };
}

function witnessed(app: App, known: LogHead): Promise<Verdict> {
  const ask = async (path: string): Promise<unknown> =>
    recordOf(await (await fetch(app.url + API_PREFIX + path)).json())['data'];
  return witness({ ask, known });
}

async function audited(): Promise<string | undefined> {
  const secrets = openSecrets({ keyFile: file('one', 'secret'), mayBeMade: false });
  return (await auditHeads(database.pool, secrets)).problem;
}

test('a database is begun with two keys and refuses others, a missing one is not made anew (trial 5)', async () => {
  await serving('one', head);
  await assert.rejects(open('two'), (error: Error) => {
    assert.match(
      error.message,
      /^The secret key \S+two\/secret\.key is missing, and this database was begun/,
    );
    assert.match(error.message, /SECRET_KEY_FILE=\S+/);
    return error.name === 'StartupError';
  });
  assert.equal(existsSync(file('two', 'secret')), false);
  copyFileSync(file('one', 'secret'), file('two', 'secret'));
  await assert.rejects(
    open('two'),
    /^StartupError: The signing key \S+two\/signing\.key is missing.*"npm run rotate-key -- signing --lost"\.$/,
  );
  assert.equal(existsSync(file('two', 'signing')), false);

  openKeys('three');
  await assert.rejects(open('three'), (error: Error) => {
    const [secret, signing, ...more] = error.message.split('\n');
    assert.match(
      secret ?? '',
      /^The secret key \S+ is not the one of this database: its fingerprint is [0-9a-f]{16}/,
    );
    assert.match(signing ?? '', /^The signing key \S+ is not the one .* SIGNING_KEY_FILE=/);
    assert.deepEqual(more, []);
    return error.name === 'StartupError';
  });
});

test('another key signs on purpose, by the word of the one before, and witnesses follow (trial 5)', async () => {
  const kept = await serving('one', async (app) => {
    const refused = await rotate('one');
    assert.deepEqual([refused.status, refused.text.includes('stop it')], [1, true], refused.text);
    return await head(app);
  });
  const rotated = await rotate('one');
  assert.equal(rotated.status, 0, rotated.text);
  await serving('one', async (app) => {
    const next = await head(app);
    assert.ok(rotated.text.includes(next.publicKey), 'the operator is told what to publish');
    const verdict = await witnessed(app, kept);
    assert.equal(verdict.name, 'agrees', verdict.sentence);
    assert.match(verdict.sentence, /signed by a new key, [0-9a-f]{64}, by the word of the one before/);
  });
  assert.equal(await audited(), undefined);
  for (const [change, sentence] of [
    ['delete from key_handover', /which no word of the key before it/],
    ['update key_handover set at_ms = at_ms + 1', /which no word of the key before it/],
  ] as const) {
    await database.pool.query(`create table handover_true as select * from key_handover; ${change}`);
    assert.match((await audited()) ?? 'nothing was found', sentence);
    await serving('one', async (app) => assert.equal((await witnessed(app, kept)).name, 'rewritten'));
    await database.pool.query(`delete from key_handover;
      insert into key_handover overriding system value select * from handover_true; drop table handover_true`);
  }
  assert.equal(await audited(), undefined);
});

test('a change of keys that was broken off is finished by doing it again (trial 5)', async () => {
  const old = file('one', 'old');
  copyFileSync(file('one', 'signing'), old);
  assert.equal((await rotate('one')).status, 0);
  // As a power cut leaves it between the database and the file.
  renameSync(file('one', 'signing'), `${file('one', 'signing')}.next`);
  renameSync(old, file('one', 'signing'));
  await assert.rejects(open('one'), /The signing key \S+ is not the one of this database/);
  assert.equal((await rotate('one')).status, 0);
  assert.equal((await database.pool.query('select from key_handover')).rowCount, 2);
  await serving('one', head);
});

test('a key that was lost can say nothing: it is replaced, and everybody outside warns (trial 5)', async () => {
  const kept = await serving('one', head);
  rmSync(file('one', 'signing'));
  const refused = await rotate('one');
  assert.deepEqual([refused.status, /is missing.* add --lost/.test(refused.text)], [1, true], refused.text);
  assert.equal((await rotate('one', '--lost')).status, 0);
  await serving('one', async (app) => {
    await head(app);
    const verdict = await witnessed(app, kept);
    assert.equal(verdict.name, 'rewritten');
    assert.match(verdict.sentence, /If the operator has announced that key/);
  });
  assert.equal(await audited(), undefined, 'the operator has said so in the database');
});

test('another secret key closes the log of heads and begins one anew (trial 5)', async () => {
  rmSync(file('one', 'secret'));
  assert.match((await rotate('one', 'secret')).text, /every password is dead/);
  assert.equal((await rotate('one', 'secret', '--yes')).status, 0);
  const first = await serving('one', head);
  assert.equal(first.number, 1);
  assert.equal(await audited(), undefined);
  const past = await database.pool.query('select from log_head_past');
  assert.ok((past.rowCount ?? 0) >= 5, 'what customers may still hold is kept');
});

test('messages on their way leave under another secret key, and go with a lost one (trial 5)', async () => {
  const before = openSecrets({ keyFile: file('one', 'secret'), mayBeMade: false });
  const text = JSON.stringify({ to: 'asha@mail.example', subject: 'Code', body: 'It is 271828.' });
  const queue = `insert into message_queue (channel, sealed, next_try_at, expires_at)
    select 'email', sealed, now() + interval '1 day', now() + interval '2 days' from unnest($1::bytea[]) sealed`;
  const sealed = Array.from({ length: 450 }, () => before.seal('message', text));
  await database.pool.query(queue, [[...sealed, Buffer.alloc(64)]]);
  const rotated = await rotate('one', 'secret', '--yes');
  assert.equal(rotated.status, 0, rotated.text);
  assert.match(
    rotated.text,
    /^Messages on their way .* removed: 1\.$/m,
    'a damaged one is not kept for ever',
  );
  const next = openSecrets({ keyFile: file('one', 'secret'), mayBeMade: false });
  const { rows } = await database.pool.query<{ sealed: Buffer }>('select sealed from message_queue');
  assert.equal(rows.length, 450);
  for (const row of rows) assert.equal(next.unseal('message', row.sealed), text);

  rmSync(file('one', 'secret'));
  const lost = await rotate('one', 'secret', '--yes');
  assert.match(lost.text, /^Messages on their way .* removed: 450\.$/m);
  assert.equal((await database.pool.query('select from message_queue')).rowCount, 0);
  await serving('one', head);
});

test('a standby whose keys were replaced while it waited does not go on with the old ones (trial 5)', async () => {
  const keys = await openInstallationKeys(database.pool, readConfig(environmentOf('one')));
  await keys.check();
  assert.equal((await rotate('one')).status, 0);
  await assert.rejects(keys.check(), /The signing key \S+ is not the one of this database/);
});

function openKeys(name: string): void {
  mkdirSync(folderOf(name), { recursive: true });
  openSecrets({ keyFile: file(name, 'secret'), mayBeMade: true });
  openSigningKey({ file: file(name, 'signing'), mayBeMade: true });
}
