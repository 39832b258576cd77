import { hkdfSync, randomBytes } from 'node:crypto';
import { type Queryable, statement } from '#platform/database/pool.ts';
import type { SecretPurpose, Secrets } from '#platform/secrets/secrets.ts';

/** The two keys of an installation when one takes the place of the other. */
export interface SecretsChange {
  /** Undefined where it is lost. */
  readonly old: Secrets | undefined;
  readonly next: Secrets;
}

const KEY_BYTES = 32;

/**
 * A key of 32 bytes that lies in a table of one row under the key of the installation: with another key of
 * the installation it is sealed anew, and nothing that it protects.
 */
export class StoredKey {
  readonly #purpose: SecretPurpose;
  readonly #read;
  readonly #insert;
  readonly #update;
  readonly #forget;

  constructor(table: `${string}_key`, purpose: SecretPurpose) {
    const name = table.replaceAll('_', '-');
    this.#purpose = purpose;
    this.#read = statement<{ sealed: Buffer }>(name, `select sealed from ${table} where one_row`);
    // Of two servers that start at once the first one's key stays.
    this.#insert = statement(
      `${name}-insert`,
      `insert into ${table} (sealed) values ($1) on conflict do nothing`,
    );
    this.#update = statement(`${name}-update`, `update ${table} set sealed = $1 where one_row`);
    this.#forget = statement(`${name}-forget`, `delete from ${table} where one_row`);
  }

  /** Reads the key, or makes it for a new database. @throws Error under another key of the installation. */
  async open(on: Queryable, secrets: Secrets): Promise<Buffer> {
    await this.#insert(on, [secrets.seal(this.#purpose, randomBytes(KEY_BYTES).toString('base64'))]);
    const [row] = await this.#read(on, []);
    if (row === undefined) throw new Error('Invariant: this key was written a moment ago');
    return Buffer.from(secrets.unseal(this.#purpose, row.sealed), 'base64');
  }

  /** Seals it under another key of the installation, or forgets it as `lost` where the one before is. */
  async reseal(on: Queryable, { old, next }: SecretsChange): Promise<'kept' | 'lost'> {
    const [row] = await this.#read(on, []);
    if (row === undefined) return 'kept';
    const root = old && this.#unsealed(old, row.sealed);
    if (root === undefined) {
      await this.#forget(on, []);
      return 'lost';
    }
    await this.#update(on, [next.seal(this.#purpose, root)]);
    return 'kept';
  }

  #unsealed(secrets: Secrets, sealed: Buffer): string | undefined {
    try {
      return secrets.unseal(this.#purpose, sealed);
    } catch {
      return undefined;
    }
  }
}

/** A key of its own for one use of a root key. */
export function derivedKey(root: Uint8Array, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', root, '', use, KEY_BYTES));
}
