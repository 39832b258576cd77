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
  const { promise: over, resolve } = Promise.withResolvers<void>();
  const held = Array.from({ length: PLACES_MAX.signIn }, () => hasher.reserve(undefined, () => over));
  const all = Promise.allSettled(held);
  try {
    return await act();
  } finally {
    resolve();
    await all;
  }
}
