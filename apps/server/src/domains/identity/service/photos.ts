import { PHOTO_LIMITS, type PhotoSide } from '@tarazu/protocol';
import { lockIdentity } from '#domains/account/index.ts';
import {
  countPictures,
  insertPicture,
  newestPictures,
  type StoredPicture,
} from '#domains/identity/picture-store.ts';
import {
  DRAFT_MS_MAX,
  dayAround,
  type IdentityParts,
  PHOTOS_A_DAY,
  PICTURES_TRIED_A_DAY,
} from '#domains/identity/service/parts.ts';
import type { CaseRow } from '#domains/identity/store.ts';
import { cleanPicture } from '#gateway/upload/clean-picture.ts';
import type { SpooledFile } from '#gateway/upload/spool.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import { randomId } from '#platform/ids.ts';
import type { CleanPicture } from '#platform/pictures/cleaner.ts';
import { type Reply, refuse, reply, type Session } from '#ports.ts';

/**
 * Takes one photo: decoded and encoded anew in a process of its own, sealed, and kept as the newest of its
 * side until a submission takes it.
 */
export async function takePhoto(
  parts: IdentityParts,
  session: Session,
  photo: { readonly side: PhotoSide; readonly file: SpooledFile; readonly nowMs: number },
): Promise<Reply<{ readonly photosLeft: number }>> {
  const { pool, files } = parts;
  const { loginId } = session;
  const { side, file, nowMs } = photo;
  if (session.guest) return refuse('REGISTRATION_NEEDED');
  if ((await photosLeft(pool, loginId, nowMs)) === 0) return tooMany(nowMs);
  const cleaned = await cleanPicture(parts, {
    file,
    field: 'photo',
    megapixelsMax: PHOTO_LIMITS.megapixelsMax,
    tries: { key: String(loginId), limit: PICTURES_TRIED_A_DAY, nowMs: parts.clock.monotonicMs() },
  });
  if (!cleaned.ok) return cleaned;
  const pictureId = randomId();
  await files.write(pictureId, cleaned.data.bytes);
  const left = await keep(parts, { loginId, pictureId, side, nowMs, picture: cleaned.data });
  if (left !== undefined) return reply({ photosLeft: left });
  await files.remove(pictureId);
  return tooMany(nowMs);
}

/** How many are left after this one; undefined when others that came at the same time were the last. */
async function keep(
  { pool }: IdentityParts,
  kept: {
    readonly loginId: number;
    readonly pictureId: string;
    readonly side: PhotoSide;
    readonly nowMs: number;
    readonly picture: CleanPicture;
  },
): Promise<number | undefined> {
  const { loginId, nowMs, picture, ...named } = kept;
  return await inTransaction(pool, async (on) => {
    await lockIdentity(on, loginId);
    const left = await photosLeft(on, loginId, nowMs);
    if (left === 0) return undefined;
    const { bytes, ...facts } = picture;
    await insertPicture(on, { ...named, ...facts, loginId, bytes: bytes.length, createdAtMs: nowMs });
    return left - 1;
  });
}

function tooMany(nowMs: number) {
  const retryAfterMs = dayAround(nowMs).untilMs - nowMs;
  return refuse('PHOTOS_TODAY', { detail: { limit: String(PHOTOS_A_DAY) }, retryAfterMs });
}

/** How many photos may still be sent on the day of now. */
export async function photosLeft(on: Queryable, loginId: number, nowMs: number): Promise<number> {
  return Math.max(0, PHOTOS_A_DAY - (await countPictures(on, loginId, dayAround(nowMs).fromMs)));
}

/**
 * The photos that a submission now would take: the newest of each side. Those of documents that passed are
 * not taken again.
 */
export async function draftPhotos(
  on: Queryable,
  of: { readonly loginId: number; readonly cases: readonly CaseRow[]; readonly nowMs: number },
): Promise<ReadonlyMap<PhotoSide, StoredPicture>> {
  const passed = of.cases.find(({ state }) => state === 'succ')?.submitted_at.getTime() ?? 0;
  return await newestPictures(on, of.loginId, Math.max(passed, of.nowMs - DRAFT_MS_MAX));
}
