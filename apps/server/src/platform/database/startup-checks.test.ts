import assert from 'node:assert/strict';
import { test } from 'node:test';
import { StartupError } from '#platform/config/startup-error.ts';
import { createPool } from './pool.ts';
import { checkDatabase } from './startup-checks.ts';
import { openTestDatabase } from './test-database.ts';

const { connection, pool } = await openTestDatabase({ migrations: null });

test('our own database passes', async () => {
  await checkDatabase(pool);
});

for (const unsafe of ['off', 'local', 'remote_write']) {
  test(`synchronous_commit=${unsafe} is refused in a sentence`, async () => {
    await assert.rejects(withSetting(`set synchronous_commit = ${unsafe}`), {
      name: 'StartupError',
      message: `The database runs with synchronous_commit=${unsafe}, so that a power cut could lose orders already answered; set synchronous_commit=on.`,
    });
  });
}

/**
 * Settings here can't be changed inside a session, so that a view of the same name stands before the
 * system's own.
 */
test('fsync, full_page_writes, data_sync_retry and an old version are refused, all at once', async () => {
  const shadow = `
    create temporary view pg_settings as select * from (values
      ('fsync', 'off'), ('full_page_writes', 'off'), ('synchronous_commit', 'on'),
      ('data_sync_retry', 'on'), ('server_version_num', '170006')
    ) as shadow (name, setting);
    set search_path = pg_temp, pg_catalog`;
  await assert.rejects(withSetting(shadow), (error) => {
    assert.ok(error instanceof StartupError);
    assert.deepEqual(
      error.message.split('\n').map((line) => line.split(/[;,]/)[0]),
      [
        'The database is PostgreSQL 17',
        'The database runs with fsync=off',
        'The database runs with full_page_writes=off',
        'The database runs with data_sync_retry=on',
      ],
    );
    return true;
  });
});

async function withSetting(sql: string): Promise<void> {
  const one = createPool({
    connection,
    name: 'unsafe',
    connectionsMax: 1,
    onConnectionLost: () => undefined,
  });
  try {
    await one.query(sql);
    await checkDatabase(one);
  } finally {
    await one.end();
  }
}
