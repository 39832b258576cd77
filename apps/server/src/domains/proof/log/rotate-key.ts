import { existsSync, renameSync, rmSync } from 'node:fs';
import { bytesOfHex, handoverHash, hexOf, NO_HEAD_HASH } from '@tarazu/core/proof';
import type pg from 'pg';
import { LogStore } from '#domains/proof/log/log-store.ts';
import { sha256 } from '#domains/proof/log/sha256.ts';
import { StartupError } from '#platform/config/startup-error.ts';
import { inTransaction } from '#platform/database/pool.ts';
import { boundFingerprint, fingerprintOf, rebindKey } from '#platform/secrets/installation-keys.ts';
import { isSame, openSecrets, type Secrets } from '#platform/secrets/secrets.ts';
import { openSigningKey, type SigningKey } from '#platform/secrets/signing-key.ts';

/** The replacement of a key on purpose: on a database that no server writes to meanwhile. */
export interface KeyRotation {
  readonly pool: pg.Pool;
  readonly file: string;
  readonly nowMs: number;
}

/**
 * The new key waits here until the database knows it: whatever
 * ends the work between the two, doing it again finishes it.
 */
const nextTo = (file: string): string => `${file}.next`;

/**
 * Another key signs from now on. The key before says so itself, over the newest head, so that apps and
 * witnesses follow without an alarm; unless it was lost: then they all raise one.
 * @returns the public key, in hexadecimal.
 */
export async function rotateSigningKey(
  rotation: KeyRotation & { readonly isOldLost: boolean },
): Promise<string> {
  const { pool, file, nowMs, isOldLost } = rotation;
  const bound = await boundFingerprint(pool, 'signing');
  const old = isOldLost ? undefined : openSigningKey({ file, mayBeMade: false, whyNot: goneWords(file) });
  const next = openSigningKey({ file: nextTo(file), mayBeMade: true });
  if (!bound || !isSame(bound, next.publicKey)) {
    if (bound && old && !isSame(bound, old.publicKey)) {
      rmSync(nextTo(file));
      throw new StartupError(
        `The signing key ${file} is not the one of this database, so that its word counts for nothing. Bring the right one back, ` +
          'or, if it is lost, add --lost: every app will then say that the key was replaced.',
      );
    }
    await inTransaction(pool, async (client) => {
      const oldKey = bound ?? old?.publicKey;
      if (oldKey) await handOver(new LogStore(client), { oldKey, next, old, nowMs });
      await rebindKey(client, 'signing', next.publicKey);
    });
  }
  renameSync(nextTo(file), file);
  return hexOf(next.publicKey);
}

const goneWords = (file: string): string =>
  `The signing key ${file} is missing, so that it can not say which key follows. Bring it back from a backup, ` +
  'or, if it is gone, add --lost: every app will then say that the key was replaced.';

async function handOver(
  store: LogStore,
  keys: {
    readonly oldKey: Uint8Array;
    readonly next: SigningKey;
    readonly old?: SigningKey | undefined;
    readonly nowMs: number;
  },
): Promise<void> {
  const last = await store.last();
  const says = {
    afterHead: last?.number ?? 0,
    headHash: last?.hash ?? NO_HEAD_HASH,
    oldKey: hexOf(keys.oldKey),
    newKey: hexOf(keys.next.publicKey),
    atMs: Math.max(keys.nowMs, last?.atMs ?? 0),
  };
  const message = bytesOfHex(handoverHash(sha256, says)) ?? new Uint8Array();
  await store.addHandover({ ...says, signature: keys.old && hexOf(keys.old.sign(message)) });
}

/** The key of before, undefined where it is lost, and the one from now on. */
export interface SecretKeys {
  readonly old: Secrets | undefined;
  readonly next: Secrets;
}

/**
 * Another secret key from now on, for when the one before was lost or became
 * known. All passwords are dead with it, and so is the log of heads, whose
 * salts came of it: it is closed, and a new one grows from the first command.
 * @param reseal puts what is sealed in the database under the new key.
 */
export async function replaceSecretKey(
  { pool, file }: KeyRotation,
  reseal: (on: pg.PoolClient, keys: SecretKeys) => Promise<void>,
): Promise<void> {
  const next = openSecrets({ keyFile: nextTo(file), mayBeMade: true });
  const bound = await boundFingerprint(pool, 'secret');
  const old = keyOfBefore(file, bound);
  if (!bound || !isSame(bound, fingerprintOf(next))) {
    await inTransaction(pool, async (client) => {
      await client.query('insert into log_head_past select * from log_head');
      await client.query('delete from log_head');
      await client.query('delete from log_node');
      await client.query('update key_handover set is_past = true');
      await reseal(client, { old, next });
      await rebindKey(client, 'secret', fingerprintOf(next));
    });
  }
  renameSync(nextTo(file), file);
}

/** The key that is replaced; undefined where it is lost, and with it what only it can read. */
function keyOfBefore(file: string, bound: Uint8Array | undefined): Secrets | undefined {
  if (!existsSync(file)) return undefined;
  const old = openSecrets({ keyFile: file, mayBeMade: false });
  return bound && isSame(bound, fingerprintOf(old)) ? old : undefined;
}
