import assert from 'node:assert/strict';
import { test } from 'node:test';
import { letGoOfSlowest } from '#stream/backlog.ts';

test('readers together leave no more unread than there is room for: who leaves most goes first (trial 26)', () => {
  const gone: number[] = [];
  const readers = new Set(
    [0, 300, 0, 500, 200].map((backlogBytes) => ({
      backlogBytes,
      terminate: () => void gone.push(backlogBytes),
    })),
  );
  letGoOfSlowest(readers, 1_000);
  assert.deepEqual(gone, []);
  letGoOfSlowest(readers, 300);
  assert.deepEqual(gone, [500, 300]);
});
