import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { price } from '@tarazu/core/values';
import { openDataDirectory } from '#platform/config/data-directory.ts';
import { startEmbeddedPostgres } from '#platform/database/embedded.ts';
import { migrate } from '#platform/database/migrate.ts';
import { createPool } from '#platform/database/pool.ts';
import { systemClock } from '#platform/time/clock.ts';
import { audit } from './audit/audit.ts';
import { openEngine } from './open-engine.ts';
import { account, coinOrder, openAccount, worldCommands } from './test-world.ts';

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'migrations');
const directory = openDataDirectory(mkdtempSync(join(tmpdir(), 'tarazu-engine-crash-')));
const postgres = await startEmbeddedPostgres({
  dataDirectory: directory.path,
  onExit: () => void postgres.restart(),
  onLine: () => undefined,
});
after(async () => {
  await postgres.stop();
  directory.release();
  rmSync(directory.path, { recursive: true, force: true });
});

async function withPool<Result>(
  work: (pool: ReturnType<typeof createPool>) => Promise<Result>,
): Promise<Result> {
  const options = { name: 'test', connectionsMax: 2, onConnectionLost: () => undefined };
  const pool = createPool({ ...options, connection: postgres.connection() });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

function killDatabase(): void {
  const main = postgres.processId();
  assert.ok(main !== null);
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(main)], { encoding: 'utf8' });
  for (const processId of [main, ...children.trim().split(/\s+/).map(Number)]) {
    try {
      process.kill(processId, 'SIGKILL');
    } catch (error) {
      // A helper that has just ended by itself.
      assert.ok(error instanceof Error && 'code' in error && error.code === 'ESRCH');
    }
  }
}

test('when the database is killed in mid-load, every answered order is there once, and trading goes on by itself', async () => {
  await withPool((pool) => migrate({ pool, folder: MIGRATIONS }));
  const engine = await openEngine({
    connection: () => postgres.connection(),
    clock: systemClock,
    log: { info: () => undefined, error: () => undefined },
    onStopped: (cause) => assert.fail(cause),
  });
  const people = Array.from({ length: 8 }, (_, n) => account(n + 1));
  for (const command of [...worldCommands(Date.now()), ...people.map((id) => openAccount(id))])
    await engine.submit(command);

  const answered = new Map<string, number>();
  const unknown: string[] = [];
  const kills = [400, 1_200];
  let sent = 0;
  let reopened = Promise.withResolvers<void>();
  reopened.resolve();
  engine.onState((state) => {
    if (state === 'open') reopened.resolve();
    else reopened = Promise.withResolvers();
  });

  const client = async (environment: number): Promise<void> => {
    while (sent < 2_000) {
      const n = sent++;
      const clientId = `client-${n}`;
      const side = n % 2 === 0 ? 'buy' : 'sell';
      const order = coinOrder(clientId, {
        accountId: people[environment % 8] ?? account(1),
        side,
        priceLimit: price(6_000_000n + BigInt(n % 7)),
      });
      while (!answered.has(clientId)) {
        try {
          answered.set(clientId, (await engine.submit(order)).sequence);
        } catch {
          // A client that does not know sends the same order again, under the same id.
          unknown.push(clientId);
          await reopened.promise;
        }
      }
      if (answered.size >= (kills[0] ?? Infinity)) {
        kills.shift();
        killDatabase();
      }
    }
  };
  await Promise.all(Array.from({ length: 32 }, (_, environment) => client(environment)));
  assert.equal(kills.length, 0);
  assert.ok(unknown.length > 0, 'the kills met orders on their way');
  await engine.stop();

  const found = await withPool(async (pool) => {
    const { rows } = await pool.query<{ client_id: string; sequence: bigint }>(
      `select client_id, sequence from journal where client_id is not null`,
    );
    const client = await pool.connect();
    const { problem } = await audit({ on: client, onProgress: () => undefined });
    client.release();
    assert.equal(problem, undefined);
    return rows;
  });
  assert.equal(found.length, 2_000, 'each order is there once');
  for (const row of found) assert.equal(answered.get(row.client_id), Number(row.sequence));
});
