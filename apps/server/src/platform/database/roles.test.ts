import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import type { Pool } from 'pg';
import { type DatabaseConfig, openDatabase } from '#platform/database/open-database.ts';
import { createPool } from '#platform/database/pool.ts';
import { APP_ROLE, APPENDED_TABLES, appRoleProblems, grantToApp } from '#platform/database/roles.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { createLogger } from '#platform/logging/logging.ts';

const folder = mkdtempSync(join(tmpdir(), 'tarazu-roles-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const empty = await openTestDatabase({ migrations: null });
const migrated = await openTestDatabase();
const unfinished = await openTestDatabase();
const log = createLogger({ level: 'fatal', destination: process.stderr });
let folders = 0;

function opened(config: Partial<DatabaseConfig>): ReturnType<typeof openDatabase> {
  folders += 1;
  const dataDirectory = join(folder, String(folders));
  return openDatabase({ config: { dataDirectory, databaseUrl: null, ...config }, log });
}

const DENIED = { code: '42501' };

/** The powers that the app's role must lack, whoever holds its connection. */
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

test('a start that died before its grants, and a table of later, leave the app its rights (trial 16)', async () => {
  const { appUrl, url, pool } = unfinished;
  const config = { databaseUrl: appUrl, databaseOwnerUrl: url };
  const worksOn = async (use: string): Promise<void> => {
    const database = await opened(config);
    await database.pool.query(use);
    await assertHeld(database.pool);
    await database.stop();
  };
  for (const [lost, use] of [
    [`revoke all on all tables in schema public from ${APP_ROLE}`, 'select * from journal_batch'],
    [`revoke insert on log_head from ${APP_ROLE}`, 'select * from log_head'],
    [
      `create table later (number int8 primary key); revoke all on later from ${APP_ROLE}`,
      'delete from later',
    ],
    [
      `revoke all on sequence one_time_code_code_id_seq from ${APP_ROLE}`,
      "select nextval('one_time_code_code_id_seq')",
    ],
    [`revoke usage on schema public from public, ${APP_ROLE}`, 'select * from lease'],
    [`grant truncate on movement, lease to ${APP_ROLE}`, 'select * from movement'],
  ] as const) {
    await pool.query(lost);
    await worksOn(use);
  }
});

test('a role that may not read or write one table is told which, where nobody else gives it rights (trial 16)', async () => {
  const { appUrl, url, pool } = unfinished;
  await pool.query(`revoke update on later from ${APP_ROLE}`);
  const app = createPool({
    connection: { connectionString: appUrl },
    name: 'tarazu-test',
    connectionsMax: 1,
    onConnectionLost: () => undefined,
  });
  assert.deepEqual(await appRoleProblems(app), [
    `The database role "${APP_ROLE}" of the app may not read or write later as the server has to.`,
  ]);
  await app.end();
  await grantToApp(pool, APP_ROLE);
  await (await opened({ databaseUrl: appUrl, databaseOwnerUrl: url })).stop();
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
  await pool.query(`grant delete on fill to public; alter table sweep owner to ${APP_ROLE}`);
  await assert.rejects(opened({ databaseUrl: appUrl, databaseOwnerUrl: url }), (error: Error) => {
    assert.match(error.message, /owns 1 tables, and so may change or drop them/);
    assert.match(error.message, /may change or delete rows of fill\./);
    return error.name === 'StartupError';
  });
});
