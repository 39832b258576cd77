import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { workEvery } from './timed-work.ts';

/** Work of which each turn ends when the test says so, on a clock of its own. */
function begin(context: TestContext) {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const turns: PromiseWithResolvers<void>[] = [];
  const errors: unknown[] = [];
  const work = workEvery(
    1_000,
    () => {
      const turn = Promise.withResolvers<void>();
      turns.push(turn);
      return turn.promise;
    },
    (error) => errors.push(error),
  );
  return { work, turns, errors, pass: (ms: number) => context.mock.timers.tick(ms) };
}

test('a turn begins when its time has come, and none while another is under way', async (context) => {
  const { work, turns, pass } = begin(context);
  pass(999);
  assert.equal(turns.length, 0);
  pass(1);
  assert.equal(turns.length, 1);
  pass(5_000);
  assert.equal(turns.length, 1, 'the first is not over');
  const joined = work.now();
  assert.equal(turns.length, 1, 'asked for, it is the one under way');
  turns[0]?.resolve();
  await joined;
  pass(1_000);
  assert.equal(turns.length, 2);
});

test('what fails is told, and the next turn tries again', async (context) => {
  const { work, turns, errors, pass } = begin(context);
  const first = work.now();
  const cause = new Error('the database is away');
  turns[0]?.reject(cause);
  await first;
  assert.deepEqual(errors, [cause]);
  pass(1_000);
  assert.equal(turns.length, 2);
});

test('work that fails before it waits is told as well', async (context) => {
  context.mock.timers.enable({ apis: ['setInterval'] });
  const errors: unknown[] = [];
  const cause = new Error('Invariant: broken');
  const work = workEvery(
    1_000,
    () => {
      throw cause;
    },
    (error) => errors.push(error),
  );
  await work.now();
  assert.deepEqual(errors, [cause]);
});

test('a stop waits for the turn under way, and no other begins', async (context) => {
  const { work, turns, pass } = begin(context);
  pass(1_000);
  let isStopped = false;
  const stopped = work.stop().then(() => {
    isStopped = true;
  });
  await new Promise(setImmediate);
  assert.equal(isStopped, false);
  turns[0]?.resolve();
  await stopped;
  pass(10_000);
  assert.equal(turns.length, 1);
});
