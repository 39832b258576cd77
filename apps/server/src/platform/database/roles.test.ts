import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Pool } from 'pg';
import { type DatabaseConfig, openDatabase } from '#platform/database/open-database.ts';
import { APP_ROLE, APPENDED_TABLES } from '#platform/database/roles.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { createLogger } from '#platform/logging.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarazu-roles-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const empty = await openTestDatabase({ migrations: null });
const migrated = await openTestDatabase();
const log = createLogger({ level: 'fatal', destination: process.stderr });
let folders = 0;

function opened(config: Partial<DatabaseConfig>): ReturnType<typeof openDatabase> {
  folders += 1;
  const dataDirectory = join(folder, String(folders));
  return openDatabase({ config: { dataDirectory, databaseUrl: null, ...config }, log });
}

const DENIED = { code: '42501' };

/** What the app's role may not do, whoever holds its connection. */
async function assertHeld(pool: Pool): Promise<void> {
  const { rows } = await pool.query<{ role: string }>('select current_user::text as role');
  assert.equal(rows[0]?.role, APP_ROLE);
  for (const table of APPENDED_TABLES) {
    for (const change of [`delete from ${table}`, `truncate ${table}`, `drop table ${table} cascade`])
      await assert.rejects(pool.query(change), DENIED, change);
  }
  for (const change of [
    'update journal_batch set epoch = epoch',
    'update fill set sequence = sequence',
    'update log_head set at_ms = at_ms',
    'create table mine (a int)',
    'alter table lease add column mine int',
    'create index mine on fill (sequence)',
    'create role mine superuser',
    'set role tarazu',
    "insert into migration (number, name, sha256) values (9999, 'x', 'y')",
    "copy (select 1) to program 'true'",
  ])
    await assert.rejects(pool.query(change), DENIED, change);
  assert.equal((await pool.query('update lease set last_sequence = last_sequence')).rowCount, 1);
}

test('in a PostgreSQL of our own the app can add to the journal and change nothing of it (trial 16)', async () => {
  const database = await opened({});
  try {
    await assertHeld(database.pool);
  } finally {
    await database.stop();
  }
});

test('with a database of the operator’s the owner migrates and the app’s role works (trial 16)', async () => {
  const { appUrl, url, pool } = empty;
  const config = { databaseUrl: appUrl, databaseOwnerUrl: url };
  const database = await opened(config);
  await assertHeld(database.pool);
  await database.stop();
  await pool.query(`grant update on journal_batch to ${APP_ROLE}`);
  await pool.query(`grant create on schema public to ${APP_ROLE}`);
  const again = await opened(config);
  await assertHeld(again.pool);
  await again.stop();
});

test('a role that may too much is refused where roles are split or money is real, and told else (trial 16)', async () => {
  const { appUrl, url, pool } = migrated;
  const both = { databaseUrl: url, databaseOwnerUrl: url };
  await assert.rejects(
    opened(both),
    /^StartupError: The database role "tarazu" of the app is a superuser\.\n.*DATABASE_OWNER_URL=/,
  );
  await assert.rejects(opened({ databaseUrl: url, mode: 'licensed' }), /is a superuser/);
  await (await opened({ databaseUrl: url, mode: 'sandbox' })).stop();
  await pool.query(`grant delete on fill to ${APP_ROLE}; alter table sweep owner to ${APP_ROLE}`);
  await assert.rejects(opened({ databaseUrl: appUrl, databaseOwnerUrl: url }), (error: Error) => {
    assert.match(error.message, /owns 1 tables, and so may change or drop them/);
    assert.match(error.message, /may change or delete rows of fill\./);
    return error.name === 'StartupError';
  });
});
