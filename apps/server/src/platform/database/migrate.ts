import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS } from '@tarazu/core/values';
import type pg from 'pg';
import { StartupError } from '#platform/config/startup-error.ts';
import type { Queryable } from '#platform/database/pool.ts';

export interface MigrateOptions {
  readonly pool: pg.Pool;
  /** Folder of `NNNN-title.sql` files, numbered from 0001 without a gap. */
  readonly folder: string;
}

interface Migration {
  readonly number: number;
  readonly name: string;
  readonly sha256: string;
  readonly sql: string;
}

interface AppliedRow {
  readonly number: number;
  readonly name: string;
  readonly sha256: string;
}

/** Any number will do, as long as no other program takes the same in this database. */
const LOCK_KEY = '7234917201';
/** A day: longer than any migration, and still an end. */
const PATIENCE_MS = DAY_MS;
const FILE_NAME = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.sql$/;

/**
 * Brings the database to the newest migration, forward only,
 * each in a transaction of its own, one server at a time.
 * @returns the names of those applied now.
 * @throws StartupError when the files and the database contradict each other.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const migrations = readMigrations(options.folder);
  const client = await options.pool.connect();
  try {
    // Building an index on a large table takes longer than a request may.
    await client.query('set statement_timeout = 0');
    await client.query(patiently(`select pg_advisory_lock(${LOCK_KEY})`));
    return await applyMissing(client, migrations);
  } finally {
    // Closes the connection, which gives back the lock and the setting, whatever happened.
    client.release(true);
  }
}

/** How many migrations a database lacks; reads only, so that an audit may ask. */
export async function missingMigrations(on: Queryable, folder: string): Promise<number> {
  const { rows } = await on.query<{ count: number }>('select count(*)::int4 as count from migration');
  return readMigrations(folder).length - (rows[0]?.count ?? 0);
}

async function applyMissing(client: pg.PoolClient, migrations: readonly Migration[]): Promise<string[]> {
  await client.query(
    `create table if not exists migration (
       number integer primary key,
       name text not null,
       sha256 text not null,
       applied_at timestamptz not null default now()
     )`,
  );
  const applied = await client.query<AppliedRow>(
    'select number, name, sha256 from migration order by number',
  );
  for (const row of applied.rows) checkApplied(row, migrations[row.number - 1]);
  const missing = migrations.slice(applied.rows.length);
  for (const migration of missing) await apply(client, migration);
  return missing.map((migration) => migration.name);
}

async function apply(client: pg.PoolClient, migration: Migration): Promise<void> {
  try {
    await client.query('begin');
    await client.query(patiently(migration.sql));
    await client.query('insert into migration (number, name, sha256) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.sha256,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`The migration ${migration.name} failed and changed nothing: ${reason}.`, {
      cause: error,
    });
  }
}

/**
 * A statement that the driver waits for as long as it takes:
 * it has a clock of its own beside that of the server.
 */
function patiently(text: string): pg.QueryConfig {
  const query = { text, query_timeout: PATIENCE_MS };
  return query;
}

function checkApplied(row: AppliedRow, file: Migration | undefined): void {
  if (file === undefined) {
    throw new StartupError(
      `The database has the migration ${row.name}, which this version does not know. ` +
        'It was used by a newer version: start that one, or restore a backup from before the upgrade.',
    );
  }
  if (file.name !== row.name || file.sha256 !== row.sha256) {
    throw new StartupError(
      `The migration ${file.name} is not the one applied to the database as ${row.name}. ` +
        'An applied migration never changes: bring back its file and add a new one.',
    );
  }
}

function readMigrations(folder: string): Migration[] {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
  return names.map((name, index) => {
    const number = Number(FILE_NAME.exec(name)?.[1]);
    if (Number.isNaN(number))
      throw new StartupError(`The migration ${name} must be named like 0001-first-tables.sql.`);
    if (number !== index + 1) {
      const expected = String(index + 1).padStart(4, '0');
      throw new StartupError(
        `The migrations must be numbered without a gap: ${name} stands where ${expected} is due.`,
      );
    }
    const sql = readFileSync(join(folder, name), 'utf8');
    return { number, name, sha256: createHash('sha256').update(sql).digest('hex'), sql };
  });
}
