import type { Language, NoticeTopic, OPERATIONS, OutputOf } from '@tarazu/protocol';
import type { Queryable } from '#platform/database/pool.ts';
import { type Reply, refuse, reply, type Session } from '#ports.ts';
import { listNotices, type NoticeCursor, readNotices, type StoredNotice, unreadCount } from './store.ts';
import type { NoticeKinds } from './texts.ts';

type NoticePage = OutputOf<(typeof OPERATIONS)['noticeList']>;

export interface NoticeParts {
  readonly database: Queryable;
  readonly kinds: NoticeKinds;
}

export async function readNoticePage(
  parts: NoticeParts,
  request: {
    readonly session: Session;
    readonly topic: NoticeTopic | undefined;
    readonly cursor: string | undefined;
    readonly limit: number;
    readonly language: Language;
  },
): Promise<Reply<NoticePage>> {
  const { loginId } = request.session;
  const after = request.cursor === undefined ? undefined : parseCursor(request.cursor);
  if (after === null)
    return refuse('INVALID_INPUT', {
      field: 'cursor',
      detail: { problem: 'cursor: must be the next of a list' },
    });
  const { topic } = request;
  const kinds = topic === undefined ? undefined : parts.kinds.kindsOf(topic);
  const found = await listNotices(parts.database, { loginId, kinds, after, limit: request.limit + 1 });
  const page = found.slice(0, request.limit);
  const last = page.at(-1);
  const list = page.map((notice) => noticeField(parts, notice, request.language));
  const unread = await unreadCount(parts.database, loginId);
  return reply({
    list,
    unread,
    ...(found.length > page.length && last !== undefined ? { next: `${last.atMs}_${last.id}` } : {}),
  });
}

function noticeField(
  { kinds }: NoticeParts,
  notice: StoredNotice,
  language: Language,
): NoticePage['list'][number] {
  const { id, kind, detail, atMs, read, link } = notice;
  const text = kinds.textOf(notice, language) ?? {
    title: kind,
    text: Object.values(detail).join(' '),
  };
  return { id, kind, atMs, read, ...text, ...(link === undefined ? {} : { link }) };
}

/** Null for text that no list gave. */
function parseCursor(text: string): NoticeCursor | null {
  const match = /^(\d{1,15})_([0-9a-z]{26})$/.exec(text);
  return match?.[1] === undefined || match[2] === undefined ? null : { atMs: Number(match[1]), id: match[2] };
}

export async function markNotices(
  parts: NoticeParts,
  session: Session,
  request: { readonly id: string; readonly nowMs: number },
): Promise<Reply<{ readonly unread: number }>> {
  const { loginId } = session;
  const which = request.id === 'all' ? {} : { id: request.id };
  const marked = await readNotices(parts.database, { loginId, ...which, nowMs: request.nowMs });
  if (request.id !== 'all' && marked === 0) return refuse('NOT_FOUND');
  return reply({ unread: await unreadCount(parts.database, loginId) });
}
