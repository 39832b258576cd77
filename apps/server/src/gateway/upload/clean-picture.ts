import { DAY_MS } from '@tarazu/core/values';
import type { RateLimiter } from '#platform/network/rate-limit.ts';
import type { CleanOutcome, CleanPicture, PictureCleaner } from '#platform/pictures/cleaner.ts';
import { type Reply, refuse, reply } from '#ports.ts';
import { readSpooled, type SpooledFile } from './spool.ts';

const BUSY_MS = 5_000;

export interface CleaningParts {
  readonly cleaner: PictureCleaner;
  /** Pictures that a caller sent, good or not: each takes a process. */
  readonly tries: RateLimiter;
}

export interface SentPicture {
  readonly file: SpooledFile;
  /** Field of the call that refusals name. */
  readonly field: string;
  readonly megapixelsMax: number;
  /** Pictures of this caller within a day, broken ones too; those that there was no time for do not count. */
  readonly tries: { readonly key: string; readonly limit: number; readonly nowMs: number };
}

/** Decodes and encodes a picture anew in a process of its own, as often as its sender may try. */
export async function cleanPicture(
  { cleaner, tries }: CleaningParts,
  { file, tries: use, ...sent }: SentPicture,
): Promise<Reply<CleanPicture>> {
  const tried = tries.take({ ...use, windowMs: DAY_MS });
  if (!tried.allowed) return refuse('RATE_LIMITED', { retryAfterMs: tried.retryAfterMs });
  const cleaned = await cleaner.clean(readSpooled(file));
  if (cleaned.ok) return reply(cleaned.picture);
  if (cleaned.problem === 'busy') tries.giveBack(use.key);
  return notAPicture(cleaned.problem, sent);
}

function notAPicture(
  problem: Extract<CleanOutcome, { ok: false }>['problem'],
  { field, megapixelsMax }: Pick<SentPicture, 'field' | 'megapixelsMax'>,
): Reply<never> {
  if (problem === 'busy') return refuse('OVERLOADED', { retryAfterMs: BUSY_MS });
  if (problem === 'type') return refuse('PHOTO_TYPE', { field });
  if (problem === 'pixels')
    return refuse('PHOTO_PIXELS', { field, detail: { limit: String(megapixelsMax) } });
  return refuse('PHOTO_BROKEN', { field });
}
