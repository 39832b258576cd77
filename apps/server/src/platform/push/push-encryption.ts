import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The two keys of a browser's subscription, in base64url. */
export interface DeviceKeys {
  /** Its point on P-256, uncompressed. */
  readonly p256dh: string;
  /** 16 bytes that only the browser and we have. */
  readonly auth: string;
}

const CURVE = 'prime256v1';
const SALT_BYTES = 16;
const RECORD_BYTES = 4096;
/**
 * A record holds the text, its delimiter and the tag of the cipher; what is longer is refused by services.
 */
export const TEXT_BYTES_MAX = 3_993;
/** Texts are filled up to a multiple of this, so that the length says little about them. */
const FILLED_TO_BYTES = 512;
const LAST_RECORD = 2;

/** Whether a browser's key is a point of the curve: with another one nothing can be encrypted. */
export function isDevicePoint(p256dh: string): boolean {
  const ecdh = createECDH(CURVE);
  ecdh.generateKeys();
  try {
    return ecdh.computeSecret(Buffer.from(p256dh, 'base64url')).length > 0;
  } catch {
    return false;
  }
}

/**
 * The body of a push (RFC 8291, content coding `aes128gcm` of RFC 8188): only the browser can read it, not
 * the push service that carries it.
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: DeviceKeys,
  /** Given by the test, which has the example of the RFC; else fresh for each push. */
  fixed: { readonly privateKey?: Buffer; readonly salt?: Buffer; readonly isFilled?: boolean } = {},
): Buffer {
  const plain = Buffer.from(text);
  if (plain.length > TEXT_BYTES_MAX) throw new Error('Invariant: the text of a push is short');
  const ecdh = createECDH(CURVE);
  if (fixed.privateKey === undefined) ecdh.generateKeys();
  else ecdh.setPrivateKey(fixed.privateKey);
  const own = ecdh.getPublicKey();
  const device = Buffer.from(p256dh, 'base64url');
  const salt = fixed.salt ?? randomBytes(SALT_BYTES);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), device, own]);
  const secret = derive(ecdh.computeSecret(device), {
    salt: Buffer.from(auth, 'base64url'),
    info,
    bytes: 32,
  });
  const key = derive(secret, { salt, info: Buffer.from('Content-Encoding: aes128gcm\0'), bytes: 16 });
  const nonce = derive(secret, { salt, info: Buffer.from('Content-Encoding: nonce\0'), bytes: 12 });
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const fill = fixed.isFilled === false ? 0 : fillOf(plain.length);
  const sealed = [cipher.update(Buffer.concat([plain, Buffer.from([LAST_RECORD]), Buffer.alloc(fill)]))];
  sealed.push(cipher.final(), cipher.getAuthTag());
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES);
  head.writeUInt8(own.length, 4);
  return Buffer.concat([salt, head, own, ...sealed]);
}

function fillOf(length: number): number {
  const filled = Math.ceil((length + 1) / FILLED_TO_BYTES) * FILLED_TO_BYTES;
  return Math.min(filled, TEXT_BYTES_MAX) - length;
}

function derive(
  secret: Buffer,
  { salt, info, bytes }: { readonly salt: Buffer; readonly info: Buffer; readonly bytes: number },
): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}
