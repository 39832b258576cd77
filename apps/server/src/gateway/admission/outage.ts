import { EngineUnavailable } from '#engine/writer/unavailable.ts';
import { Busy } from '#platform/busy.ts';
import { StoreAway } from '#platform/files/object-store.ts';
import type { RefusalReply } from '#ports.ts';

const RETRY_AFTER_MS = 2_000;
/**
 * PostgreSQL: connection exceptions, not enough of something, shut down by somebody, read only after a change
 * of primary, not open yet.
 */
const DATABASE_AWAY = /^(08|53|57P|58|25006|55000)/;
const NETWORK_AWAY = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EHOSTUNREACH',
]);
/** `pg` gives these no code. */
const DRIVER_SENTENCES = [
  'Connection terminated',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end',
];

/**
 * The reply to a thrown error when something we depend on is away: the writer or the database. Undefined for
 * a mistake of ours, which is another thing.
 */
export function outageOf(error: unknown): RefusalReply | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof Busy) return { key: 'OVERLOADED', retryAfterMs: RETRY_AFTER_MS };
  if (error instanceof StoreAway) return { key: 'PICTURES_AWAY', retryAfterMs: RETRY_AFTER_MS };
  if (error instanceof EngineUnavailable) return { key: error.reason, retryAfterMs: RETRY_AFTER_MS };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const isAway =
    DATABASE_AWAY.test(code) ||
    NETWORK_AWAY.has(code) ||
    DRIVER_SENTENCES.some((sentence) => error.message.includes(sentence));
  return isAway ? { key: 'UNAVAILABLE', retryAfterMs: RETRY_AFTER_MS } : undefined;
}
