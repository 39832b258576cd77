import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, test } from 'node:test';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { recordOf } from '#test-app.ts';

const MAIN = join(import.meta.dirname, 'main.ts');
const folder = mkdtempSync(join(tmpdir(), 'tarazu-main-'));
after(() => rmSync(folder, { recursive: true, force: true }));

interface Started {
  readonly child: ChildProcess;
  readonly lines: string[];
  errors(): string;
  /** When a line matches. */
  line(pattern: RegExp): Promise<string>;
  ended(): Promise<{ readonly code: number | null }>;
}

function startMain(environment: Readonly<Record<string, string>>): Started {
  const child = spawn(process.execPath, [MAIN], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      METRICS_PORT: 'off',
      LOG_LEVEL: 'fatal',
      DATA_DIR: folder,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  after(() => child.kill('SIGKILL'));
  const lines: string[] = [];
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text;
  });
  const closed = once(child, 'close').then(([code]) => ({ code: typeof code === 'number' ? code : null }));
  const reader = createInterface({ input: child.stdout });
  const waiting = new Set<() => void>();
  const tell = (): void => {
    for (const check of waiting) check();
  };
  reader.on('line', (line) => {
    lines.push(line);
    tell();
  });
  void closed.then(tell);
  return {
    child,
    lines,
    errors: () => errors,
    ended: () => closed,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const check = (): void => {
          const found = lines.find((line) => pattern.test(line));
          if (found !== undefined) resolve(found);
          else if (child.exitCode !== null) reject(new Error(`It ended with ${child.exitCode}: ${errors}`));
          else return;
          waiting.delete(check);
        };
        waiting.add(check);
        check();
      }),
  };
}

const database = await openTestDatabase();

test('a wrong setting is one sentence and exit code 1', async () => {
  const started = startMain({ PORT: 'abc' });
  assert.deepEqual(await started.ended(), { code: 1 });
  assert.equal(
    started.errors().trim(),
    'PORT must be a whole number from 0 to 65535, such as PORT=8080; it was "abc".',
  );
});

test('it says what it does, ends with where it is open, answers there, and stops cleanly when told', async () => {
  const started = startMain({ DATABASE_URL: database.url });
  const last = await started.line(/^Tarazu is open at /);
  assert.equal(started.lines.at(-1), last);
  assert.ok(started.lines.some((line) => line.startsWith('The market is simulated')));
  assert.ok(started.lines.some((line) => line.includes('sandbox outbox at http')));
  assert.ok(
    started.lines.some((line) =>
      line.includes('Behind a proxy on this machine set PUBLIC_URL and TRUST_PROXY'),
    ),
  );
  assert.ok(started.lines.some((line) => line.includes('enter the demo')));
  const url = last.split(' ').at(-1) ?? '';
  assert.equal((await fetch(`${url}/readyz`)).status, 200);
  started.child.kill('SIGTERM');
  assert.deepEqual(await started.ended(), { code: 0 });
  assert.equal(started.lines.at(-1), 'Stopped.');
  const again = startMain({ DATABASE_URL: database.url });
  await again.line(/^Tarazu is open at /);
  again.child.kill('SIGINT');
  assert.deepEqual(await again.ended(), { code: 0 }, 'the folder was given back');
});

test('a clean stop under load says nothing but lines of JSON, and no stack among them (trial 14)', async () => {
  const loaded = await openTestDatabase();
  const started = startMain({
    DATABASE_URL: loaded.url,
    LOG_LEVEL: 'info',
    DATA_DIR: join(folder, 'loaded'),
  });
  const url = (await started.line(/^Tarazu is open at /)).split(' ').at(-1) ?? '';
  const enter = async (): Promise<void> => {
    const answer = await fetch(`${url}/ipop-api/user/demo`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }).catch(() => undefined);
    await answer?.text().catch(() => undefined);
  };
  await Promise.all([enter(), enter(), enter()]);
  const entering = Array.from({ length: 20 }, enter);
  started.child.kill('SIGTERM');
  await Promise.all(entering);
  assert.deepEqual(await started.ended(), { code: 0 });
  const written = started.errors().split('\n').filter(Boolean);
  assert.ok(written.length > 0);
  for (const line of written) assert.equal(recordOf(JSON.parse(line))['err'], undefined, line);
});

