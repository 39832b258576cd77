import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openEngine } from '#engine/open-engine.ts';
import { account, openAccount, worldCommands } from '#engine/test-world.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { JUMP_MAX_MS, SteadyClock, type TimeSources } from '#platform/time/steady-clock.ts';
import { isElsewhere, TimeCheck } from '#platform/time/time-check.ts';

const database = await openTestDatabase();
const HOUR_MS = 3_600_000;

/** A machine whose time passes when it is told to, and whose clock can be set. */
class Machine implements TimeSources {
  wall = Date.now();
  steady = 5_000;
  slept = 0;
  wallMs = (): number => this.wall;
  steadyMs = (): number => this.steady;
  sleeplessMs = (): number => this.steady + this.slept;

  pass(ms: number): void {
    this.wall += ms;
    this.steady += ms;
  }

  sleep(ms: number): void {
    this.wall += ms;
    this.slept += ms;
  }
}

function watched(clock: SteadyClock, isDatabaseElsewhere: boolean) {
  const said: object[] = [];
  const log = { error: (fields: object) => said.push(fields) };
  return { said, watch: new TimeCheck({ clock, database: database.pool, isDatabaseElsewhere, log }) };
}

test('a jump of the clock, forward or back, is refused while it lasts; small corrections are taken (fault 12)', () => {
  const machine = new Machine();
  const clock = new SteadyClock(machine);
  const start = machine.wall;
  machine.wall += JUMP_MAX_MS;
  assert.equal(clock.nowMs(), start + JUMP_MAX_MS, 'a correction');
  machine.wall = start;
  for (const jump of [HOUR_MS, -HOUR_MS, JUMP_MAX_MS + 1]) {
    machine.wall += jump;
    machine.pass(10);
    assert.equal(clock.nowMs(), machine.wall - jump);
    assert.equal(clock.refusedMs, jump);
    machine.wall -= jump;
    assert.equal(clock.nowMs(), machine.wall);
    assert.equal(clock.refusedMs, 0);
  }
});

test('corrections do not add up to a jump within a minute (fault 12)', () => {
  const machine = new Machine();
  const clock = new SteadyClock(machine);
  machine.pass(1_000);
  machine.wall += 1_500;
  clock.nowMs();
  machine.pass(1_000);
  machine.wall += 1_500;
  clock.nowMs();
  assert.equal(clock.refusedMs, 3_000);
});

test('a machine that slept wakes to the right time (fault 12)', () => {
  const machine = new Machine();
  const clock = new SteadyClock(machine);
  machine.pass(1_000);
  machine.sleep(8 * HOUR_MS);
  assert.equal(clock.nowMs(), machine.wall);
  machine.wall += HOUR_MS;
  assert.equal(clock.nowMs(), machine.wall - HOUR_MS, 'what it did not sleep is a jump');
});

test('what a wrong clock says is not kept in the journal, and is said once (fault 12)', async () => {
  const machine = new Machine();
  const clock = new SteadyClock(machine);
  const { said, watch } = watched(clock, false);
  const engine = await openEngine({
    connection: () => database.connection,
    clock,
    log: { info: () => undefined, error: () => undefined },
    dueEveryMs: 0,
    onStopped: (cause) => assert.fail(cause),
  });
  for (const command of worldCommands(machine.wall)) await engine.submit(command);
  assert.equal(await watch.problem(), undefined);
  machine.wall += 24 * HOUR_MS;
  const answer = await engine.submit(openAccount(account(1)));
  assert.ok(answer.atMs < machine.wall - 23 * HOUR_MS, 'a day early nothing is settled');
  assert.match((await watch.problem()) ?? '', /^jumped: it is 86400 s ahead of the time that passed/);
  await watch.problem();
  assert.equal(said.length, 1);
  machine.wall -= 24 * HOUR_MS;
  assert.equal(await watch.problem(), undefined, 'the clock was put right');
  machine.wall -= HOUR_MS;
  assert.match(
    (await watched(new SteadyClock(machine), false).watch.problem()) ?? '',
    /^is wrong, or was: the journal is 3600 s ahead of it/,
  );
  await engine.stop();
});

test('the database on another machine is asked: it confirms a correction, and a start apart from it is refused (fault 12)', async () => {
  await database.pool.query('update lease set last_at_ms = 0');
  const machine = new Machine();
  machine.wall -= HOUR_MS;
  const wrong = new SteadyClock(machine);
  const { watch } = watched(wrong, true);
  await assert.rejects(watch.checkStart(), /clock is 3600 s behind the database's/);
  await watched(wrong, false).watch.checkStart();
  assert.match((await watch.problem()) ?? '', /^is 3600 s behind the database's$/);
  machine.wall = Date.now();
  assert.equal(await watch.problem(), undefined);
  assert.equal(wrong.nowMs(), machine.wall, 'the other machine says that the clock is right now');
});

test('only an address of another machine makes the database a witness', () => {
  const urls = [
    null,
    'postgres://localhost/x',
    'postgres://a:b@127.0.0.1:5/x',
    'postgres:///x?host=/run',
    'postgres://db.example/x',
  ];
  assert.deepEqual(urls.map(isElsewhere), [false, false, false, false, true]);
});
