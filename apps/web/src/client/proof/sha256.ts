import { hexOf, sha256 } from '@tarazu/core/proof';

const encoder = new TextEncoder();

/**
 * SHA-256 of a text, at once. The browser's own digest exists only on secure origins, answers later, and
 * costs a turn of the event loop for each number that is tried; a proof of work tries tens of thousands.
 */
export function sha256Hex(text: string): string {
  return hexOf(sha256(encoder.encode(text)));
}
