import { DAY_MS } from '@tarazu/core/values';
import type { NoticeTopic } from '@tarazu/protocol';
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

/** The facts of a message as its row has them. */
export const readDetail = (detail: unknown): NoticeDetail => detailSchema.parse(detail);

/** A device that is being taken off is waited for and left out: a row for it would fail its key. */
const WHILE_IT_STAYS = 'for key share of d';
const insertRow = statement(
  'notice-insert',
  `with written as (insert into notice (notice_id, login_id, kind, detail, link, created_at, read_at)
     values ($1, $2, $3, $4, $5, $6::timestamptz,
       (select $6::timestamptz from notice_quiet where login_id = $2 and topic = $7::text))
     returning notice_id, login_id, created_at)
   insert into push_queue (notice_id, device_id, origin, next_try_at)
   select w.notice_id, d.device_id, d.origin, w.created_at from written w join push_device d using (login_id)
    where $7 is not null and not exists
      (select from push_quiet q where q.login_id = w.login_id and q.topic = $7)
   ${WHILE_IT_STAYS}`,
);
const KEPT_MS = 365 * DAY_MS;
const DELETED_AT_ONCE = 5_000;
const deleteOld = statement(
  'notice-clean',
  `delete from notice where notice_id in
     (select notice_id from notice where created_at < $1 order by created_at limit ${DELETED_AT_ONCE})`,
);
/** Logins that one statement tells. */
const TOLD_AT_ONCE = 1_000;
const insertForSome = statement<{ last: bigint | null }>(
  'notice-insert-for-some',
  `with addressed as (select login_id from login where login_id > $5 order by login_id limit ${TOLD_AT_ONCE}),
        written as (insert into notice (notice_id, login_id, kind, detail, created_at)
                    select $1 || '-' || login_id, login_id, $2, $3, $4 from addressed
                    returning notice_id, login_id, created_at),
        pushed as (insert into push_queue (notice_id, device_id, origin, next_try_at)
                   select w.notice_id, d.device_id, d.origin, w.created_at
                     from written w join push_device d using (login_id)
                    where 0 = (select count(*) from push_quiet q
                                where q.login_id = w.login_id and q.topic = $6)
                   ${WHILE_IT_STAYS})
   select max(login_id) as last from addressed`,
);
const selectPage = statement<NoticeColumns>(
  'notice-page',
  `select notice_id, kind, detail, link, created_at, read_at is not null as read from notice
    where login_id = $1 and ($2::timestamptz is null or (created_at, notice_id) < ($2, $3))
      and ($5::text[] is null or kind = any($5))
    order by created_at desc, notice_id desc limit $4`,
);
const countUnread = statement<{ unread: number }>(
  'notice-unread',
  'select count(*)::int4 as unread from notice where login_id = $1 and read_at is null',
);
const selectUnread = statement<NoticeColumns>(
  'notice-unread-between',
  `select notice_id, kind, detail, link, created_at, false as read from notice
    where login_id = $1 and read_at is null and created_at > $2 and created_at <= $3
    order by created_at desc, notice_id desc limit $4`,
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
    /** Its topic, of which a person may want no unread marks; always marked without one. */
    readonly topic?: NoticeTopic;
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
    notice.topic ?? null,
  ]);
}

/** The same message to every login, so many at a time. */
export async function insertNoticeForAll(
  on: Queryable,
  notice: {
    readonly kind: string;
    readonly topic: NoticeTopic;
    readonly detail?: NoticeDetail;
    readonly nowMs: number;
  },
): Promise<void> {
  const detail = JSON.stringify(notice.detail ?? {});
  const message = [randomId(), notice.kind, detail, new Date(notice.nowMs)] as const;
  for (let after: bigint | null = 0n; after !== null; ) {
    const [told] = await insertForSome(on, [...message, after, notice.topic]);
    after = told?.last ?? null;
  }
}

export interface NoticeCursor {
  readonly atMs: number;
  readonly id: string;
}

export async function listNotices(
  on: Queryable,
  page: {
    readonly loginId: number;
    readonly kinds: readonly string[] | undefined;
    readonly after: NoticeCursor | undefined;
    readonly limit: number;
  },
): Promise<StoredNotice[]> {
  const { after } = page;
  const rows = await selectPage(on, [
    page.loginId,
    after === undefined ? null : new Date(after.atMs),
    after?.id ?? null,
    page.limit,
    page.kinds ?? null,
  ]);
  return rows.map(noticeOf);
}

/** Newest first, of those that nobody has read. */
export async function unreadBetween(
  on: Queryable,
  of: {
    readonly loginId: number;
    readonly afterMs: number;
    readonly untilMs: number;
    readonly limit: number;
  },
): Promise<StoredNotice[]> {
  const { loginId, afterMs, untilMs, limit } = of;
  return (await selectUnread(on, [loginId, new Date(afterMs), new Date(untilMs), limit])).map(noticeOf);
}

function noticeOf(row: NoticeColumns): StoredNotice {
  return {
    id: row.notice_id,
    kind: row.kind,
    detail: readDetail(row.detail),
    link: row.link ?? undefined,
    atMs: row.created_at.getTime(),
    read: row.read,
  };
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

/** Some of those that are old. */
export async function cleanNotices(on: Queryable, nowMs: number): Promise<void> {
  await deleteOld(on, [new Date(nowMs - KEPT_MS)]);
}
