import { hash } from 'node:crypto';

/** Node's SHA-256, many times faster than the one that the app carries. */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}
