import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { systemClock } from '#platform/time/clock.ts';
import { type Engine, type EngineOptions, openEngine, waitAfter } from './open-engine.ts';
import { type Line, openLine } from './test-line.ts';
import { account, coinOrder, openAccount, worldCommands } from './test-world.ts';
import { EngineUnavailable } from './writer/unavailable.ts';

/* No success is answered that is not true, the engine rebuilds itself, then it serves. */
const TIMES = 20;
const TRIES_MAX = 20_000;
const SILENT_MS_MAX = 400;
const silent = { info: () => undefined, error: () => undefined };
type Database = Awaited<ReturnType<typeof openTestDatabase>>;

const DATABASES = 9;
const fresh: Database[] = [];
for (let n = 0; n < DATABASES; n += 1) fresh.push(await openTestDatabase());

interface World {
  readonly database: Database;
  readonly line: Line;
  readonly engine: Engine;
}

/** An engine whose database is at the other end of a line. */
async function openWorld(change: Partial<EngineOptions> = {}): Promise<World> {
  const database = fresh.pop();
  assert.ok(database, 'one database for each test');
  const line = await openLine(database.connection);
  database.beforeClose(line.close);
  const engine = await open(database, {
    ...change,
    connection: () => ({ ...database.connection, host: '127.0.0.1', port: line.port }),
  });
  for (const command of [...worldCommands(Date.now()), openAccount(account(1))]) await engine.submit(command);
  return { database, line, engine };
}

async function open(database: Database, change: Partial<EngineOptions>): Promise<Engine> {
  const engine = await openEngine({
    connection: () => database.connection,
    clock: systemClock,
    log: silent,
    dueEveryMs: 0,
    onStopped: (cause) => assert.fail(cause),
    ...change,
  });
  // Of a test that failed, too: what runs on would keep the file from ending.
  database.beforeClose(() => engine.stop());
  return engine;
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

const isUnavailable = (error: unknown): boolean =>
  error instanceof EngineUnavailable && error.reason === 'UNAVAILABLE';

/** Order into a fault, which has no answer, and the same order once more when the engine is open again. */
async function orderThrough(engine: Engine, clientId: string, fault: { begin(): unknown; end(): unknown }) {
  // The account is in memory, so that nothing but the commit meets the fault.
  await engine.submit(coinOrder(`${clientId}-first`));
  await fault.begin();
  const reopened = stateOnce(engine, 'open');
  await assert.rejects(engine.submit(coinOrder(clientId)), isUnavailable);
  await fault.end();
  await reopened;
  return await engine.submit(coinOrder(clientId));
}

async function timesInJournal(database: Database, clientId: string): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    'select count(*)::int as n from journal where client_id = $1',
    [clientId],
  );
  return rows[0]?.n ?? -1;
}

test(`a commit that fails, of any cause, ${TIMES} times: no answer, then the same order once`, async () => {
  const { database, engine } = await openWorld();
  const causes = ['disk_full', 'io_error', 'serialization_failure', 'deadlock_detected'];
  for (let n = 0; n < TIMES; n += 1) {
    const cause = causes[n % causes.length];
    const clientId = `order-failed-${n}`;
    const answer = await orderThrough(engine, clientId, {
      begin: () =>
        database.pool.query(`
          create function fail() returns trigger language plpgsql as
            $$ begin raise exception 'no' using errcode = '${cause}'; end $$;
          create trigger fail before update on lease for each row when (new.epoch = old.epoch)
            execute function fail();`),
      end: () => database.pool.query('drop function fail cascade'),
    });
    assert.equal(answer.duplicate, false, 'nothing of the failed commit is left');
    assert.equal(await timesInJournal(database, clientId), 1);
  }
  await engine.stop();
});

test('while no commit succeeds the engine says so, tries less and less often, and finds out by itself (trial 8)', async () => {
  const waits: unknown[] = [];
  const error = (fields: object): void => {
    if ('waitMs' in fields) waits.push(fields.waitMs);
  };
  const { database, engine } = await openWorld({ log: { info: () => undefined, error } });
  await engine.submit(coinOrder('order-before-full'));
  assert.equal(engine.isCommitting(), true);
  await database.pool.query(`
    create function fail() returns trigger language plpgsql as
      $$ begin raise exception 'no' using errcode = 'disk_full'; end $$;
    create trigger fail before update on lease for each row when (new.epoch = old.epoch) execute function fail();`);
  const before = engine.epoch();
  const opened: boolean[] = [];
  const enough = Promise.withResolvers<void>();
  const stop = engine.onState((state) => {
    if (state === 'open') opened.push(engine.isCommitting());
    if (opened.length === 5) enough.resolve();
  });
  await assert.rejects(engine.submit(coinOrder('order-when-full')), isUnavailable);
  await enough.promise;
  stop();
  assert.deepEqual(opened, [false, false, false, false, false], 'open, and nothing was written since');
  assert.deepEqual(waits.slice(0, 5), [0, 100, 200, 400, 800]);
  assert.equal(engine.epoch(), before + 5);
  await database.pool.query('drop function fail cascade');
  // Nobody orders: the engine tries by itself.
  await untilTrue(async () => {
    await database.pool.query('select pg_sleep(0.001)');
    return engine.isCommitting();
  });
  const { outcome } = await engine.submit(coinOrder('order-when-full'));
  assert.equal(outcome.ok, true);
  assert.deepEqual([waitAfter(1), waitAfter(2), waitAfter(7), waitAfter(50)], [0, 100, 3_200, 5_000]);
  await engine.stop();
});

