import * as z from 'zod/mini';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { randomId } from '#platform/ids.ts';
import type { NoticeDetail } from './texts.ts';

export interface StoredNotice {
  readonly id: string;
  readonly kind: string;
  readonly detail: NoticeDetail;
  readonly link: string | undefined;
  readonly atMs: number;
  readonly read: boolean;
}

interface NoticeColumns {
  readonly notice_id: string;
  readonly kind: string;
  readonly detail: unknown;
  readonly link: string | null;
  readonly created_at: Date;
  readonly read: boolean;
}

const detailSchema = z.record(z.string(), z.string());

const insertRow = statement(
  'notice-insert',
  `insert into notice (notice_id, login_id, kind, detail, link, created_at) values ($1, $2, $3, $4, $5, $6)`,
);
/** Logins that one statement tells. */
const TOLD_AT_ONCE = 1_000;
const insertForSome = statement<{ last: bigint | null }>(
  'notice-insert-for-some',
  `with told as (select login_id from login where login_id > $5 order by login_id limit ${TOLD_AT_ONCE}),
        written as (insert into notice (notice_id, login_id, kind, detail, created_at)
                    select $1 || '-' || login_id, login_id, $2, $3, $4 from told)
   select max(login_id) as last from told`,
);
const selectPage = statement<NoticeColumns>(
  'notice-page',
  `select notice_id, kind, detail, link, created_at, read_at is not null as read from notice
    where login_id = $1 and ($2::timestamptz is null or (created_at, notice_id) < ($2, $3))
    order by created_at desc, notice_id desc limit $4`,
);
const countUnread = statement<{ unread: number }>(
  'notice-unread',
  'select count(*)::int4 as unread from notice where login_id = $1 and read_at is null',
);
const markRead = statement<{ notice_id: string }>(
  'notice-read',
  `update notice set read_at = coalesce(read_at, $3) where login_id = $1 and ($2::text is null or notice_id = $2)
     and ($2::text is not null or read_at is null) returning notice_id`,
);

export async function insertNotice(
  on: Queryable,
  notice: {
    readonly loginId: number;
    readonly kind: string;
    readonly detail?: NoticeDetail;
    readonly link?: string;
    readonly nowMs: number;
  },
): Promise<void> {
  const detail = JSON.stringify(notice.detail ?? {});
  await insertRow(on, [
    randomId(),
    notice.loginId,
    notice.kind,
    detail,
    notice.link ?? null,
    new Date(notice.nowMs),
  ]);
}

/** The same message to every login, so many at a time. */
export async function insertNoticeForAll(
  on: Queryable,
  notice: { readonly kind: string; readonly detail?: NoticeDetail; readonly nowMs: number },
): Promise<void> {
  const detail = JSON.stringify(notice.detail ?? {});
  const message = [randomId(), notice.kind, detail, new Date(notice.nowMs)] as const;
  for (let after: bigint | null = 0n; after !== null; ) {
    const [told] = await insertForSome(on, [...message, after]);
    after = told?.last ?? null;
  }
}

export interface NoticeCursor {
  readonly atMs: number;
  readonly id: string;
}

export async function listNotices(
  on: Queryable,
  page: { readonly loginId: number; readonly after: NoticeCursor | undefined; readonly limit: number },
): Promise<StoredNotice[]> {
  const { after } = page;
  const rows = await selectPage(on, [
    page.loginId,
    after === undefined ? null : new Date(after.atMs),
    after?.id ?? null,
    page.limit,
  ]);
  return rows.map((row) => ({
    id: row.notice_id,
    kind: row.kind,
    detail: detailSchema.parse(row.detail),
    link: row.link ?? undefined,
    atMs: row.created_at.getTime(),
    read: row.read,
  }));
}

export async function unreadCount(on: Queryable, loginId: number): Promise<number> {
  const [row] = await countUnread(on, [loginId]);
  return row?.unread ?? 0;
}

/** One notice, or all without an id. Returns how many of them there are. */
export async function readNotices(
  on: Queryable,
  which: { readonly loginId: number; readonly id?: string; readonly nowMs: number },
): Promise<number> {
  return (await markRead(on, [which.loginId, which.id ?? null, new Date(which.nowMs)])).length;
}
