import type { NetworkId } from '#market/catalogue/coin-networks.ts';
import { openTestDatabase } from '#platform/database/test-database.ts';
import { KeyRing } from '#rails/custody/key-ring.ts';
import { ChainScanner } from '#rails/custody/scanner.ts';
import { Inbox } from '#rails/hand-over/inbox.ts';
import { testSecrets } from '#rails/hand-over/test-secrets.ts';
import { openTestChain } from '#rails/sandbox-chain/test-chain-world.ts';
import { openTestSigner } from '#rails/signer/test-signer.ts';

/** Chains, signer and database of a test, with all between them: call it at the top level. */
export async function openTestCustody() {
  const database = await openTestDatabase();
  const chain = await openTestChain();
  const { clock } = chain;
  const signer = await openTestSigner(() => clock.nowMs());
  const secrets = testSecrets();
  const { pool } = database;
  const inbox = new Inbox({ pool, secrets, clock });
  const keys = new KeyRing({ pool, clock, signer: signer.client, kind: 'sandbox' });
  const scannerOf = (network: NetworkId): ChainScanner =>
    new ChainScanner({ pool, clock, chain: chain.rail(network), keys, inbox });
  return { database, pool, chain, clock, signer, secrets, inbox, keys, scannerOf };
}
