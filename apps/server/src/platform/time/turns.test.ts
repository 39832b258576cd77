import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from '#platform/time/turns.ts';

test('work of one key runs one after another, also after one that failed; other keys do not wait', async () => {
  const inTurn = createTurns<string>();
  const first = Promise.withResolvers<void>();
  const log: string[] = [];
  const slow = inTurn('a', async () => {
    await first.promise;
    log.push('first');
    throw new Error('it failed');
  });
  const next = inTurn('a', async () => void log.push('second'));
  await inTurn('b', async () => void log.push('other'));
  assert.deepEqual(log, ['other']);
  first.resolve();
  await assert.rejects(slow, /it failed/);
  await next;
  assert.deepEqual(log, ['other', 'first', 'second']);
  assert.equal(await inTurn('a', async () => 3), 3);
});
