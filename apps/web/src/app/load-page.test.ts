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

test('two tries share the one limit: 120 s in all', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  let tries = 0;
  const slow = () => {
    tries += 1;
    return new Promise<string>((_resolve, reject) =>
      setTimeout(() => reject(new TypeError('lost')), 100_000),
    );
  };
  const rejected = assert.rejects(withRetry(slow)(), ChunkError);
  context.mock.timers.tick(100_000);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(tries, 2);
  context.mock.timers.tick(20_000);
  await rejected;
});

test('a chunk that never comes fails after its time, and late answers change nothing', async (context) => {
  context.mock.timers.enable({ apis: ['setTimeout'] });
  const never = withRetry(() => new Promise<string>(() => undefined))();
  const rejected = assert.rejects(never, ChunkError);
  context.mock.timers.tick(120_000);
  await rejected;
});
