import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { openSigner, type SignerOpening } from '#rails/signer/open-signer.ts';
import { SignerClient } from '#rails/signer/signer-client.ts';

const KEY = 'k-signer';

export interface TestSigner {
  readonly client: SignerClient;
  readonly folder: string;
  clientWith(key: string): SignerClient;
  restart(change?: Partial<SignerOpening>): Promise<void>;
}

/** A signer in this process, with a file of its own: call it at the top level. */
export async function openTestSigner(
  nowMs: () => number,
  change: Partial<SignerOpening> = {},
): Promise<TestSigner> {
  const folder = mkdtempSync(join(tmpdir(), 'tarazu-signer-'));
  const opening = { folder, kind: 'sandbox', key: KEY } as const;
  let current = await openSigner({ ...opening, ...change }, nowMs);
  after(async () => {
    await current.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const clientWith = (key: string): SignerClient =>
    new SignerClient({ address: async () => `http://127.0.0.1:${current.port}`, key });
  return {
    folder,
    client: clientWith(KEY),
    clientWith,
    restart: async (other = {}) => {
      await current.stop();
      current = await openSigner({ ...opening, ...other }, nowMs);
    },
  };
}
