import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS } from '@tarazu/core/values';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { type Calendar, indianDays, quarterHours } from './calendar.ts';
import { createSettableClock } from './clock.ts';
import { PeriodStore } from './period-store.ts';
import { failingJobsText, Scheduler } from './scheduler.ts';

const database = await openTestDatabase();
const periods = new PeriodStore(database.pool);

/** A scheduler on a time of its own, with one job of which each turn ends when the test says so. */
function begin(
  job: { calendar?: Calendar; name?: string } = {},
  clock = createSettableClock(1_000 * DAY_MS),
) {
  let elapsedMs = 0;
  const turns: PromiseWithResolvers<void>[] = [];
  const said: unknown[] = [];
  const outcomes: string[] = [];
  const scheduler = new Scheduler({
    clock,
    periods,
    elapsedMs: () => elapsedMs,
    log: {
      info: (fields, message) => said.push([message, fields]),
      error: (fields, message) => said.push([message, fields]),
    },
    onTurn: (name, outcome) => outcomes.push(`${name} ${outcome}`),
  });
  const run = () => {
    const turn = Promise.withResolvers<void>();
    turns.push(turn);
    return turn.promise;
  };
  const name = job.name ?? 'test: turns';
  scheduler.add({ name, everyMs: 1_000, problem: 'It failed.', run, ...job });
  const pass = (ms: number): void => {
    elapsedMs += ms;
    clock.advance(ms);
    scheduler.look();
  };
  return { scheduler, turns, said, outcomes, pass, name, clock };
}

test('a turn begins when its time has come, and none while another is under way', async () => {
  const { scheduler, turns, pass, name } = begin();
  pass(999);
  assert.equal(turns.length, 0);
  pass(1);
  assert.equal(turns.length, 1);
  pass(5_000);
  assert.equal(turns.length, 1, 'the first is not over');
  const joined = scheduler.now(name);
  assert.equal(turns.length, 1, 'asked for, it is the one under way');
  turns[0]?.resolve();
  await joined;
  pass(999);
  assert.equal(turns.length, 1);
  pass(1);
  assert.equal(turns.length, 2);
  turns[1]?.resolve();
  await scheduler.stop();
});

test('a failure is counted, said once, and the next turn tries again', async () => {
  const { scheduler, turns, said, outcomes, pass, name } = begin();
  const cause = new Error('the database is away');
  for (let turn = 0; turn < 3; turn += 1) {
    pass(1_000);
    turns[turn]?.reject(cause);
    await scheduler.now(name);
  }
  assert.deepEqual(said, [['It failed.', { err: cause, job: name }]]);
  assert.equal(scheduler.jobs()[0]?.failures, 3);
  assert.match(failingJobsText(scheduler.jobs()) ?? '', /^test: turns: failed 3 times in a row, last at /);
  pass(1_000);
  turns[3]?.resolve();
  await scheduler.now(name);
  assert.deepEqual(said[1], ['Work by time goes well again.', { job: name, failures: 3 }]);
  assert.equal(failingJobsText(scheduler.jobs()), undefined);
  assert.equal(scheduler.jobs()[0]?.failures, 3, 'what failed stays counted');
  assert.deepEqual(
    outcomes,
    ['failed', 'failed', 'failed', 'done'].map((one) => `${name} ${one}`),
  );
  await scheduler.stop();
});

test('work that fails before it waits fails like any other', async () => {
  const { scheduler, said } = begin();
  const run = () => {
    throw new Error('Invariant: broken');
  };
  scheduler.add({ name: 'test: throws', everyMs: 1_000, problem: 'It threw.', run });
  await scheduler.now('test: throws');
  assert.equal(said.length, 1);
  await scheduler.stop();
});

test('a stop waits for the turn under way, and no other begins', async () => {
  const { scheduler, turns, pass } = begin();
  pass(1_000);
  let isStopped = false;
  const stopped = scheduler.stop().then(() => {
    isStopped = true;
  });
  await new Promise(setImmediate);
  assert.equal(isStopped, false);
  turns[0]?.resolve();
  await stopped;
  pass(10_000);
  assert.equal(turns.length, 1);
});

test('a stop tells the turn under way, and work that breaks off for it is neither done nor failed', async () => {
  const { scheduler, said, outcomes, clock } = begin();
  const name = 'test: long';
  const begun = Promise.withResolvers<void>();
  const run = (stop: AbortSignal) =>
    new Promise((_, reject) => {
      begun.resolve();
      stop.addEventListener('abort', () => reject(stop.reason));
    });
  scheduler.add({ name, everyMs: 1_000, problem: 'It failed.', calendar: indianDays, run });
  void scheduler.now(name);
  await begun.promise;
  await scheduler.stop();
  assert.deepEqual([said, outcomes], [[], []]);
  const days = indianDays(clock.nowMs()).number;
  assert.notEqual(await periods.lastDone(name), days, 'a restart does it');
});

