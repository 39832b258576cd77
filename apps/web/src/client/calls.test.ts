import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as protocol from '@tarazu/protocol';
import { API_PREFIX, CALLS, REQUEST_TIMEOUT_MS, SIGN_IN_CODE, STREAM_PATH, TOAST_CODE } from './calls.ts';

test('the table of calls is what the protocol declares', () => {
  const declared = Object.entries(protocol.OPERATIONS).map(([name, { method, path }]) => [
    name,
    `${method} ${path}`,
  ]);
  assert.deepEqual(Object.fromEntries(declared), CALLS);
});

test('the constants of the wire are those of the protocol', () => {
  assert.deepEqual(
    [API_PREFIX, REQUEST_TIMEOUT_MS, STREAM_PATH, SIGN_IN_CODE, TOAST_CODE],
    [
      protocol.API_PREFIX,
      protocol.REQUEST_TIMEOUT_MS,
      protocol.STREAM_PATH,
      protocol.REFUSALS.SIGN_IN_NEEDED.code,
      protocol.REFUSALS.DEMO_RESET_TODAY.code,
    ],
  );
});
