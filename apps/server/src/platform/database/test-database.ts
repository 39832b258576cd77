import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after } from 'node:test';
import type pg from 'pg';
import * as z from 'zod/mini';
import { migrate } from './migrate.ts';
import { createPool } from './pool.ts';
import { APP_ROLE, appConnectionOf, grantToApp } from './roles.ts';
import { startTestCluster } from './test-cluster.ts';

/** How to reach a test's database: pass it to `createPool`, or `url` as `DATABASE_URL` to a whole server. */
export interface TestDatabase {
  readonly connection: z.output<typeof connectionSchema>;
  readonly url: string;
  /** As the role of the app, which may not change tables: `url` is the owner's then. */
  readonly appUrl: string;
  readonly pool: pg.Pool;
  /**
   * Runs when the tests of the file end, before the database
   * goes and before hooks of `node:test`, last added first.
   */
  beforeClose(action: () => unknown): void;
}

export interface TestDatabaseOptions {
  /** Folder of the migrations to apply, null for an empty database; by default those of the product. */
  readonly migrations?: string | null;
}

const connectionSchema = z.object({
  host: z.string(),
  port: z.number(),
  user: z.string(),
  password: z.string(),
  database: z.string(),
});
type Connection = z.output<typeof connectionSchema>;

/** The migrations of the product. */
const MIGRATIONS = join(import.meta.dirname, '..', '..', '..', 'migrations');
const LOCK_KEY = '5519023344';
/** Making a database takes long when the disk is busy with other tests. */
const STATEMENT_TIMEOUT_MS = 60_000;

let cluster: Promise<Connection> | undefined;
/** The undoing when the tests of this process end, in reverse order. */
const cleanUps: (() => unknown)[] = [];

/**
 * A fresh database with all migrations applied, on a real PostgreSQL: the one of the test run (see
 * `test-setup.ts`), else one that this process starts and, when its tests end, stops and removes.
 *
 * Call it at the top level of a test file (`const database = await openTestDatabase();`), so that the
 * clean-up is bound to the whole file. Each call gives another database; the second takes about 50 ms.
 */
export async function openTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  cluster ??= findCluster();
  const administration = { ...(await cluster), database: 'postgres' };
  const folder = options.migrations === undefined ? MIGRATIONS : options.migrations;
  const template = folder === null ? 'template1' : await makeTemplate(administration, folder);
  const name = `test_${randomBytes(8).toString('hex')}`;
  await run(administration, `create database ${name} template ${template}`);
  const connection = { ...administration, database: name };
  const pool = openPool(connection, 8);
  cleanUps.push(async () => {
    await pool.end();
    // A cluster of one's own goes with all its databases.
    if (process.env['TARAZU_TEST_CLUSTER'] !== undefined)
      await run(administration, `drop database ${name} with (force)`);
  });
  const appUrl = urlOf(appConnectionOf(connection));
  return {
    connection,
    url: urlOf(connection),
    appUrl,
    pool,
    beforeClose: (action) => void cleanUps.push(action),
  };
}

async function findCluster(): Promise<Connection> {
  after(async () => {
    const outcomes: PromiseSettledResult<unknown>[] = [];
    // The cluster is stopped whatever failed before it: its process would keep this one alive for ever.
    for (const cleanUp of cleanUps.reverse()) outcomes.push(...(await Promise.allSettled([cleanUp()])));
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  });
  const given = process.env['TARAZU_TEST_CLUSTER'];
  if (given !== undefined) return connectionSchema.parse(JSON.parse(given));
  const own = await startTestCluster();
  cleanUps.push(() => own.stop());
  return connectionSchema.parse(own.connection);
}

/** One template a set of migrations, made by whichever test file comes first. */
async function makeTemplate(administration: Connection, folder: string): Promise<string> {
  const name = `template_${hashOf(folder)}`;
  const pool = openPool(administration, 1);
  try {
    // Another file may take minutes to make it on a slow machine.
    await pool.query('set statement_timeout = 0');
    await pool.query('select pg_advisory_lock($1)', [LOCK_KEY]);
    const found = await pool.query('select 1 from pg_database where datname = $1', [name]);
    if (found.rowCount !== 0) return name;
    // A file that was killed leaves its own behind.
    await pool.query(`drop database if exists ${name}_unfinished with (force)`);
    await pool.query(`create database ${name}_unfinished`);
    const inside = openPool({ ...administration, database: `${name}_unfinished` }, 1);
    await migrate({ pool: inside, folder });
    if (folder === MIGRATIONS) {
      await grantToApp(inside, APP_ROLE);
      // A table or view that a test puts in the place of another is read by the app like the one before.
      await inside.query(
        `alter default privileges in schema public grant select, insert, update, delete on tables to ${APP_ROLE}`,
      );
    }
    await inside.end();
    await pool.query(`alter database ${name}_unfinished rename to ${name}`);
    return name;
  } finally {
    // The lock goes with the connection.
    await pool.end();
  }
}

function hashOf(folder: string): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(folder).sort()) hash.update(name).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}

async function run(connection: Connection, sql: string): Promise<void> {
  const pool = openPool(connection, 1);
  await pool.query(sql);
  await pool.end();
}

function openPool(connection: Connection, connectionsMax: number): pg.Pool {
  return createPool({
    connection,
    name: 'tarazu-test',
    connectionsMax,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onConnectionLost: () => undefined,
  });
}

/** The host is a folder when the socket is one in the file system, which a URL carries as a parameter. */
function urlOf(connection: Connection): string {
  const parameters = new URLSearchParams({ host: connection.host });
  return `postgres://${connection.user}:${connection.password}@localhost:${connection.port}/${connection.database}?${parameters}`;
}
