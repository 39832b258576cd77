import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartupError } from '#platform/config/startup-error.ts';
import { makeFolder } from '#platform/make-folder.ts';

/** Signs with Ed25519 under a key that stays on this machine. */
export interface SigningKey {
  /** 32 bytes, for everybody. */
  readonly publicKey: Uint8Array;
  /** 64 bytes. */
  sign(message: Uint8Array): Uint8Array;
}

export interface SigningKeyOptions {
  readonly file: string;
  readonly mayBeMade: boolean;
  /** The sentence for a key that is missing and may not be made. */
  readonly whyNot?: string | undefined;
}

/**
 * Reads the key, or makes it at the first start where that is allowed.
 * @throws StartupError when the file is missing or damaged, or others may read it.
 */
export function openSigningKey(options: SigningKeyOptions): SigningKey {
  const key = readKey(options.file) ?? makeAllowed(options);
  return { publicKey: rawPublicKey(key), sign: (message) => sign(null, message, key) };
}

/** Whether the signature is that of the holder of the key on the message. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== PUBLIC_KEY_BYTES) return false;
  const x = Buffer.from(publicKey).toString('base64url');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verify(null, message, key, signature);
}

const PUBLIC_KEY_BYTES = 32;

function rawPublicKey(key: KeyObject): Uint8Array {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  if (typeof x !== 'string') throw new Error('Invariant: an Ed25519 key has its public part');
  return Buffer.from(x, 'base64url');
}

function readKey(file: string): KeyObject | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new StartupError(`The signing key ${file} can't be read by this user.`, { cause: error });
  }
  // First what it is: nobody shall close a file of the system because it was named by mistake.
  const key = keyOf(text, file);
  if ((statSync(file).mode & 0o077) !== 0) {
    throw new StartupError(
      `Other users may read the signing key ${file}; close it with "chmod 600 ${file}".`,
    );
  }
  return key;
}

function keyOf(text: string, file: string): KeyObject {
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyType === 'ed25519') return key;
  } catch (error) {
    throw new StartupError(damaged(file), { cause: error });
  }
  throw new StartupError(damaged(file));
}

const damaged = (file: string): string =>
  `The signing key ${file} is not an Ed25519 key; bring it back from a backup.`;

function makeAllowed({ file, mayBeMade, whyNot }: SigningKeyOptions): KeyObject {
  if (mayBeMade) return makeKey(file);
  throw new StartupError(
    whyNot ??
      `The signing key ${file} (SIGNING_KEY_FILE) does not exist. Make it once with ` +
        `"openssl genpkey -algorithm ed25519 -out ${file} && chmod 600 ${file}" and keep a copy apart from the data.`,
  );
}

function makeKey(file: string): KeyObject {
  const { privateKey } = generateKeyPairSync('ed25519');
  const text = privateKey.export({ format: 'pem', type: 'pkcs8' });
  makeFolder(dirname(file));
  // `wx`: if another process made the file meanwhile, fail rather than replace a key that signed something.
  writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
  return privateKey;
}
