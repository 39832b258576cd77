import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SnapshotQueue } from '#stream/snapshot-queue.ts';

/**
 * A queue in which each snapshot takes some time of a clock
 * that only moves by that, and by the timers of the test.
 */
function setUp(costMs: number) {
  const clock = { ms: 1_000 };
  const joined: string[] = [];
  const queue = new SnapshotQueue<string>({
    join: (reader, name, lastNumber) => {
      joined.push(`${reader} ${name}${lastNumber === undefined ? '' : ` after ${lastNumber}`}`);
      clock.ms += costMs;
    },
    flush: (reader) => joined.push(`${reader} flush`),
    monotonicMs: () => clock.ms,
  });
  const ask = (reader: string, from: number, to: number): void => {
    for (let nth = from; nth < to; nth += 1) queue.add(reader, `topic ${nth}`, undefined);
  };
  const countOf = (reader: string): number =>
    joined.filter((one) => one.startsWith(`${reader} topic`)).length;
  return { queue, joined, clock, ask, countOf };
}

test('who asks for little gets it at once, and in one frame', () => {
  const { queue, joined, ask } = setUp(0);
  ask('asha', 0, 2);
  queue.add('asha', 'own', 7);
  queue.start();
  assert.deepEqual(joined, ['asha topic 0', 'asha topic 1', 'asha own after 7', 'asha flush']);
});

test('snapshots are told in steps and by turns, within a fifth of the time (trial 26)', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { queue, joined, clock, ask, countOf } = setUp(0.5);
  for (const reader of ['flood', 'asha', 'ravi']) ask(reader, 0, 300);
  queue.start();
  assert.equal(clock.ms, 1_002, 'a step holds the thread for two milliseconds');
  ask('meena', 0, 1);
  for (let passed = 0; passed < 200; passed += 1) {
    clock.ms += 1;
    context.mock.timers.tick(1);
  }
  assert.equal(countOf('meena'), 1);
  assert.ok(
    joined.indexOf('meena topic 0') < 50,
    'one who comes later waits for one turn of each, not for all',
  );
  const busyMs = 0.5 * joined.filter((one) => one.includes('topic')).length;
  const share = (busyMs - 20) / (clock.ms - 1_000);
  assert.ok(share > 0.1 && share <= 0.21, `busy for ${share} of the time, besides what was saved up`);
  queue.stop();
});

test('a reader who asks for more than its share waits for it, alone', (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const { queue, clock, ask, countOf } = setUp(0);
  for (let round = 0; round < 10; round += 1) ask('flood', round * 300, round * 300 + 300);
  queue.start();
  assert.equal(countOf('flood'), 600);
  ask('asha', 0, 300);
  clock.ms += 100;
  context.mock.timers.tick(100);
  assert.deepEqual([countOf('asha'), countOf('flood')], [300, 610], 'a tenth of one each millisecond');
  queue.remove('flood', 'topic 2999');
  queue.drop('flood');
  clock.ms += 1_000;
  context.mock.timers.tick(1_000);
  assert.equal(countOf('flood'), 610, 'who has gone is told nothing');
});
