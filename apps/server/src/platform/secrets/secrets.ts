import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { StartupError } from '#platform/config/startup-error.ts';

/**
 * The purpose of a keyed hash; each has a key of its own, so that a hash made for one is worthless for
 * another.
 */
export type SecretPurpose =
  | 'password'
  | 'transaction-password'
  | 'staff-password'
  | 'code'
  | 'captcha'
  | 'contact'
  | 'journal-salt'
  | 'order-mark'
  | 'session-end'
  | 'market-secret'
  | 'fingerprint'
  | 'message'
  | 'outbox'
  | 'step-up'
  | 'mail-word'
  | 'login-factor'
  | 'recovery-code'
  | 'passkey-user'
  | 'freeze-link'
  | 'digest-link'
  | 'invite-cursor'
  | 'staff-factor'
  | 'identity'
  | 'chat-picture'
  | 'api-key'
  | 'rail';

/**
 * Keyed hashes with a key that is not in the database, so
 * that a stolen database alone does not suffice to guess.
 */
export interface Secrets {
  /** HMAC-SHA-256 of the text under the key of the purpose. */
  hmac(purpose: SecretPurpose, text: string): Buffer;
  /** Whether `expected` is the hash of `text`, in a time that does not depend on where they differ. */
  isHmacOf(purpose: SecretPurpose, text: string, expected: Uint8Array): boolean;
  /** The text under the key of the purpose (AES-256-GCM): who has the database alone can't read it. */
  seal(purpose: SecretPurpose, text: string): Buffer;
  /** @throws Error when it was not sealed with this key for this purpose. */
  unseal(purpose: SecretPurpose, sealed: Buffer): string;
}

export interface SecretOptions {
  readonly keyFile: string;
  readonly mayBeMade: boolean;
  /** The sentence for a key that is missing and may not be made. */
  readonly whyNot?: string | undefined;
}

const KEY_BYTES = 32;
const TOKEN_BYTES = 32;

/**
 * Reads the key, or makes it at the first start where that is allowed.
 * @throws StartupError when it is missing or damaged, or others may read it.
 */
export function openSecrets(options: SecretOptions): Secrets {
  return secretsOf(readKey(options.keyFile) ?? makeKey(options));
}

function secretsOf(rootKey: Buffer): Secrets {
  const keys = new Map<SecretPurpose, Buffer>();
  const keyOf = (purpose: SecretPurpose): Buffer => {
    const known = keys.get(purpose);
    if (known !== undefined) return known;
    const derived = Buffer.from(hkdfSync('sha256', rootKey, '', `tarazu ${purpose}`, KEY_BYTES));
    keys.set(purpose, derived);
    return derived;
  };
  const hmac = (purpose: SecretPurpose, text: string): Buffer =>
    createHmac('sha256', keyOf(purpose)).update(text, 'utf8').digest();
  return {
    hmac,
    isHmacOf: (purpose, text, expected) => isSame(hmac(purpose, text), expected),
    seal: (purpose, text) => sealWith(keyOf(purpose), text),
    unseal: (purpose, sealed) => unsealWith(keyOf(purpose), sealed),
  };
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

function sealWith(key: Buffer, text: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
}

function unsealWith(key: Buffer, sealed: Buffer): string {
  const tagEnd = NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, tagEnd));
  return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString('utf8');
}

/** Compares two hashes in constant time; hashes of different lengths differ. */
export function isSame(first: Uint8Array, second: Uint8Array): boolean {
  return first.length === second.length && timingSafeEqual(first, second);
}

/** A session's token: 256 random bits for the client, of which only `hashOfToken` is kept. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

/** A token is random enough to need no salt and no slow hash. */
export function hashOfToken(token: string): string {
  return hash('sha256', token, 'hex');
}

function readKey(keyFile: string): Buffer | null {
  let text: string;
  try {
    text = readFileSync(keyFile, 'utf8').trim();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new StartupError(`The key file ${keyFile} can't be read by this user.`, { cause: error });
  }
  // First what it is: nobody shall close a file of the system because it was named by mistake.
  const key = Buffer.from(text, 'base64url');
  if (key.length !== KEY_BYTES) {
    throw new StartupError(
      `The key file ${keyFile} does not hold a key of 32 bytes in base64; bring it back from a backup.`,
    );
  }
  if ((statSync(keyFile).mode & 0o077) !== 0) {
    throw new StartupError(
      `Other users may read the key file ${keyFile}; close it with "chmod 600 ${keyFile}".`,
    );
  }
  return key;
}

function makeKey(options: SecretOptions): Buffer {
  if (!options.mayBeMade) {
    throw new StartupError(
      options.whyNot ??
        `The key file ${options.keyFile} (SECRET_KEY_FILE) does not exist. Make it once with ` +
          `"openssl rand -base64 32 > ${options.keyFile} && chmod 600 ${options.keyFile}" and keep a copy apart from the data.`,
    );
  }
  const key = randomBytes(KEY_BYTES);
  // `wx`: if another process made the file meanwhile, fail rather than replace a key that may be in use.
  writeFileSync(options.keyFile, `${key.toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  return key;
}