test(`the line is cut in a commit, ${TIMES} times: whether it was written or not, the order is there once`, async () => {
  const { database, line, engine } = await openWorld();
  for (let n = 0; n < TIMES; n += 1) {
    const clientId = `order-cut-${n}`;
    const isWritten = n % 2 === 0;
    const answer = await orderThrough(engine, clientId, {
      begin: () => {
        line.set(isWritten ? 'deaf' : 'frozen');
        const isThere = async () => !isWritten || (await timesInJournal(database, clientId)) === 1;
        void untilTrue(isThere).then(() => {
          line.set('open');
          line.cut();
        });
      },
      end: () => undefined,
    });
    assert.equal(
      answer.duplicate,
      isWritten,
      'what was written is answered as it was, what was not is done now',
    );
    assert.equal(await timesInJournal(database, clientId), 1);
  }
  await engine.stop();
});

test('a frozen database: no answer, and what thaws too late writes nothing twice', async () => {
  const { database, line, engine } = await openWorld({
    silentMsMax: SILENT_MS_MAX,
    statementTimeoutMs: SILENT_MS_MAX,
  });
  const answer = await orderThrough(engine, 'order-frozen', {
    begin: () => line.set('frozen'),
    end: () => line.set('open'),
  });
  assert.equal(answer.outcome.ok, true);
  assert.equal(await timesInJournal(database, 'order-frozen'), 1);
  await engine.stop();
});

test('a database that is gone is noticed when nobody orders, frozen or cut', async () => {
  const { line, engine } = await openWorld({ silentMsMax: SILENT_MS_MAX, statementTimeoutMs: SILENT_MS_MAX });
  for (const fail of [() => line.set('frozen'), () => line.cut()]) {
    const [noticed, reopened] = [stateOnce(engine, 'recovering'), stateOnce(engine, 'open')];
    fail();
    await noticed;
    line.set('open');
    await reopened;
  }
  assert.equal((await engine.submit(coinOrder('order-after'))).outcome.ok, true);
  await engine.stop();
});

test('the answer to taking the lease anew is lost: the writer goes on, for nobody else has it', async () => {
  const { database, line, engine } = await openWorld();
  const epoch = async (): Promise<bigint> =>
    (await database.pool.query<{ epoch: bigint }>('select epoch from lease')).rows[0]?.epoch ?? -1n;
  const before = await epoch();
  const reopened = stateOnce(engine, 'open');
  line.loseAnswerTo('lease-renew');
  line.cut();
  await reopened;
  assert.equal(await epoch(), before + 2n, 'it was taken twice');
  assert.equal((await engine.submit(coinOrder('order-after'))).outcome.ok, true);
  await engine.stop();
});

test('a database that only reads: no answer, and orders again as soon as it writes', async () => {
  const { database, engine } = await openWorld();
  const name = database.connection.database;
  const answer = await orderThrough(engine, 'order-reading', {
    begin: async () => {
      await database.pool.query(`alter database ${name} set default_transaction_read_only = on`);
      const noticed = stateOnce(engine, 'recovering');
      await database.pool.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'tarazu-engine%'
          and datname = current_database()`,
      );
      await noticed;
    },
    end: () =>
      database.pool.query(`set default_transaction_read_only = off; alter database ${name} reset all`),
  });
  assert.equal(answer.duplicate, false);
  await engine.stop();
});

test('a standby waits while the writer lives, takes over when it falls silent, and the one that wakes writes nothing', async () => {
  const stopped = Promise.withResolvers<Error>();
  const { database, line, engine: first } = await openWorld({ onStopped: stopped.resolve });
  const waiting = Promise.withResolvers<void>();
  let isOpen = false;
  const opening = open(database, {
    standby: { onWaiting: waiting.resolve },
    silentMsMax: SILENT_MS_MAX * 5,
  });
  void opening.then(() => {
    isOpen = true;
  });
  await waiting.promise;
  assert.equal((await first.submit(coinOrder('order-before'))).outcome.ok, true);
  assert.equal(isOpen, false, 'the standby waits for a writer that lives');

  line.set('frozen');
  const late = assert.rejects(first.submit(coinOrder('order-late')), isUnavailable);
  const second = await opening;
  assert.equal((await second.submit(coinOrder('order-after'))).outcome.ok, true);
  line.set('open');
  await late;
  assert.equal((await stopped.promise).name, 'Fenced');
  assert.equal(await timesInJournal(database, 'order-late'), 0, 'the old writer wrote nothing');
  await second.stop();
});

test('a writer that falls over something after another took its lease does not take the lease back', async () => {
  const stopped = Promise.withResolvers<Error>();
  const { database, engine } = await openWorld({ onStopped: stopped.resolve });
  await database.pool.query("update lease set epoch = epoch + 1, holder = 'another'");
  // Any fault of ours: rows of the other writer that do not fit end it in the same way.
  const broken = Object.assign(coinOrder('order-broken'), { quantity: 'many' });
  await assert.rejects(engine.submit(broken), isUnavailable);
  assert.equal((await stopped.promise).name, 'Fenced');
  const { rows } = await database.pool.query('select holder from lease');
  assert.deepEqual(rows, [{ holder: 'another' }]);
});

/** As fast as the database answers. */
async function untilTrue(isTrue: () => Promise<boolean>): Promise<void> {
  for (let tries = 0; !(await isTrue()); tries += 1) assert.ok(tries < TRIES_MAX, 'what is waited for comes');
}
