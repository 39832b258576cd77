import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountId } from '@tarazu/core/values';
import { ChangeTracker } from '#stream/change-tracker.ts';

test('an account is quiet since its last change, never longer than is known', () => {
  let nowMs = 1_000;
  const quiet = new ChangeTracker(() => nowMs);
  const [asha, ravi] = [accountId(1), accountId(2)];
  assert.equal(quiet.unchangedForMs(asha), 0, 'nothing is known of the time before it listened');
  nowMs += 5_000;
  assert.equal(quiet.unchangedForMs(asha), 5_000);
  quiet.changed(asha);
  nowMs += 700;
  assert.equal(quiet.unchangedForMs(asha), 700);
  assert.equal(quiet.unchangedForMs(ravi), 5_700);
  quiet.forget();
  assert.equal(quiet.unchangedForMs(asha), 700, 'a change that may still matter is kept');
  nowMs += 60_000;
  assert.equal(quiet.unchangedForMs(asha), 30_000);
  quiet.forget();
  assert.equal(quiet.unchangedForMs(asha), 30_000, 'what is forgotten was long ago');
});
