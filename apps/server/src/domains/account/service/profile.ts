import { createHash } from 'node:crypto';
import { parseClientId } from '@tarazu/core/values';
import type { CheckedInputOf, Language, OPERATIONS, OutputOf, Receipt } from '@tarazu/protocol';
import {
  insertNotice,
  listNotices,
  type NoticeCursor,
  readNotices,
  type StoredNotice,
  unreadCount,
} from '#domains/account/notice-store.ts';
import { demoGrants } from '#domains/account/service/accounts.ts';
import { accountNameOf, type SignInParts, userOf } from '#domains/account/service/sign-in.ts';
import { findEngineAccount, listAccounts, readLogin, updateProfile } from '#domains/account/store.ts';
import { noticeText } from '#domains/account/texts.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { maskContact } from '#platform/logging/masking.ts';
import { type Reply, receiptOf, refuse, reply, type Session } from '#ports.ts';

type Info = OutputOf<(typeof OPERATIONS)['userInfo']>;
type LoginInfo = OutputOf<(typeof OPERATIONS)['loginInfo']>;
type NoticePage = OutputOf<(typeof OPERATIONS)['noticeList']>;
type ProfileInput = CheckedInputOf<(typeof OPERATIONS)['userUpdate']>;

export async function readLoginInfo(parts: SignInParts, session: Session): Promise<LoginInfo> {
  const login = await readLogin(parts.pool, session.loginId);
  return { user: userOf(login), openAutoApply: 0, environment: session.environment };
}

export async function readInfo(parts: SignInParts, session: Session): Promise<Info> {
  const login = await readLogin(parts.pool, session.loginId);
  const sessions = await parts.sessions.list(session.loginId);
  const resetAtMs = await demoResetAtMs(parts, session.loginId);
  return {
    ...userOf(login),
    account: accountNameOf(login),
    nickname: login.nickname,
    idStatus: login.identityStatus,
    label: 'regular',
    environment: session.environment,
    registeredAtMs: login.registeredAtMs,
    country: login.country,
    language: login.language,
    tabBar: login.tabBar,
    guest: login.guest,
    sessions: sessions.map((listed) => ({ ...listed, current: listed.id === session.sessionId })),
    ...(login.phone === null ? {} : { phoneMasked: maskContact(login.phone) }),
    ...(login.email === null ? {} : { emailMasked: maskContact(login.email) }),
    ...(login.inviteCode === null ? {} : { inviteCode: login.inviteCode }),
    ...(resetAtMs === undefined ? {} : { demoResetAtMs: resetAtMs }),
  };
}

/** When the demo account was last reset, as the engine knows it. */
async function demoResetAtMs(parts: SignInParts, loginId: number): Promise<number | undefined> {
  const demo = (await listAccounts(parts.pool, loginId)).find((account) => account.environment === 'demo');
  if (demo === undefined) return undefined;
  return (await findEngineAccount(parts.pool, demo.accountId))?.resetAtMs;
}

export async function changeProfile(
  parts: SignInParts,
  session: Session,
  input: ProfileInput,
): Promise<Reply<Record<string, never>>> {
  if (Object.values(input).every((value) => value === undefined)) {
    return refuse('INVALID_INPUT', { detail: { problem: 'Give at least one field to change.' } });
  }
  const nickname = input.nickname?.trim();
  await updateProfile(parts.pool, session.loginId, { ...input, nickname });
  return reply({});
}

export async function resetDemo(
  parts: SignInParts,
  session: Session,
  clientIdText: string,
): Promise<Reply<{ receipt?: Receipt }>> {
  if (session.environment !== 'demo') return refuse('DEMO_ONLY');
  const clientId = parseClientId(clientIdText);
  if (clientId === undefined)
    return refuse('INVALID_INPUT', { field: 'clientId', detail: { problem: 'clientId' } });
  const contentHash = createHash('sha256').update('account.reset').digest('hex');
  const { accountId } = session;
  const answer = await parts.engine.submit({
    type: 'account.reset',
    accountId,
    clientId,
    contentHash,
    grants: demoGrants(parts.market),
  });
  if (answer.outcome.ok) return reply(receiptOf(answer));
  const { code, detail } = answer.outcome.refusal;
  return refuse(code, detail === undefined ? {} : { detail });
}

export async function readNoticePage(
  parts: SignInParts,
  request: {
    readonly session: Session;
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
  const found = await listNotices(parts.pool, { loginId, after, limit: request.limit + 1 });
  const page = found.slice(0, request.limit);
  const last = page.at(-1);
  const list = page.map((notice) => noticeField(notice, request.language));
  const unread = await unreadCount(parts.pool, loginId);
  return reply({
    list,
    unread,
    ...(found.length > page.length && last !== undefined ? { next: `${last.atMs}_${last.id}` } : {}),
  });
}

function noticeField(notice: StoredNotice, language: Language): NoticePage['list'][number] {
  const { id, kind, detail, atMs, read, link } = notice;
  const text = noticeText({ kind, detail, language }) ?? {
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
  parts: SignInParts,
  session: Session,
  request: { readonly id: string; readonly nowMs: number },
): Promise<Reply<{ readonly unread: number }>> {
  const { loginId } = session;
  const which = request.id === 'all' ? {} : { id: request.id };
  const marked = await readNotices(parts.pool, { loginId, ...which, nowMs: request.nowMs });
  if (request.id !== 'all' && marked === 0) return refuse('NOT_FOUND');
  return reply({ unread: await unreadCount(parts.pool, loginId) });
}

/** For other domains: a message to the owner of a login. Its kind must have sentences in `texts.ts`. */
export async function sendNotice(
  parts: { readonly pool: Queryable },
  notice: Parameters<typeof insertNotice>[1],
): Promise<void> {
  await insertNotice(parts.pool, notice);
}
