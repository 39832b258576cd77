import { saltedLeafHash } from '@tarazu/core/proof';
import type { LeafHasher } from '#domains/proof/log-store.ts';
import { sha256 } from '#domains/proof/sha256.ts';
import type { Secrets } from '#platform/secrets.ts';

/** The salt of a command's leaf in the log: told to those whose command it is, and not to be guessed by others. */
export function saltOf(secrets: Secrets, sequence: number): Uint8Array {
  return secrets.hmac('journal-salt', String(sequence));
}

export function leafHasher(secrets: Secrets): LeafHasher {
  return (sequence, leaf) => saltedLeafHash(sha256, { salt: saltOf(secrets, sequence), leaf });
}

/** A name for another's order or account that says nothing of it, and is the same wherever this command is explained. */
export function maskOf(secrets: Secrets, sequence: number, what: string): string {
  return secrets.hmac('journal-salt', `${sequence} ${what}`).toString('hex').slice(0, 24);
}
