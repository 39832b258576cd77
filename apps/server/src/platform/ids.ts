import { randomBytes } from 'node:crypto';

/** Lower case, without i, l, o and u, so that an id read aloud or typed again stays the same id. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ID_BYTES = 16;

/**
 * A random opaque id: 26 characters that carry 128 bits. It tells nothing about order, time or number of
 * things, and is safe in a URL, a file name and a log line.
 */
export function randomId(): string {
  return base32(randomBytes(ID_BYTES));
}

function base32(bytes: Uint8Array): string {
  let text = '';
  let pending = 0;
  let pendingBits = 0;
  for (const byte of bytes) {
    pending = (pending << 8) | byte;
    pendingBits += 8;
    while (pendingBits >= 5) {
      pendingBits -= 5;
      text += ALPHABET.charAt((pending >>> pendingBits) & 31);
    }
    pending &= (1 << pendingBits) - 1;
  }
  return pendingBits > 0 ? text + ALPHABET.charAt((pending << (5 - pendingBits)) & 31) : text;
}

/**
 * Makes the ids that join all log lines of one request. They need to differ, not to be secret, so that one
 * random prefix for the process and a counter are enough, and cost nothing on the path of an order.
 */
export function createRequestIds(): () => string {
  const prefix = randomId().slice(0, 8);
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
