import { createHash } from 'node:crypto';
import type { Order } from '@tarazu/core';
import { type AccountId, DAY_MS, MINUTE_MS } from '@tarazu/core/values';
import type { Language, OPERATIONS, OutputOf } from '@tarazu/protocol';
import type pg from 'pg';
import { mayBegin, mayOpen, maySend } from '#domains/chat/caps.ts';
import type { Help } from '#domains/chat/help.ts';
import {
  attachPicture,
  hashOfSpooled,
  mayBring,
  type PictureParts,
  type ReadyPicture,
  takePicture,
} from '#domains/chat/pictures.ts';
import {
  addMessage,
  addThread,
  type CallBack,
  findSent,
  findThread,
  listMessages,
  listThreads,
  lockChatOf,
  type Message,
  noteClosed,
  noteHelped,
  noteRead,
  noteWaiting,
  type OrderFact,
  readAnswerTimes,
  type Thread,
  type ThreadCursor,
  unreadOf,
} from '#domains/chat/store.ts';
import type { SpooledFile } from '#gateway/upload/spool.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import type { RateLimiter } from '#platform/network/rate-limit.ts';
import { type MarketPort, type Reply, refuse, reply, type Session } from '#ports.ts';

type Calls = typeof OPERATIONS;
type WireThread = OutputOf<Calls['chatRead']>['thread'];
type WireMessage = OutputOf<Calls['chatSend']>['list'][number];

export interface ChatParts {
  readonly pool: pg.Pool;
  readonly market: MarketPort;
  readonly limiter: RateLimiter;
  /** The automatic helper; absent where people alone answer. */
  readonly help: Help | undefined;
  readonly findOrder: (accountId: AccountId, orderId: bigint) => Promise<Order | undefined>;
  readonly onWritten: (loginId: number) => Promise<void>;
  readonly pictures: PictureParts;
}

const PAGE_LENGTH = 30;
const SENT_MAX = 30;
const SENT_WINDOW_MS = 10 * MINUTE_MS;
const SUBJECT_LENGTH_MAX = 80;
const MEASURED_FOR_MS = 30 * DAY_MS;
const CALL_BACK_AHEAD_MAX_MS = 7 * DAY_MS;

const limitOf = (limit: string | undefined): number => (limit === undefined ? PAGE_LENGTH : Number(limit));

export function wireThread(thread: Thread): WireThread {
  const { id, subject, state, lastAtMs, lastText, unread, waitingSinceMs } = thread;
  return {
    ...{ id, subject, state, lastAtMs, lastText, unread },
    ...(waitingSinceMs !== undefined && { waitingSinceMs }),
  };
}

export function wireMessage(message: Message): WireMessage {
  const { number, author, staff, text, atMs, order, callBack, picture } = message;
  return {
    ...{ id: String(number), author, text, atMs },
    ...(staff !== undefined && { name: staff }),
    ...(order && { order }),
    ...(callBack && { callBack }),
    ...(picture && { picture }),
  };
}

const refuseCursor = () =>
  refuse('INVALID_INPUT', { field: 'cursor', detail: { problem: 'cursor: must be the next of a list' } });

/** Null for text that no list gave. */
function threadCursor(text: string | undefined): ThreadCursor | undefined | null {
  if (text === undefined) return undefined;
  const match = /^(\d{1,15})_([0-9a-z]{26})$/.exec(text);
  return match?.[1] === undefined || match[2] === undefined ? null : { atMs: Number(match[1]), id: match[2] };
}

interface PageAsked {
  readonly cursor?: string | undefined;
  readonly limit?: string | undefined;
}

export async function readThreads(
  { pool, help }: ChatParts,
  { loginId }: Session,
  { cursor, limit, nowMs }: PageAsked & { readonly nowMs: number },
): Promise<Reply<OutputOf<Calls['chatThreads']>>> {
  const after = threadCursor(cursor);
  if (after === null) return refuseCursor();
  const most = limitOf(limit);
  const threads = await listThreads(pool, { loginId, after, limit: most + 1 });
  const page = threads.slice(0, most);
  const last = page.at(-1);
  return reply({
    list: page.map(wireThread),
    ...(threads.length > most && last !== undefined && { next: `${last.lastAtMs}_${last.id}` }),
    unread: await unreadOf(pool, loginId),
    answerTimes: await readAnswerTimes(pool, nowMs - MEASURED_FOR_MS),
    helper: help !== undefined,
  });
}

export async function readMessages(
  { pool }: ChatParts,
  { loginId }: Session,
  { id, cursor, limit }: PageAsked & { readonly id: string },
): Promise<Reply<OutputOf<Calls['chatMessages']>>> {
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor)) return refuseCursor();
  const thread = await findThread(pool, id, loginId);
  if (thread === undefined) return refuse('NOT_FOUND', { field: 'id' });
  const before = cursor === undefined ? undefined : Number(cursor);
  const most = limitOf(limit);
  const messages = await listMessages(pool, { threadId: id, before, limit: most + 1 });
  const page = messages.slice(0, most);
  const last = page.at(-1);
  return reply({
    thread: wireThread(thread),
    list: page.map(wireMessage),
    ...(messages.length > most && last !== undefined && { next: String(last.number) }),
  });
}

