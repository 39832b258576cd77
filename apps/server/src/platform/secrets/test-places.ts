import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PLACES_MAX } from './hash-pool.ts';
import { createPasswordHasher } from './password.ts';
import { openSecrets } from './secrets.ts';

/** Does something while every place of a lane of the process is taken: for tests. */
export async function withoutPlaces<T>(
  purpose: 'password' | 'staff-password',
  act: () => Promise<T>,
): Promise<T> {
  const root = mkdtempSync(join(tmpdir(), 'tarazu-places-'));
  const hasher = createPasswordHasher(openSecrets({ keyFile: join(root, 'key'), mayBeMade: true }), purpose);
  rmSync(root, { recursive: true, force: true });
  // A new hasher makes a hash of its own, whose place would be free again before the act is over.
  await hasher.verifyUnknown('');
  const { promise: over, resolve } = Promise.withResolvers<void>();
  let heldCount = 0;
  const held = Array.from({ length: PLACES_MAX.signIn }, () =>
    hasher.reserve(undefined, () => {
      heldCount += 1;
      return over;
    }),
  );
  const all = Promise.allSettled(held);
  try {
    assert.equal(heldCount, PLACES_MAX.signIn, 'every place was free');
    return await act();
  } finally {
    resolve();
    await all;
  }
}