test('the work of a day is done once a day, over restarts too, and a failed try is no day done', async () => {
  const daily = { calendar: indianDays, name: 'test: daily' };
  const first = begin(daily);
  first.pass(0);
  await turned(first, 1);
  first.turns[0]?.reject(new Error('not yet'));
  await first.scheduler.now(first.name);
  first.pass(1_000);
  await turned(first, 2);
  first.turns[1]?.resolve();
  await first.scheduler.now(first.name);
  first.pass(1_000);
  await first.scheduler.now(first.name);
  assert.equal(first.turns.length, 2, 'the day is done');
  const [state] = first.scheduler.jobs();
  assert.equal(state?.nextRunAtMs, indianDays(first.clock.nowMs()).endsAtMs);
  await first.scheduler.stop();

  const next = begin(daily, first.clock);
  next.pass(0);
  await next.scheduler.now(next.name);
  assert.equal(next.turns.length, 0, 'a restart finds the day done');
  first.clock.advance(DAY_MS);
  next.pass(1_000);
  await turned(next, 1);
  next.turns[0]?.resolve();
  await next.scheduler.stop();
});

test('who could not ask whether a day is done, and hears that it is, fails no more (operator 5)', async () => {
  const clock = createSettableClock(1_000 * DAY_MS);
  await periods.setDone('test: asked', { period: indianDays(clock.nowMs()).number, atMs: clock.nowMs() });
  let isAway = true;
  const said: string[] = [];
  const scheduler = new Scheduler({
    clock,
    periods: {
      lastDone: async (name) => {
        if (isAway) throw new Error('the database is away');
        return await periods.lastDone(name);
      },
      setDone: async () => assert.fail('it was done before'),
    },
    log: { info: (_, message) => said.push(message), error: (_, message) => said.push(message) },
  });
  const job = { name: 'test: asked', everyMs: 1_000, calendar: indianDays, problem: 'It failed.' };
  scheduler.add({ ...job, run: async () => assert.fail('it was done before') });
  await scheduler.now(job.name);
  assert.match(failingJobsText(scheduler.jobs()) ?? '', /^test: asked: failed 1 times in a row/);
  isAway = false;
  await scheduler.now(job.name);
  assert.equal(failingJobsText(scheduler.jobs()), undefined);
  assert.deepEqual(said, ['It failed.', 'Work by time goes well again.']);
  await scheduler.stop();
});

test('what a day failed to do is tried later and later', async () => {
  const { scheduler, turns, pass, name } = begin({ calendar: quarterHours, name: 'test: backs off' });
  pass(0);
  let tries = 0;
  for (const waitMs of [1_000, 2_000, 4_000]) {
    tries += 1;
    await turned({ turns }, tries);
    turns[tries - 1]?.reject(new Error('still not'));
    await scheduler.now(name);
    pass(waitMs - 1);
    await new Promise(setImmediate);
    assert.equal(turns.length, tries, `not before ${waitMs} ms`);
    pass(1);
  }
  await turned({ turns }, 4);
  turns[3]?.resolve();
  await scheduler.stop();
});

test('one name is one job, and nobody asks for a job that is not there', async () => {
  const { scheduler, turns, pass, name } = begin({ name: 'test: one name' });
  const again = { name, everyMs: 1, problem: 'It failed.', run: () => Promise.resolve() };
  assert.throws(() => scheduler.add(again), { message: `Invariant: one job is named ${name}` });
  assert.throws(() => scheduler.now('test: nobody'), {
    message: 'Invariant: a job is named test: nobody',
  });
  assert.deepEqual(
    scheduler.jobs().map((job) => job.name),
    [name],
  );
  pass(1_000);
  assert.equal(turns.length, 1, 'the job that was there first keeps its turns');
  turns[0]?.resolve();
  await scheduler.stop();
});

/** Waits until so many turns have begun: a calendar asks its store first. */
async function turned({ turns }: { turns: readonly unknown[] }, count: number): Promise<void> {
  while (turns.length < count) await new Promise(setImmediate);
}

test('days and hours begin as they do in India', () => {
  const midnightMs = Date.parse('2026-03-02T00:00:00+05:30');
  assert.equal(indianDays(midnightMs).number, indianDays(midnightMs - 1).number + 1);
  assert.equal(indianDays(midnightMs - 1).endsAtMs, midnightMs);
  assert.equal(quarterHours(midnightMs - 1).endsAtMs, midnightMs);
  assert.notEqual(quarterHours(midnightMs).number, quarterHours(midnightMs - 1).number);
});
