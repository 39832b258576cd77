import { type Queryable, statement } from '#platform/database/pool.ts';

export interface ChatPictureRow {
  readonly pictureId: string;
  readonly threadId: string;
  readonly number: number;
  readonly loginId: number;
  /** Bytes as it was sent. */
  readonly bytes: number;
  readonly atMs: number;
}

const insertRow = statement(
  'chat-picture-insert',
  `insert into chat_picture (picture_id, thread_id, number, login_id, byte_count, created_at)
   values ($1, $2, $3, $4, $5, $6)`,
);
const countSince = statement<{ pictures: number; bytes: number }>(
  'chat-pictures-of-day',
  `select count(*)::int4 as pictures, coalesce(sum(byte_count), 0)::float8 as bytes from chat_picture
    where login_id = $1 and created_at > $2`,
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
  const { pictureId, threadId, number, loginId, bytes, atMs } = row;
  await insertRow(on, [pictureId, threadId, number, loginId, bytes, new Date(atMs)]);
}

/** How many pictures a login has sent since then, and of how many bytes. */
export async function sentSince(
  on: Queryable,
  loginId: number,
  sinceMs: number,
): Promise<{ readonly pictures: number; readonly bytes: number }> {
  const [row] = await countSince(on, [loginId, new Date(sinceMs)]);
  return row ?? { pictures: 0, bytes: 0 };
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
