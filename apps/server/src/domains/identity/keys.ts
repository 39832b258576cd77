import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { sealBytes, unsealBytes } from '#platform/secrets/sealed-bytes.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

/** The keys of documents. All are made of one that lies in the database under the key of the installation. */
export interface IdentityKeys {
  seal(caseId: string, text: string): Buffer;
  /** Undefined for what this key can't read. */
  unseal(caseId: string, sealed: Uint8Array): string | undefined;
  /** Under which a number is looked for: equal numbers of one kind and country have equal hashes. */
  hashOf(kind: string, number: string): Buffer;
  pictureKey(pictureId: string): Uint8Array;
}

const KEY_BYTES = 32;

const readKey = statement<{ sealed: Buffer }>(
  'identity-key',
  'select sealed from identity_key where one_row',
);
/** Of two servers that start at once the first one's key stays. */
const insertKey = statement(
  'identity-key-insert',
  'insert into identity_key (sealed) values ($1) on conflict do nothing',
);
const updateKey = statement('identity-key-update', 'update identity_key set sealed = $1 where one_row');
const forgetKey = statement('identity-key-forget', 'delete from identity_key where one_row');
const forgetSealed = statement(
  'identity-case-forget',
  "update identity_case set sealed = null, appeal_sealed = null where case_id > ''",
);

/** Reads the key of documents, or makes it for a new database. */
export async function openIdentityKeys(on: Queryable, secrets: Secrets): Promise<IdentityKeys> {
  const made = secrets.seal('identity', randomBytes(KEY_BYTES).toString('base64'));
  await insertKey(on, [made]);
  const [row] = await readKey(on, []);
  if (row === undefined) throw new Error('Invariant: the key of documents was written a moment ago');
  return keysOf(Buffer.from(secrets.unseal('identity', row.sealed), 'base64'));
}

function keysOf(root: Buffer): IdentityKeys {
  const derived = (use: string): Buffer => Buffer.from(hkdfSync('sha256', root, '', use, KEY_BYTES));
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
export async function resealIdentity(
  on: Queryable,
  { old, next }: { readonly old: Secrets | undefined; readonly next: Secrets },
): Promise<void> {
  const [row] = await readKey(on, []);
  if (row === undefined) return;
  const root = old && unsealed(old, row.sealed);
  if (root !== undefined) {
    await updateKey(on, [next.seal('identity', root)]);
    return;
  }
  await forgetSealed(on, []);
  await forgetKey(on, []);
}

function unsealed(secrets: Secrets, sealed: Buffer): string | undefined {
  try {
    return secrets.unseal('identity', sealed);
  } catch {
    return undefined;
  }
}
