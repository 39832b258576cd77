import type { PhotoSide } from '@tarazu/protocol';
import * as z from 'zod/mini';
import type { PictureFacts } from '#domains/identity/examiner.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

const side = z.enum(['front', 'reverse', 'selfie']);

interface PictureColumns {
  readonly picture_id: string;
  readonly side: string;
  readonly width: number;
  readonly height: number;
  readonly contrast: number;
  readonly print: Buffer;
  readonly created_at: Date;
}

export interface StoredPicture extends PictureFacts {
  readonly pictureId: string;
  readonly side: PhotoSide;
  readonly createdAtMs: number;
}

const COLUMNS = 'picture_id, side, width, height, contrast, print, created_at';
const insertRow = statement(
  'identity-picture-insert',
  `insert into identity_picture (picture_id, login_id, side, byte_count, width, height, contrast, print, created_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);
const countSince = statement<{ count: number }>(
  'identity-picture-count',
  'select count(*)::int4 as count from identity_picture where login_id = $1 and created_at >= $2',
);
const selectNewest = statement<PictureColumns>(
  'identity-picture-newest',
  `select distinct on (side) ${COLUMNS} from identity_picture
    where login_id = $1 and created_at >= $2 order by side, created_at desc`,
);
const selectSome = statement<PictureColumns>(
  'identity-pictures',
  `select ${COLUMNS} from identity_picture where picture_id = any($1)`,
);
/** Photos that no submission took, in the order of their age. */
const removeOld = statement<{ picture_id: string }>(
  'identity-picture-sweep',
  `delete from identity_picture where picture_id in (
     select picture_id from identity_picture picture where created_at < $1
        and not exists (select from identity_case where login_id = picture.login_id
                         and picture_id in (front_id, reverse_id, selfie_id))
      order by created_at limit 500)
   returning picture_id`,
);
const selectKnown = statement<{ picture_id: string }>(
  'identity-picture-known',
  'select picture_id from identity_picture where picture_id = any($1)',
);

export async function insertPicture(
  on: Queryable,
  picture: StoredPicture & { readonly loginId: number; readonly bytes: number },
): Promise<void> {
  await insertRow(on, [
    picture.pictureId,
    picture.loginId,
    picture.side,
    picture.bytes,
    picture.width,
    picture.height,
    picture.contrast,
    picture.print,
    new Date(picture.createdAtMs),
  ]);
}

export async function countPictures(on: Queryable, loginId: number, sinceMs: number): Promise<number> {
  const [row] = await countSince(on, [loginId, new Date(sinceMs)]);
  return row?.count ?? 0;
}

/** The newest photo of each side that is not older than that. */
export async function newestPictures(
  on: Queryable,
  loginId: number,
  sinceMs: number,
): Promise<ReadonlyMap<PhotoSide, StoredPicture>> {
  const rows = await selectNewest(on, [loginId, new Date(sinceMs)]);
  return new Map(rows.map(pictureOf).map((picture) => [picture.side, picture]));
}

export async function findPictures(
  on: Queryable,
  ids: readonly string[],
): Promise<ReadonlyMap<string, StoredPicture>> {
  const rows = await selectSome(on, [ids]);
  return new Map(rows.map(pictureOf).map((picture) => [picture.pictureId, picture]));
}

/** Forgets photos that no submission took and that are older than that; gives their ids, some at a time. */
export async function removePictures(on: Queryable, beforeMs: number): Promise<readonly string[]> {
  return (await removeOld(on, [new Date(beforeMs)])).map((row) => row.picture_id);
}

export async function knownPictures(on: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await selectKnown(on, [ids])).map((row) => row.picture_id));
}

function pictureOf(row: PictureColumns): StoredPicture {
  return {
    pictureId: row.picture_id,
    side: side.parse(row.side),
    width: row.width,
    height: row.height,
    contrast: row.contrast,
    print: row.print,
    createdAtMs: row.created_at.getTime(),
  };
}
