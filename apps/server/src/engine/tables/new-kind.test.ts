import assert from 'node:assert/strict';
import { registerHooks } from 'node:module';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openTestDatabase, type TestDatabase } from '#platform/database/test-database.ts';
import { createSettableClock } from '#platform/time/clock.ts';

/*
 * Kind of row that only this test knows, for which journal,
 * tables, crash, reload, audit and hash must work as they are.
 */

const DESCRIPTION = `
import { ACCOUNT_ID, AMOUNT, COUNT, column, TEXT } from '#model/rows/column.ts';
import { rowKind as describe } from '#model/rows/row-kind.ts';
const standings = describe()({
  table: 'standing',
  owner: 'account',
  life: 'state',
  storage: 'keyed',
  key: ['accountId', 'status'],
  fields: {
    accountId: column('account_id', ACCOUNT_ID),
    status: column('status', TEXT),
    times: column('times', COUNT),
    weight: column('weight', AMOUNT),
  },
});
`;
const TABLE = `create table standing (
  account_id int8 not null,
  status text not null,
  times int4 not null,
  weight int8 not null,
  primary key (account_id, status)
)`;
/** The command's use of it: how often an account came to each status. */
const CHANGE = `
  const standing = account.holdings.standings.get(row.status) ??
    { row: { accountId: row.accountId, status: row.status, times: 0, weight: 0n }, stamp: 0 };
  account.holdings.standings.set(row.status, standing);
  const { times, weight } = standing.row;
  replaceRow({ recorder, list: recorder.standings }, standing,
    { ...standing.row, times: times + 1, weight: weight + 5n });
`;

/** Sources as this test's kind makes them; the place that each change needs must be there. */
const CHANGED: readonly (readonly [path: string, place: string, change: (place: string) => string])[] = [
  ['/core/src/model/rows/kinds.ts', '\n/**\n * Every kind of row', (place) => `${DESCRIPTION}${place}`],
  ['/core/src/model/rows/kinds.ts', '} as const;\n\ntype Kinds', (place) => `  standings,\n${place}`],
  [
    '/core/src/accounts/grants.ts',
    '  return undefined;\n}\n\n/** The account with these own limits',
    (place) => `${CHANGE}${place}`,
  ],
];

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const changes = CHANGED.filter(([path]) => url.startsWith('file:') && fileURLToPath(url).endsWith(path));
    if (changes.length === 0) return loaded;
    let source = String(
      loaded.source instanceof Uint8Array ? new TextDecoder().decode(loaded.source) : loaded.source,
    );
    for (const [path, place, change] of changes) {
      assert.ok(source.includes(place), `${path} has the place for it`);
      source = source.replace(place, () => change(place));
    }
    return { ...loaded, source };
  },
});

// Only now: what is made from the list of kinds is made when it is loaded.
const { openEngine } = await import('#engine/open-engine.ts');
const { account, openAccount, worldCommands } = await import('#engine/test-world.ts');
const { auditNow, snapshotMidway } = await import('#engine/audit/test-audit.ts');
type Engine = Awaited<ReturnType<typeof openEngine>>;

const PERSON = account(1);

function open(database: TestDatabase): Promise<Engine> {
  return openEngine({
    connection: () => database.connection,
    clock: createSettableClock(1_795_000_000_000),
    log: { info: () => undefined, error: () => undefined },
    onStopped: (cause) => assert.fail(cause),
  });
}

function stateOnce(engine: Engine, wanted: 'open' | 'recovering'): Promise<void> {
  const reached = Promise.withResolvers<void>();
  const stop = engine.onState((state) => {
    if (state !== wanted) return;
    stop();
    reached.resolve();
  });
  return reached.promise;
}

async function come(engine: Engine, status: 'active' | 'frozen'): Promise<void> {
  const { outcome } = await engine.submit({ type: 'account.set', accountId: PERSON, status });
  assert.equal(outcome.ok, true);
}

test('a kind of row added in one place goes through journal, crash, reload, audit and hash (issue 8 section 3)', async () => {
  const database = await openTestDatabase();
  await database.pool.query(TABLE);
  const rows = async () =>
    (await database.pool.query('select status, times, weight from standing order by status')).rows;
  const engine = await open(database);
  for (const command of [...worldCommands(1_795_000_000_000), openAccount(PERSON)])
    await engine.submit(command);
  await come(engine, 'frozen');
  await come(engine, 'active');
  await come(engine, 'frozen');
  assert.deepEqual(await rows(), [
    { status: 'active', times: 1, weight: 5n },
    { status: 'frozen', times: 2, weight: 10n },
  ]);
  const auditAll = await snapshotMidway(database.pool);

  // A crash: the writer throws its memory away and reads the tables.
  const reopened = stateOnce(engine, 'open');
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
      where application_name like 'tarazu-engine%' and datname = current_database()`,
  );
  await reopened;
  await come(engine, 'active');
  await engine.stop();

  // A restart: another writer on the same tables.
  const next = await open(database);
  await come(next, 'frozen');
  await next.stop();
  assert.deepEqual(await rows(), [
    { status: 'active', times: 2, weight: 10n },
    { status: 'frozen', times: 3, weight: 15n },
  ]);

  const whole = await auditAll();
  assert.ok(whole.stateHash !== undefined);
  await database.pool.query(`update standing set weight = weight + 1 where status = 'frozen'`);
  const { problem } = await auditNow(database.pool);
  assert.match(problem ?? '', /table standing differs at account_id 1, status frozen: weight is/);
});
