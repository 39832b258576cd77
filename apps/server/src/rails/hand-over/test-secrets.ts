import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSecrets, type Secrets } from '#platform/secrets/secrets.ts';

/** Secrets of a key that is gone when they are opened: for tests. */
export function testSecrets(): Secrets {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-secrets-'));
  try {
    return openSecrets({ keyFile: join(folder, 'key'), mayBeMade: true });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
