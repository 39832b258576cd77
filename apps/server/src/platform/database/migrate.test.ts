import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { migrate, missingMigrations } from './migrate.ts';
import { createPool } from './pool.ts';
import { openTestDatabase, type TestDatabase } from './test-database.ts';

const root = mkdtempSync(join(tmpdir(), 'tarazu-migrations-'));
after(() => rmSync(root, { recursive: true, force: true }));

interface Trial {
  readonly database: TestDatabase;
  readonly folder: string;
  write(name: string, sql: string): void;
}

let trialCount = 0;
async function newTrial(): Promise<Trial> {
  trialCount += 1;
  const folder = join(root, `trial-${trialCount}`);
  mkdirSync(folder);
  const trial: Trial = {
    database: await openTestDatabase({ migrations: null }),
    folder,
    write: (name, sql) => writeFileSync(join(folder, name), sql),
  };
  trial.write('0001-first.sql', 'create table one (n int); insert into one values (1);');
  trial.write('0002-second-step.sql', 'create table two (n int);');
  return trial;
}

const run = (trial: Trial): Promise<string[]> => migrate({ pool: trial.database.pool, folder: trial.folder });
const trials = [
  await newTrial(),
  await newTrial(),
  await newTrial(),
  await newTrial(),
  await newTrial(),
  await newTrial(),
  await newTrial(),
  await newTrial(),
];
const take = (): Trial => {
  const trial = trials.pop();
  assert.ok(trial);
  return trial;
};

test('migrations are applied in order, once, and later ones are added', async () => {
  const trial = take();
  assert.deepEqual(await run(trial), ['0001-first.sql', '0002-second-step.sql']);
  assert.deepEqual(await run(trial), []);
  trial.write('0003-third.sql', 'insert into two select n from one;');
  assert.deepEqual(await run(trial), ['0003-third.sql']);
  const { rows } = await trial.database.pool.query(
    'select number, name, length(sha256) as length from migration order by 1',
  );
  assert.deepEqual(rows, [
    { number: 1, name: '0001-first.sql', length: 64 },
    { number: 2, name: '0002-second-step.sql', length: 64 },
    { number: 3, name: '0003-third.sql', length: 64 },
  ]);
});

test('two servers that start together apply each migration once', async () => {
  const trial = take();
  const applied = await Promise.all([run(trial), run(trial), run(trial)]);
  assert.deepEqual(applied.flat(), ['0001-first.sql', '0002-second-step.sql']);
});

test('a migration that fails changes nothing and keeps those before it', async () => {
  const trial = take();
  trial.write('0003-broken.sql', 'create table three (n int); insert into missing values (1);');
  await assert.rejects(
    run(trial),
    /^StartupError: The migration 0003-broken\.sql failed and changed nothing: relation "missing"/,
  );
  const { rows } = await trial.database.pool.query(
    `select count(*)::int as applied, to_regclass('three') as three from migration`,
  );
  assert.deepEqual(rows, [{ applied: 2, three: null }]);
});

test('an applied migration that was edited or renamed is refused', async () => {
  const trial = take();
  await run(trial);
  trial.write('0002-second-step.sql', 'create table two (n bigint);');
  await assert.rejects(
    run(trial),
    /^StartupError: The migration 0002-second-step\.sql is not the one applied/,
  );
  trial.write('0002-second-step.sql', 'create table two (n int);');
  await run(trial);
  renameSync(join(trial.folder, '0002-second-step.sql'), join(trial.folder, '0002-other.sql'));
  await assert.rejects(
    run(trial),
    /^StartupError: The migration 0002-other\.sql is not the one applied .*0002-second-step/,
  );
});

test('a migration may take longer than a statement of the product may', async () => {
  const trial = take();
  const hasty = createPool({
    connection: trial.database.connection,
    name: 'test',
    connectionsMax: 1,
    statementTimeoutMs: 300,
    onConnectionLost: () => undefined,
  });
  // The driver's own clock gives the server's two seconds more.
  trial.write('0003-long.sql', 'select pg_sleep(2.5);');
  assert.equal((await migrate({ pool: hasty, folder: trial.folder })).length, 3);
  await hasty.end();
});

test('a database of an older version says how many migrations it lacks, and is not changed by being asked', async () => {
  const trial = take();
  await run(trial);
  assert.equal(await missingMigrations(trial.database.pool, trial.folder), 0);
  trial.write('0003-third-step.sql', 'create table three (id int4);');
  assert.equal(await missingMigrations(trial.database.pool, trial.folder), 1);
  assert.equal(await missingMigrations(trial.database.pool, trial.folder), 1);
});

test('a database of a newer version is refused', async () => {
  const trial = take();
  await run(trial);
  rmSync(join(trial.folder, '0002-second-step.sql'));
  await assert.rejects(
    run(trial),
    /^StartupError: The database has the migration 0002-second-step\.sql, which this version/,
  );
});

test('a gap, a doubled number and a wrong name are refused before anything is applied', async () => {
  const trial = take();
  trial.write('0004-late.sql', 'select 1;');
  await assert.rejects(run(trial), /^StartupError: .*0004-late\.sql stands where 0003 is due/);
  rmSync(join(trial.folder, '0004-late.sql'));
  trial.write('0002-zz.sql', 'select 1;');
  await assert.rejects(run(trial), /^StartupError: .*0002-zz\.sql stands where 0003 is due/);
  rmSync(join(trial.folder, '0002-zz.sql'));
  trial.write('3-short.sql', 'select 1;');
  await assert.rejects(run(trial), /^StartupError: The migration 3-short\.sql must be named like/);
  const { rows } = await trial.database.pool.query(`select to_regclass('one') as one`);
  assert.deepEqual(rows, [{ one: null }]);
});
