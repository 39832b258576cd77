/**
 * Keys by which programs of a customer call: a key reads, or trades as well. No call that moves money out,
 * changes who somebody is or what protects them has a scope.
 */

export const API_KEY_SCOPES = ['read', 'trade'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];

/** A signature is taken so long before and after the time that it names. */
export const API_KEY_TIME_MS = 10_000;
export const API_KEYS_MAX = 10;
export const API_KEY_ADDRESSES_MAX = 10;

/** Parts of a call that a signature binds. */
export interface SignedCall {
  readonly atMs: number;
  readonly method: string;
  /** With the prefix, and without a query. */
  readonly path: string;
  /** The body of a POST, the query of a GET, as they are sent. */
  readonly fields: string;
}

/** The text that is signed, with HMAC-SHA-256 under the key’s secret. */
export function textToSign({ atMs, method, path, fields }: SignedCall): string {
  return [atMs, `${method} ${path}`, fields].join('\n');
}
