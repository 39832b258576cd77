import assert from 'node:assert/strict';
import { test } from 'node:test';
import type pg from 'pg';
import { createPool, inTransaction, statement } from './pool.ts';
import { openTestDatabase } from './test-database.ts';

const { connection, url, pool } = await openTestDatabase({ migrations: null });
await pool.query(
  'create table thing (id bigint primary key, amount numeric(30, 8), day date, at timestamptz, doc jsonb)',
);

test('bigint, numeric, dates and JSON arrive exact', async () => {
  await pool.query(
    `insert into thing values (9007199254740993, 0.10000000, '2026-11-20', to_timestamp(1.5), '{"b":1,"a":2}')`,
  );
  const read = statement<{ id: bigint; amount: string; day: string; at: Date; doc: unknown }>(
    'read-thing',
    'select id, amount, day, at, doc from thing where id = $1',
  );
  const rows = await read(pool, [9_007_199_254_740_993n]);
  assert.deepEqual(rows, [
    {
      id: 9_007_199_254_740_993n,
      amount: '0.10000000',
      day: '2026-11-20',
      at: new Date(1_500),
      doc: { a: 2, b: 1 },
    },
  ]);
  assert.deepEqual(
    (await pool.query(`select '{}'::bigint[] as none, '{1,null,-3}'::bigint[] as some`)).rows,
    [{ none: [], some: [1n, null, -3n] }],
  );
});

test('a pool may pass JSON on as text', async () => {
  const text = createPool({
    connection,
    name: 'text',
    connectionsMax: 1,
    jsonAsText: true,
    onConnectionLost: () => undefined,
  });
  const result = await text.query(
    `select '{"a": 1}'::json as plain, '{"a":1}'::jsonb as binary, 1::bigint as n`,
  );
  assert.deepEqual(result.rows, [{ plain: '{"a": 1}', binary: '{"a": 1}', n: 1n }]);
  await text.end();
});

test('a statement is planned once under its name', async () => {
  const one = createPool({ connection, name: 'one', connectionsMax: 1, onConnectionLost: () => undefined });
  const double = statement<{ twice: number }>('double', 'select $1::int * 2 as twice');
  assert.deepEqual(await double(one, [4]), [{ twice: 8 }]);
  assert.deepEqual(await double(one, [5]), [{ twice: 10 }]);
  const prepared = await one.query(`select name from pg_prepared_statements where name = 'double'`);
  assert.equal(prepared.rowCount, 1);
  await one.end();
});

test('a connection that is cut is told, and one that is being closed is not (trial 14)', async () => {
  const told: string[] = [];
  const lost = createPool({
    connection,
    name: 'lost',
    connectionsMax: 2,
    onConnectionLost: (error) => told.push(error.message),
  });
  const opened: pg.PoolClient[] = [];
  lost.on('connect', (client) => opened.push(client));
  await Promise.all([lost.query('select 1'), lost.query('select 1')]);
  const [first, second] = opened;
  assert.ok(first !== undefined && second !== undefined);
  first.emit('error', new Error('cut'));
  assert.deepEqual(told, ['cut']);
  const ended = lost.end();
  second.emit('error', new Error('terminating connection due to administrator command'));
  await ended;
  assert.deepEqual(told, ['cut']);
});

test('a statement that takes too long is cancelled by the server', async () => {
  const hasty = createPool({
    connection,
    name: 'hasty',
    connectionsMax: 1,
    statementTimeoutMs: 20,
    onConnectionLost: () => undefined,
  });
  await assert.rejects(hasty.query('select pg_sleep(60)'), /canceling statement due to statement timeout/);
  await hasty.end();
});

test('a transaction is kept when its work answers, and undone when it throws', async () => {
  const count = async (): Promise<unknown> =>
    (await pool.query('select count(*)::int as n from thing')).rows[0]?.n;
  const before = await count();
  await assert.rejects(
    inTransaction(pool, async (client) => {
      await client.query('insert into thing (id) values (2)');
      throw new Error('no');
    }),
    /^Error: no$/,
  );
  assert.equal(await count(), before);
  await inTransaction(pool, (client) => client.query('insert into thing (id) values (3)'));
  assert.equal(await count(), Number(before) + 1);
});

test('a connection that is lost inside a transaction fails that transaction, not the process, and is not used again', async () => {
  await assert.rejects(
    inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
      const lost = new Promise((resolve) => client.once('end', resolve));
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      await lost;
      await client.query('select 1');
    }),
    /not queryable/,
  );
  assert.equal((await pool.query('select 1 as one')).rows[0]?.one, 1);
});

test('an idle connection that is lost is told, and replaced', async () => {
  const told = Promise.withResolvers<Error>();
  const idle = createPool({ connection, name: 'idle', connectionsMax: 1, onConnectionLost: told.resolve });
  const { rows } = await idle.query<{ pid: number }>('select pg_backend_pid() as pid');
  await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  assert.match((await told.promise).message, /terminating connection/);
  assert.equal((await idle.query('select 1 as one')).rows[0]?.one, 1);
  await idle.end();
});

test('a database is also reached by its URL', async () => {
  const byUrl = createPool({
    connection: { connectionString: url },
    name: 'url',
    connectionsMax: 1,
    onConnectionLost: () => undefined,
  });
  assert.deepEqual((await byUrl.query('select current_database() as name')).rows, [
    { name: connection.database },
  ]);
  await byUrl.end();
});
