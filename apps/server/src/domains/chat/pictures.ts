import { createHash } from 'node:crypto';
import { DAY_MS } from '@tarazu/core/values';
import { CHAT_PICTURE_LIMITS, type OPERATIONS, type OutputOf } from '@tarazu/protocol';
import type pg from 'pg';
import {
  countPictures,
  findPictureId,
  insertPicture,
  knownPictures,
  removePictures,
} from '#domains/chat/picture-store.ts';
import { findThread } from '#domains/chat/store.ts';
import type { ActPicture, ActPictures } from '#domains/staff/index.ts';
import { cleanPicture } from '#gateway/upload/clean-picture.ts';
import { readSpooled, type SpooledFile } from '#gateway/upload/spool.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { SealedFiles } from '#platform/files/sealed-files.ts';
import { randomId } from '#platform/ids.ts';
import type { RateLimiter } from '#platform/network/rate-limit.ts';
import type { PictureCleaner } from '#platform/pictures/cleaner.ts';
import { type Reply, refuse, reply, type Session } from '#ports.ts';

/**
 * Pictures that come with messages: decoded and encoded anew in a process without network, sealed, and shown
 * to the customer of the conversation and, with an entry of the staff log, to customer service.
 */

export interface PictureParts {
  readonly pool: pg.Pool;
  readonly files: SealedFiles;
  readonly cleaner: PictureCleaner;
  /** Pictures that a login sent or looked at, good or not: each takes a process or a whole file. */
  readonly tries: RateLimiter;
}

const PICTURES_A_DAY = 20;
const MEBIBYTE = 1_024 * 1_024;
const BYTES_A_DAY = 40 * MEBIBYTE;
/** Of one login, whatever a day allows: what was sent small may be stored as 4 MiB. */
const KEPT_MAX = 300;
const STORED_BYTES_MAX = 100 * MEBIBYTE;
/** Broken ones count too; those that we had no time for do not. */
const TRIED_A_DAY = 60;
const LOOKED_AT_A_DAY = 500;
const KEPT_DAYS = 180;
const MESSAGE_ID = /^\d{1,9}$/;

/** A picture that is written and not yet part of a message. */
export type ReadyPicture = ActPicture;

/** Hash of a file as it came: the same message with another picture is another message. */
export async function hashOfSpooled(file: SpooledFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of readSpooled(file)) hash.update(piece);
  return hash.digest('hex');
}

/** Takes the picture of a message that is not written yet. */
export async function takePicture(
  parts: PictureParts,
  { loginId }: Session,
  { file, nowMs }: { readonly file: SpooledFile; readonly nowMs: number },
): Promise<Reply<ReadyPicture>> {
  const may = await mayBring(parts.pool, { loginId, bytes: file.bytes, nowMs });
  return may.ok ? cleanAndStore(parts, file, { key: `sent:${loginId}`, nowMs }) : may;
}

async function cleanAndStore(
  parts: PictureParts,
  file: SpooledFile,
  { key, nowMs }: { readonly key: string; readonly nowMs: number },
): Promise<Reply<ReadyPicture>> {
  const { files } = parts;
  const cleaned = await cleanPicture(parts, {
    file,
    field: CHAT_PICTURE_LIMITS.part,
    megapixelsMax: CHAT_PICTURE_LIMITS.megapixelsMax,
    tries: { key, limit: TRIED_A_DAY, nowMs },
  });
  if (!cleaned.ok) return cleaned;
  const { bytes, width, height } = cleaned.data;
  const pictureId = randomId();
  await files.write(pictureId, bytes);
  return reply({ pictureId, bytes: file.bytes, storedBytes: bytes.length, width, height });
}

/** Pictures of answers of customer service: as those of customers, and counted by who sends them. */
export function staffPictures(parts: PictureParts): ActPictures {
  return {
    hash: hashOfSpooled,
    take: (file, { staffId, nowMs }) => cleanAndStore(parts, file, { key: `staff:${staffId}`, nowMs }),
    remove: ({ pictureId }) => parts.files.remove(pictureId),
  };
}

/** Whether one more picture may come: within a day, and beside all that are kept of the login. */
export async function mayBring(
  on: Queryable,
  of: {
    readonly loginId: number;
    readonly bytes: number;
    /** Absent before it is encoded: one more byte must fit. */
    readonly storedBytes?: number;
    readonly nowMs: number;
  },
): Promise<Reply<object>> {
  const { pictures, bytes, stored, storedBytes } = await countPictures(on, of.loginId, of.nowMs - DAY_MS);
  if (pictures >= PICTURES_A_DAY)
    return refuse('CHAT_PICTURES_TODAY', { detail: { limit: String(PICTURES_A_DAY) } });
  if (bytes + of.bytes > BYTES_A_DAY)
    return refuse('CHAT_PICTURE_BYTES_TODAY', { detail: { limit: `${BYTES_A_DAY / MEBIBYTE} MB` } });
  if (stored >= KEPT_MAX) return refuse('CHAT_PICTURES_FULL', { detail: { limit: String(KEPT_MAX) } });
  if (storedBytes + (of.storedBytes ?? 1) > STORED_BYTES_MAX)
    return refuse('CHAT_PICTURES_FULL', { detail: { limit: `${STORED_BYTES_MAX / MEBIBYTE} MB` } });
  return reply({});
}

/** Makes a picture part of a message. Under the lock of its chat. */
export async function attachPicture(
  on: Queryable,
  picture: ReadyPicture,
  message: {
    readonly threadId: string;
    readonly number: number;
    /** Customer of the conversation. */
    readonly loginId: number;
    readonly staffId?: number;
    readonly atMs: number;
  },
): Promise<void> {
  const { pictureId, bytes, storedBytes } = picture;
  await insertPicture(on, { ...message, pictureId, bytes, storedBytes });
}

/** The picture of one message of one's own. */
export async function readPicture(
  { pool, files, tries }: PictureParts,
  { loginId }: Session,
  asked: { readonly id: string; readonly message: string; readonly nowMs: number },
): Promise<Reply<OutputOf<(typeof OPERATIONS)['chatPicture']>>> {
  const { id, message, nowMs } = asked;
  if (!MESSAGE_ID.test(message)) return refuse('NOT_FOUND', { field: 'message' });
  const looked = tries.take({
    ...{ key: `seen:${loginId}`, limit: LOOKED_AT_A_DAY, windowMs: DAY_MS },
    nowMs,
  });
  if (!looked.allowed) return refuse('RATE_LIMITED', { retryAfterMs: looked.retryAfterMs });
  if ((await findThread(pool, id, loginId)) === undefined) return refuse('NOT_FOUND', { field: 'id' });
  const name = await findPictureId(pool, { threadId: id, number: Number(message), loginId });
  const bytes = name === undefined ? undefined : await files.read(name);
  if (bytes === undefined) return refuse('PICTURE_GONE');
  return reply({ type: 'image/jpeg', content: bytes.toString('base64') });
}

/** Removes pictures that were kept long enough. */
export async function sweepPictures(
  { pool, files }: PictureParts,
  nowMs: number,
  stop: AbortSignal,
): Promise<void> {
  for (;;) {
    stop.throwIfAborted();
    const removed = await removePictures(pool, nowMs - KEPT_DAYS * DAY_MS);
    for (const name of removed) await files.remove(name);
    if (removed.length === 0) return;
  }
}

/** Removes what a crash left: it walks over every file, and so comes once a day. */
export async function sweepOrphans(
  { pool, files }: Pick<PictureParts, 'pool' | 'files'>,
  stop: AbortSignal,
): Promise<void> {
  await files.sweep((names) => knownPictures(pool, names), stop);
}