test('an address of another machine is told before anything is started (trial 11)', async () => {
  for (const address of [{ HOST: '192.0.2.1' }, { WEBHOOK_HOST: '192.0.2.1' }]) {
    const started = startMain({ ...address, DATA_DIR: join(folder, 'elsewhere') });
    assert.deepEqual(await started.ended(), { code: 1 });
    assert.deepEqual(started.lines, []);
    assert.match(started.errors(), /^(WEBHOOK_)?HOST=192\.0\.2\.1 is no address of this machine\. .*\n$/);
  }
});

async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  assert.ok(address !== null && typeof address === 'object');
  server.close();
  await once(server, 'close');
  return String(address.port);
}

test('a standby says that it waits, tells health and metrics, outlives the database, and ends when told (trial 7)', async () => {
  const common = { DATABASE_URL: database.url };
  const keys = {
    SECRET_KEY_FILE: join(folder, 'secret.key'),
    SIGNING_KEY_FILE: join(folder, 'signing.key'),
  };
  const first = startMain(common);
  await first.line(/^Tarazu is open at /);
  const metricsPort = await freePort();
  const standBy = async (name: string): Promise<[Started, string]> => {
    const DATA_DIR = join(folder, name);
    const started = startMain({ ...common, ...keys, DATA_DIR, METRICS_PORT: metricsPort });
    await started.line(/waiting as its standby/);
    const line = await started.line(/^It answers at /);
    return [started, /http:\/\/[^/]+/.exec(line)?.[0] ?? ''];
  };
  const [told, toldUrl] = await standBy('told');
  assert.equal((await fetch(`${toldUrl}/healthz`)).status, 200);
  const ready = await fetch(`${toldUrl}/readyz`);
  assert.equal(ready.status, 503);
  const engine = 'waits as a standby: another writer is alive';
  assert.deepEqual(await ready.json(), {
    ready: false,
    checks: { database: 'ok', engine },
    failing: ['engine'],
  });
  assert.equal((await fetch(`${toldUrl}/ipop-api/index/ads`)).status, 503);
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  assert.match(metrics, /^tarazu_standby 1$/m);
  assert.match(metrics, /^tarazu_ready 0$/m);
  told.child.kill('SIGTERM');
  assert.deepEqual(await told.ended(), { code: 0 });
  assert.equal(told.lines.at(-1), 'Stopped.');

  const [next, nextUrl] = await standBy('next');
  await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'tarazu-engine-guard'
      and pid not in (select pid from pg_locks where locktype = 'advisory' and granted)`);
  await next.line(/^The database does not answer: waiting for it/);
  assert.equal((await fetch(`${nextUrl}/readyz`)).status, 503);
  first.child.kill('SIGTERM');
  assert.deepEqual(await first.ended(), { code: 0 });
  assert.equal(await next.line(/^Tarazu is open at /), `Tarazu is open at ${nextUrl}`);
  assert.equal((await fetch(`${nextUrl}/readyz`)).status, 200);
  next.child.kill('SIGTERM');
  assert.deepEqual(await next.ended(), { code: 0 });
});

test('a database with a migration that has changed since is refused in a sentence', async () => {
  const changed = await openTestDatabase();
  await changed.pool.query("update migration set sha256 = 'other' where number = 1");
  const started = startMain({ DATABASE_URL: changed.url, DATA_DIR: join(folder, 'other') });
  assert.deepEqual(await started.ended(), { code: 1 });
  assert.match(started.errors(), /^The migration 0001-engine\.sql is not the one applied/);
});
