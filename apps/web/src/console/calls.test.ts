import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CONSOLE_OPERATIONS } from '@tarazu/protocol';
import { CONSOLE_CALLS } from './calls.ts';

test('the table of the console’s calls is what the protocol declares', () => {
  const declared = Object.entries(CONSOLE_OPERATIONS).map(([name, { method, path }]) => [
    name,
    `${method} ${path}`,
  ]);
  assert.deepEqual(Object.fromEntries(declared), CONSOLE_CALLS);
});
