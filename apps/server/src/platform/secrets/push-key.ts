import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { StartupError } from '#platform/config/startup-error.ts';
import { makeFolder } from '#platform/make-folder.ts';

/** By which push services know this server (VAPID, RFC 8292): ECDSA on P-256, private on this machine. */
export interface PushKey {
  /** The point, uncompressed, in base64url: what a browser subscribes with. */
  readonly publicKey: string;
  /** 64 bytes, as a token of ES256 has them. */
  sign(text: string): Buffer;
}

/**
 * Reads the key, or makes it at the first start. One that was lost is made again: devices then subscribe anew
 * when the app is next opened.
 * @throws StartupError when the file is damaged, or others may read it.
 */
export function openPushKey(file: string): PushKey {
  const key = readKey(file) ?? makeKey(file);
  return {
    publicKey: pointOf(key),
    sign: (text) => sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }),
  };
}

function pointOf(key: KeyObject): string {
  const { x, y } = createPublicKey(key).export({ format: 'jwk' });
  if (x === undefined || y === undefined) throw new Error('Invariant: a key on P-256 has its point');
  const point = [Buffer.from([UNCOMPRESSED]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  return Buffer.concat(point).toString('base64url');
}

const UNCOMPRESSED = 4;

function readKey(file: string): KeyObject | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new StartupError(`The push key ${file} can't be read by this user.`, { cause: error });
  }
  const key = keyOf(text, file);
  if ((statSync(file).mode & 0o077) !== 0)
    throw new StartupError(`Other users may read the push key ${file}; close it with "chmod 600 ${file}".`);
  return key;
}

function keyOf(text: string, file: string): KeyObject {
  const advice = `The push key ${file} is not a key on P-256; bring it back from a backup, or remove it to have a new one made.`;
  try {
    const key = createPrivateKey(text);
    if (key.asymmetricKeyDetails?.namedCurve === 'prime256v1') return key;
  } catch (error) {
    throw new StartupError(advice, { cause: error });
  }
  throw new StartupError(advice);
}

function makeKey(file: string): KeyObject {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  makeFolder(dirname(file));
  writeFileSync(file, privateKey.export({ format: 'pem', type: 'pkcs8' }), { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
  return privateKey;
}
