import { type Queryable, statement } from '#platform/database/pool.ts';

export interface ChatPictureRow {
  readonly pictureId: string;
  readonly threadId: string;
  readonly number: number;
  readonly loginId: number;
  /** Bytes as it was sent. */
  readonly bytes: number;
  readonly storedBytes: number;
  readonly atMs: number;
  /** Person of staff who sent it; absent where the customer did. */
  readonly staffId?: number | undefined;
}

export interface PictureCount {
  /** Of the time that is asked about, and their bytes as sent. */
  readonly pictures: number;
  readonly bytes: number;
  /** All that are kept, and their bytes as stored. */
  readonly stored: number;
  readonly storedBytes: number;
}

const insertRow = statement(
  'chat-picture-insert',
  `insert into chat_picture (picture_id, thread_id, number, login_id, byte_count, stored_byte_count, created_at, staff_id)
   values ($1, $2, $3, $4, $5, $6, $7, $8)`,
);
/** Pictures that one login sent, which are few: more than a limit is never kept. */
const countOf = statement<PictureCount>(
  'chat-pictures-of-login',
  `select count(*) filter (where created_at > $2)::int4 as pictures,
          coalesce(sum(byte_count) filter (where created_at > $2), 0)::float8 as bytes,
          count(*)::int4 as stored, coalesce(sum(stored_byte_count), 0)::float8 as "storedBytes"
     from chat_picture where login_id = $1 and staff_id is null`,
);
const selectOne = statement<{ picture_id: string }>(
  'chat-picture',
  `select picture_id from chat_picture
    where thread_id = $1 and number = $2 and ($3::int4 is null or login_id = $3)`,
);
const removeOld = statement<{ picture_id: string }>(
  'chat-picture-sweep',
  `delete from chat_picture where picture_id in
     (select picture_id from chat_picture where created_at < $1 order by created_at limit 500)
   returning picture_id`,
);
const selectKnown = statement<{ picture_id: string }>(
  'chat-picture-known',
  'select picture_id from chat_picture where picture_id = any($1)',
);

export async function insertPicture(on: Queryable, row: ChatPictureRow): Promise<void> {
  const { pictureId, threadId, number, loginId, bytes, storedBytes, atMs, staffId } = row;
  const values = [pictureId, threadId, number, loginId, bytes, storedBytes, new Date(atMs)];
  await insertRow(on, [...values, staffId ?? null]);
}

/** Pictures of a login: those sent since then, and those kept. */
export async function countPictures(on: Queryable, loginId: number, sinceMs: number): Promise<PictureCount> {
  const [row] = await countOf(on, [loginId, new Date(sinceMs)]);
  return row ?? { pictures: 0, bytes: 0, stored: 0, storedBytes: 0 };
}

/** Of one login where one is given: pictures of others do not exist for it. */
export async function findPictureId(
  on: Queryable,
  message: { readonly threadId: string; readonly number: number; readonly loginId?: number },
): Promise<string | undefined> {
  const { threadId, number, loginId } = message;
  const [row] = await selectOne(on, [threadId, number, loginId ?? null]);
  return row?.picture_id;
}

/** Forgets pictures that are older than that; gives their ids, some at a time. */
export async function removePictures(on: Queryable, beforeMs: number): Promise<readonly string[]> {
  return (await removeOld(on, [new Date(beforeMs)])).map((row) => row.picture_id);
}

export async function knownPictures(on: Queryable, ids: readonly string[]): Promise<ReadonlySet<string>> {
  return new Set((await selectKnown(on, [ids])).map((row) => row.picture_id));
}