export interface Sending {
  readonly clientId: string;
  readonly id?: string | undefined;
  readonly text: string;
  readonly order?: string | undefined;
  readonly phone?: string | undefined;
  readonly callFromMs?: string | undefined;
  /** The picture that came with it. */
  readonly file?: SpooledFile | undefined;
  readonly nowMs: number;
  readonly language: Language;
}

type Sent = OutputOf<Calls['chatSend']>;

/** Sends a message of a customer; the helper answers first, unless a person was asked for. */
export async function sendMessage(
  parts: ChatParts,
  session: Session,
  sending: Sending,
): Promise<Reply<Sent>> {
  const { loginId } = session;
  const { pool, limiter } = parts;
  // Before anything is read of the file.
  if (sending.file !== undefined && session.guest) return refuse('REGISTRATION_NEEDED');
  const taken = limiter.take({
    key: `chat:${loginId}`,
    limit: SENT_MAX,
    windowMs: SENT_WINDOW_MS,
    nowMs: sending.nowMs,
  });
  if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
  const callBack = callBackOf(sending);
  if (callBack === 'wrong')
    return refuse('INVALID_INPUT', {
      field: 'callFromMs',
      detail: { problem: 'callFromMs: must be within the next 7 days' },
    });
  const order = await orderFact(parts, session, sending.order);
  if (order === 'unknown') return refuse('ORDER_UNKNOWN', { field: 'order' });
  const picture = await pictureOf(parts, session, sending);
  if (!picture.ok) return picture;
  // A file that is refused by a count is not read.
  const contentHash = await hashOfContent(sending);
  const ready = picture.data;
  const sent = await inTransaction(pool, async (on) => {
    await lockChatOf(on, loginId);
    const before = await findSent(on, loginId, sending.clientId);
    if (before !== undefined) return { isNew: false, sent: await sentBefore(on, before, contentHash) };
    const writing = { session, sending, order, callBack, contentHash, picture: ready };
    return { isNew: true, sent: await write({ ...parts, on }, writing) };
  });
  // A picture without a message: one that was refused, or was sent by the same id a moment before.
  if (ready !== undefined && !(sent.isNew && sent.sent.ok))
    await parts.pictures.files.remove(ready.pictureId);
  if (sent.sent.ok) await parts.onWritten(loginId);
  return sent.sent;
}

async function hashOfContent({ id, text, order, phone, callFromMs, file }: Sending): Promise<Buffer> {
  const content = [id, text, order, phone, callFromMs].map((part) => part ?? null);
  if (file !== undefined) content.push(await hashOfSpooled(file));
  return createHash('sha256').update(JSON.stringify(content)).digest();
}

/** The picture of a message; none of one that is there already, which is not decoded again. */
async function pictureOf(
  { pool, pictures }: ChatParts,
  session: Session,
  { clientId, file, nowMs }: Sending,
): Promise<Reply<ReadyPicture | undefined>> {
  if (file === undefined) return reply(undefined);
  if ((await findSent(pool, session.loginId, clientId)) !== undefined) return reply(undefined);
  return takePicture(pictures, session, { file, nowMs });
}

async function sentBefore(
  on: Queryable,
  before: NonNullable<Awaited<ReturnType<typeof findSent>>>,
  contentHash: Buffer,
): Promise<Reply<Sent>> {
  if (before.contentHash?.equals(contentHash) !== true)
    return refuse('CLIENT_ID_REUSED', { field: 'clientId' });
  return answerOf(on, before.threadId, before.number);
}

function callBackOf({ phone, callFromMs, nowMs }: Sending): CallBack | 'wrong' | undefined {
  if (phone === undefined) return callFromMs === undefined ? undefined : 'wrong';
  const fromMs = callFromMs === undefined ? nowMs : Number(callFromMs);
  return fromMs > nowMs + CALL_BACK_AHEAD_MAX_MS ? 'wrong' : { phone, fromMs: Math.max(fromMs, nowMs) };
}

/** The order as it stands now, so that both see what was talked about. */
async function orderFact(
  { findOrder, market }: ChatParts,
  { accountId, environment }: Session,
  id: string | undefined,
): Promise<OrderFact | 'unknown' | undefined> {
  if (id === undefined) return undefined;
  const order = /^\d{1,15}$/.test(id) ? await findOrder(accountId, BigInt(id)) : undefined;
  if (order === undefined) return 'unknown';
  const { instrumentId, side } = order;
  const symbol = market.listing(instrumentId)?.symbol ?? instrumentId;
  return { id, instrumentId, symbol, side, state: order.state.name, environment };
}

