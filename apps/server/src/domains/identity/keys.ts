import { createHmac } from 'node:crypto';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { sealBytes, unsealBytes } from '#platform/secrets/sealed-bytes.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { derivedKey, type SecretsChange, StoredKey } from '#platform/secrets/stored-key.ts';

/** The keys of documents. All are made of one that lies in the database under the key of the installation. */
export interface IdentityKeys {
  seal(caseId: string, text: string): Buffer;
  /** Undefined for what this key can't read. */
  unseal(caseId: string, sealed: Uint8Array): string | undefined;
  /** Under which a number is looked for: equal numbers of one kind and country have equal hashes. */
  hashOf(kind: string, number: string): Buffer;
  pictureKey(pictureId: string): Uint8Array;
}

const storedKey = new StoredKey('identity_key', 'identity');
const forgetSealed = statement(
  'identity-case-forget',
  "update identity_case set sealed = null, appeal_sealed = null where case_id > ''",
);

/** Reads the key of documents, or makes it for a new database. */
export async function openIdentityKeys(on: Queryable, secrets: Secrets): Promise<IdentityKeys> {
  const root = await storedKey.open(on, secrets);
  const derived = (use: string): Buffer => derivedKey(root, use);
  const [textKey, numberKey] = [derived('text'), derived('number')];
  return {
    seal: (caseId, text) => sealBytes(textKey, Buffer.from(text), caseId),
    unseal: (caseId, sealed) => {
      try {
        return unsealBytes(textKey, sealed, caseId).toString('utf8');
      } catch {
        return undefined;
      }
    },
    hashOf: (kind, number) => createHmac('sha256', numberKey).update(`${kind} ${number}`).digest(),
    pictureKey: (pictureId) => derived(`picture ${pictureId}`),
  };
}

/**
 * Puts the key of documents under another key of the installation. Where the key before is lost, what it
 * opened is lost too: the sealed parts of documents are removed, and what stays says that somebody was
 * verified and when.
 */
export async function resealIdentity(on: Queryable, change: SecretsChange): Promise<void> {
  if ((await storedKey.reseal(on, change)) === 'lost') await forgetSealed(on, []);
}
