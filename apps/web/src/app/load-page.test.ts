import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChunkError, withRetry } from './load-page.ts';

test('a chunk that fails once is loaded again, one that fails twice is an error', async () => {
  let tries = 0;
  const failing = (failures: number) => async () => {
    tries += 1;
    if (tries <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return 'page';
  };
  assert.equal(await withRetry(failing(1))(), 'page');
  assert.equal(tries, 2);
  tries = 0;
  await assert.rejects(withRetry(failing(9)), ChunkError);
  assert.equal(tries, 2);
});

test('a chunk that never comes fails after its time, and late answers change nothing', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const never = withRetry(() => new Promise<string>(() => undefined))();
  const rejected = assert.rejects(never, ChunkError);
  context.mock.timers.tick(120_000);
  await new Promise((resolve) => setImmediate(resolve));
  context.mock.timers.tick(120_000);
  await rejected;
});
