import assert from 'node:assert/strict';
import { test } from 'node:test';
import { REFUSALS } from './refusals.ts';

test('each refusal has a code of its own', () => {
  const codes = new Map<number, string[]>();
  for (const [key, { code }] of Object.entries(REFUSALS)) codes.set(code, [...(codes.get(code) ?? []), key]);
  assert.deepEqual(
    [...codes.values()].filter((keys) => keys.length > 1),
    [],
  );
});
