import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** The bytes under a key (AES-256-GCM), bound to their name: they open under no other. */
export function sealBytes(key: Uint8Array, bytes: Uint8Array, name: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  cipher.setAAD(Buffer.from(name));
  const hidden = Buffer.concat([cipher.update(bytes), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), hidden]);
}

/** @throws Error when they were not sealed with this key under this name, or were changed since. */
export function unsealBytes(key: Uint8Array, sealed: Uint8Array, name: string): Buffer {
  const tagEnd = NONCE_BYTES + TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES));
  decipher.setAAD(Buffer.from(name));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, tagEnd));
  return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]);
}
