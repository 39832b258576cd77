import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openGatewayHere } from '#gateway/gateway.ts';
import { SETTINGS as GATEWAY } from '#gateway/test-gateway.ts';
import { checkPacks } from '#market/recorded/packs-check.ts';
import { listenProblem } from '#platform/config/listen-problem.ts';
import { openDatabase } from '#platform/database/open-database.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { createLogger } from '#platform/logging/logging.ts';
import { createMetrics, startMetricsServer } from '#platform/logging/metrics.ts';

/** Faults of a setting that only the start finds: the rest of the table is in `config.test.ts`. */
const database = await openTestDatabase();
const folder = mkdtempSync(join(tmpdir(), 'tarazu-refusals-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const log = createLogger({ level: 'fatal', destination: process.stderr });
const { host, port, user, password, database: name } = database.connection;

function urlWith(change: Partial<Record<'user' | 'password' | 'port' | 'name' | 'host', string>>): string {
  const is = { user, password, port: String(port), name, host, ...change };
  const where = is.host.startsWith('/') ? `localhost:${is.port}` : `${is.host}:${is.port}`;
  const socket = is.host.startsWith('/') ? `?host=${encodeURIComponent(is.host)}` : '';
  return `postgres://${is.user}:${is.password}@${where}/${is.name}${socket}`;
}

const DATABASES: readonly (readonly [what: string, url: string, meaning: RegExp])[] = [
  ['no server', urlWith({ host: '127.0.0.1', port: '1' }), /nothing listens there/],
  [
    'no host',
    urlWith({ host: 'no-such-host.invalid' }),
    /there is no host of this name|can not be looked up/,
  ],
  ['no socket', urlWith({ host: '/nowhere' }), /there is no such socket/],
  [
    'no role',
    urlWith({ user: 'nobody_here' }),
    /the password is not the one of this role|role does not exist/,
  ],
  ['wrong password', urlWith({ password: 'hunter2' }), /the password is not the one of this role/],
  ['no database', urlWith({ name: 'no_such_database' }), /this database does not exist there/],
];

for (const [what, databaseUrl, meaning] of DATABASES) {
  test(`a DATABASE_URL that leads to ${what} is refused in a sentence without its password (trial 11)`, async () => {
    const config = { dataDirectory: join(folder, 'data'), databaseUrl };
    await assert.rejects(openDatabase({ config, log }), (error: Error) => {
      assert.equal(error.name, 'StartupError', String(error.stack));
      assert.match(error.message, /^DATABASE_URL=postgres:\/\/\S+:\*\*\*@\S+ can't be used: /);
      assert.match(error.message, meaning);
      assert.match(error.message, /such as DATABASE_URL=postgres:\/\/\S+\.$/);
      assert.ok(![password, 'hunter2'].some((secret) => error.message.includes(secret)));
      return true;
    });
  });
}

test('what else listens where a database should is told as such (trial 11)', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  const address = server.address() as AddressInfo;
  const databaseUrl = urlWith({ host: '127.0.0.1', port: String(address.port) });
  const config = { dataDirectory: join(folder, 'data'), databaseUrl };
  await assert.rejects(openDatabase({ config, log }), /^StartupError: DATABASE_URL=\S+ can't be used: /);
});

test('an address or a port that can not be had is told with the setting that names it (trial 11)', async () => {
  const gateway = await openGatewayHere({ ...GATEWAY, operations: [], bindings: [], webFolder: folder });
  after(() => gateway.close());
  const listen = async (at: { host: string; port: number }): Promise<void> => {
    await gateway.listen(at).catch((error: unknown) => {
      throw listenProblem(error, { ...at, hostName: 'HOST', portName: 'PORT' });
    });
  };
  await assert.rejects(
    listen({ host: '192.0.2.1', port: 0 }),
    /^StartupError: HOST=192\.0\.2\.1 is no address of this machine\. Set another, such as HOST=127\.0\.0\.1\.$/,
  );
  await assert.rejects(listen({ host: 'no-such-host.invalid', port: 0 }), /^StartupError: HOST=no-such-host/);
  const metrics = await startMetricsServer(createMetrics('9.9.9'), { host: '127.0.0.1', port: 0 });
  after(() => metrics.stop());
  const taken = { host: '127.0.0.1', port: metrics.port };
  await assert.rejects(
    startMetricsServer(createMetrics('9.9.9'), taken),
    new RegExp(
      `^StartupError: METRICS_PORT=${metrics.port} is used by another program on 127.0.0.1. Set another, such as METRICS_PORT=`,
    ),
  );
  await assert.rejects(
    startMetricsServer(createMetrics('9.9.9'), { host: '192.0.2.1', port: 0 }),
    /^StartupError: METRICS_HOST=192\.0\.2\.1 is no address/,
  );
  await assert.rejects(listen(taken), new RegExp(`^StartupError: PORT=${metrics.port} is used`));
});

test('a data folder that is a file, and a recorded market without packs, are told with what to set (trial 11)', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  const config = { dataDirectory: file, databaseUrl: null };
  await assert.rejects(
    openDatabase({ config, log }),
    /^StartupError: The data folder DATA_DIR=\S+file can't be made or/,
  );
  const recorded = { market: 'recorded', recordedFrom: null, dataDirectory: folder } as const;
  assert.throws(
    () => checkPacks(recorded),
    /^StartupError: MARKET=recorded replays packs, and there is none in \S+\/packs\. .* MARKET=simulated\.$/,
  );
  assert.equal(checkPacks({ ...recorded, market: 'simulated' }), undefined);
});