interface Writing {
  readonly session: Session;
  readonly sending: Sending;
  readonly order: OrderFact | undefined;
  readonly callBack: CallBack | undefined;
  readonly contentHash: Buffer;
  readonly picture: ReadyPicture | undefined;
}

async function write(parts: ChatParts & { readonly on: Queryable }, writing: Writing): Promise<Reply<Sent>> {
  const { on } = parts;
  const { session, sending } = writing;
  const { clientId, text, nowMs } = sending;
  const { loginId } = session;
  const may = await maySend(on, { loginId, withOrder: writing.order !== undefined, nowMs });
  if (!may.ok) return may;
  const { order, callBack, contentHash, picture } = writing;
  if (picture !== undefined) {
    const mayMore = await mayBring(on, { ...picture, loginId, nowMs });
    if (!mayMore.ok) return mayMore;
  }
  const thread = await threadFor(on, writing);
  if (!thread.ok) return thread;
  const { id } = thread.data;
  const words = { threadId: id, text: text.trim(), nowMs };
  const number = await addMessage(on, {
    ...words,
    author: 'customer',
    order,
    callBack,
    picture: picture && { width: picture.width, height: picture.height },
    clientId,
    contentHash,
  });
  if (picture !== undefined) await attachPicture(on, picture, { threadId: id, number, loginId, atMs: nowMs });
  await noteRead(on, id);
  await respond(parts, writing, thread.data);
  return answerOf(on, id, number);
}

/** The conversation that a message belongs to: the one that is named, or a new one. */
async function threadFor(on: Queryable, { session, sending }: Writing): Promise<Reply<Thread>> {
  const { loginId } = session;
  const { id, text, nowMs } = sending;
  if (id !== undefined) {
    const found = await findThread(on, id, loginId);
    if (found === undefined) return refuse('NOT_FOUND', { field: 'id' });
    const may = found.state === 'closed' ? await mayOpen(on, loginId) : reply({});
    return may.ok ? reply(found) : may;
  }
  const may = await mayBegin(on, { loginId, nowMs });
  if (!may.ok) return may;
  const subject = [...text.trim().replaceAll(/\s+/g, ' ')].slice(0, SUBJECT_LENGTH_MAX).join('');
  const made = await findThread(on, await addThread(on, { loginId, subject, nowMs }), loginId);
  if (made === undefined) throw new Error('Invariant: a conversation is there once it is made');
  return reply(made);
}

/** The helper's answer, or a place in the queue of people, who alone can look at a picture. */
async function respond(
  { on, help }: ChatParts & { readonly on: Queryable },
  { sending, callBack, picture }: Writing,
  { id, isPersonAsked }: Thread,
): Promise<void> {
  const { text, language, nowMs } = sending;
  if (help === undefined || isPersonAsked || callBack !== undefined || picture !== undefined)
    return noteWaiting(on, id, nowMs);
  const answer = help(text, language);
  await addMessage(on, { threadId: id, author: 'helper', text: answer.text, help: answer.help, nowMs });
  if (answer.help === undefined) await noteWaiting(on, id, nowMs);
  else await noteHelped(on, id);
}

/** A message and what came after it. */
async function answerOf(on: Queryable, id: string, number: number): Promise<Reply<Sent>> {
  const thread = await findThread(on, id);
  if (thread === undefined) throw new Error('Invariant: a message has its conversation');
  const messages = await listMessages(on, { threadId: id, before: undefined, limit: PAGE_LENGTH });
  const since = messages.filter((message) => message.number >= number);
  return reply({ thread: wireThread(thread), list: since.map(wireMessage) });
}

/** Changes one's own conversation and tells one's other devices. */
export async function changeThread(
  { pool, onWritten }: ChatParts,
  { loginId }: Session,
  change: { readonly id: string; readonly to: 'waiting' | 'read' | 'closed'; readonly nowMs: number },
): Promise<Reply<{ thread: WireThread }>> {
  const { id, to, nowMs } = change;
  const changed = await inTransaction(pool, async (on): Promise<Reply<Thread>> => {
    await lockChatOf(on, loginId);
    const thread = await findThread(on, id, loginId);
    if (thread === undefined) return refuse('NOT_FOUND', { field: 'id' });
    const may = to === 'waiting' && thread.state === 'closed' ? await mayOpen(on, loginId) : reply({});
    if (!may.ok) return may;
    if (to === 'waiting') await noteWaiting(on, id, nowMs);
    else if (to === 'closed') await noteClosed(on, id);
    else await noteRead(on, id);
    return reply((await findThread(on, id, loginId)) ?? thread);
  });
  if (!changed.ok) return changed;
  await onWritten(loginId);
  return reply({ thread: wireThread(changed.data) });
}
