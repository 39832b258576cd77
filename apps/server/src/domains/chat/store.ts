import * as z from 'zod/mini';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { randomId } from '#platform/ids.ts';

export type ThreadState = 'waiting' | 'answered' | 'helped' | 'closed';
export type Author = 'customer' | 'staff' | 'helper';

export interface Thread {
  readonly id: string;
  readonly loginId: number;
  readonly subject: string;
  readonly state: ThreadState;
  readonly lastNumber: number;
  readonly lastText: string;
  readonly lastAtMs: number;
  readonly readNumber: number;
  readonly unread: number;
  readonly waitingSinceMs: number | undefined;
  readonly isPersonAsked: boolean;
}

const orderSchema = z.object({
  id: z.string(),
  instrumentId: z.string(),
  symbol: z.string(),
  side: z.enum(['buy', 'sell']),
  state: z.string(),
  environment: z.enum(['real', 'demo']),
});
const callBackSchema = z.object({ phone: z.string(), fromMs: z.number() });

const pictureSchema = z.object({ width: z.number(), height: z.number() });

/** Pixels of a picture as it was sent. */
export type PictureSize = z.output<typeof pictureSchema>;
export type OrderFact = z.output<typeof orderSchema>;
export type CallBack = z.output<typeof callBackSchema>;

export interface Message {
  readonly threadId: string;
  readonly number: number;
  readonly author: Author;
  /** Public number of the person of staff who wrote it, and the name that colleagues know. */
  readonly staff: string | undefined;
  readonly staffName: string | undefined;
  readonly text: string;
  readonly help: string | undefined;
  readonly order: OrderFact | undefined;
  readonly callBack: CallBack | undefined;
  readonly picture: PictureSize | undefined;
  readonly atMs: number;
}

interface ThreadColumns {
  readonly thread_id: string;
  readonly login_id: number;
  readonly subject: string;
  readonly state: ThreadState;
  readonly last_number: number;
  readonly last_text: string;
  readonly last_at: Date;
  readonly read_number: number;
  readonly unread: number;
  readonly waiting_since: Date | null;
  readonly asked_person_at: Date | null;
}

const threadOf = (row: ThreadColumns): Thread => ({
  id: row.thread_id,
  loginId: row.login_id,
  subject: row.subject,
  state: row.state,
  lastNumber: row.last_number,
  lastText: row.last_text,
  lastAtMs: row.last_at.getTime(),
  readNumber: row.read_number,
  unread: row.unread,
  waitingSinceMs: row.waiting_since?.getTime(),
  isPersonAsked: row.asked_person_at !== null,
});

const THREAD = `t.thread_id, t.login_id, t.subject, t.state, t.last_number, t.last_text, t.last_at, t.read_number,
  t.waiting_since, t.asked_person_at,
  (select count(*)::int4 from chat_message m
    where m.thread_id = t.thread_id and m.number > t.read_number and m.author <> 'customer') as unread`;

const lockLogin = statement('chat-lock', 'select pg_advisory_xact_lock(hashtextextended($1, 0))');
const selectThreads = statement<ThreadColumns>(
  'chat-threads',
  `select ${THREAD} from chat_thread t
    where t.login_id = $1 and ($2::timestamptz is null or (t.last_at, t.thread_id) < ($2, $3))
    order by t.last_at desc, t.thread_id desc limit $4`,
);
const selectThread = statement<ThreadColumns>(
  'chat-thread',
  `select ${THREAD} from chat_thread t where t.thread_id = $1 and ($2::int4 is null or t.login_id = $2)`,
);
const countUnread = statement<{ unread: number }>(
  'chat-unread',
  `select count(*)::int4 as unread from chat_message m join chat_thread t using (thread_id)
    where t.login_id = $1 and m.number > t.read_number and m.author <> 'customer'`,
);

/** One message of a person at a time: what is counted stays so until it is written. */
export async function lockChatOf(on: Queryable, loginId: number): Promise<void> {
  await lockLogin(on, [`chat:${loginId}`]);
}

export interface ThreadCursor {
  readonly atMs: number;
  readonly id: string;
}

export async function listThreads(
  on: Queryable,
  page: { readonly loginId: number; readonly after: ThreadCursor | undefined; readonly limit: number },
): Promise<Thread[]> {
  const { loginId, after, limit } = page;
  const from = after === undefined ? null : new Date(after.atMs);
  return (await selectThreads(on, [loginId, from, after?.id ?? null, limit])).map(threadOf);
}

/** Of one login where one is given: those of others do not exist for it. */
export async function findThread(on: Queryable, id: string, loginId?: number): Promise<Thread | undefined> {
  const [row] = await selectThread(on, [id, loginId ?? null]);
  return row && threadOf(row);
}

export async function unreadOf(on: Queryable, loginId: number): Promise<number> {
  const [row] = await countUnread(on, [loginId]);
  return row?.unread ?? 0;
}

const insertThread = statement(
  'chat-thread-insert',
  `insert into chat_thread (thread_id, login_id, subject, state, last_number, last_text, last_at, created_at)
   values ($1, $2, $3, 'helped', 0, '', $4, $4)`,
);

export async function addThread(
  on: Queryable,
  thread: { readonly loginId: number; readonly subject: string; readonly nowMs: number },
): Promise<string> {
  const id = randomId();
  await insertThread(on, [id, thread.loginId, thread.subject, new Date(thread.nowMs)]);
  return id;
}

interface MessageColumns {
  readonly thread_id: string;
  readonly number: number;
  readonly author: Author;
  readonly staff: string | null;
  readonly staff_name: string | null;
  readonly words: string;
  readonly help: string | null;
  readonly order_fact: unknown;
  readonly call_back: unknown;
  readonly picture: unknown;
  readonly created_at: Date;
}

const messageOf = (row: MessageColumns): Message => ({
  threadId: row.thread_id,
  number: row.number,
  author: row.author,
  staff: row.staff ?? undefined,
  staffName: row.staff_name ?? undefined,
  text: row.words,
  help: row.help ?? undefined,
  order: row.order_fact === null ? undefined : orderSchema.parse(row.order_fact),
  callBack: row.call_back === null ? undefined : callBackSchema.parse(row.call_back),
  picture: row.picture === null ? undefined : pictureSchema.parse(row.picture),
  atMs: row.created_at.getTime(),
});

const MESSAGE = `m.thread_id, m.number, m.author, p.public_id as staff, p.name as staff_name, m.words, m.help, m.order_fact,
  m.call_back, m.picture, m.created_at from chat_message m left join staff p using (staff_id)`;
const selectMessages = statement<MessageColumns>(
  'chat-messages',
  `select ${MESSAGE} where m.thread_id = $1 and ($2::int4 is null or m.number < $2) order by m.number desc limit $3`,
);
const selectSent = statement<{ thread_id: string; number: number; content_hash: Buffer | null }>(
  'chat-message-sent',
  `select m.thread_id, m.number, m.content_hash from chat_message m join chat_thread t using (thread_id)
    where t.login_id = $1 and m.client_id = $2`,
);
const insertMessage = statement<{ number: number }>(
  'chat-message-insert',
  `with grown as (
     update chat_thread set last_number = last_number + 1, last_text = left($4, 120), last_at = $11
      where thread_id = $1 returning last_number)
   insert into chat_message (thread_id, number, author, staff_id, words, help, order_fact, call_back, picture, client_id, content_hash, created_at)
   select $1, last_number, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11 from grown returning number`,
);

/** Newest first. */
export async function listMessages(
  on: Queryable,
  page: { readonly threadId: string; readonly before: number | undefined; readonly limit: number },
): Promise<Message[]> {
  return (await selectMessages(on, [page.threadId, page.before ?? null, page.limit])).map(messageOf);
}

/** A message that this login has sent by this id. */
export async function findSent(
  on: Queryable,
  loginId: number,
  clientId: string,
): Promise<
  { readonly threadId: string; readonly number: number; readonly contentHash: Buffer | null } | undefined
> {
  const [row] = await selectSent(on, [loginId, clientId]);
  return row && { threadId: row.thread_id, number: row.number, contentHash: row.content_hash };
}

export interface NewMessage {
  readonly threadId: string;
  readonly author: Author;
  readonly text: string;
  readonly staffId?: number;
  readonly help?: string | undefined;
  readonly order?: OrderFact | undefined;
  readonly callBack?: CallBack | undefined;
  readonly picture?: PictureSize | undefined;
  readonly clientId?: string;
  readonly contentHash?: Buffer;
  readonly nowMs: number;
}

/** Gives its number within the conversation. */
export async function addMessage(on: Queryable, message: NewMessage): Promise<number> {
  const { threadId, author, text, staffId, help, order, callBack, picture, clientId, contentHash, nowMs } =
    message;
  const facts = [order, callBack, picture].map((fact) => (fact === undefined ? null : JSON.stringify(fact)));
  const [row] = await insertMessage(on, [
    ...[threadId, author, staffId ?? null, text, help ?? null],
    ...facts,
    ...[clientId ?? null, contentHash ?? null, new Date(nowMs)],
  ]);
  if (row === undefined) throw new Error('Invariant: a message has its conversation');
  return row.number;
}

const setHelped = statement(
  'chat-state-helped',
  `update chat_thread set state = 'helped' where thread_id = $1`,
);
const setWaiting = statement(
  'chat-state-waiting',
  `update chat_thread set state = 'waiting', waiting_since = coalesce(case when state = 'waiting' then waiting_since end, $2),
     asked_person_at = coalesce(asked_person_at, $2) where thread_id = $1`,
);
const setAnswered = statement(
  'chat-state-answered',
  `update chat_thread set state = 'answered', waiting_since = null, first_answer_at = coalesce(first_answer_at, $2),
     asked_person_at = coalesce(asked_person_at, $2) where thread_id = $1`,
);
const setClosed = statement<{ thread_id: string }>(
  'chat-state-closed',
  `update chat_thread set state = 'closed', waiting_since = null where thread_id = $1 and state <> 'closed'
   returning thread_id`,
);
const setRead = statement(
  'chat-read',
  'update chat_thread set read_number = last_number where thread_id = $1',
);

export async function noteHelped(on: Queryable, id: string): Promise<void> {
  await setHelped(on, [id]);
}

/** A person is waited for; since before, where one was already. */
export async function noteWaiting(on: Queryable, id: string, nowMs: number): Promise<void> {
  await setWaiting(on, [id, new Date(nowMs)]);
}

export async function noteAnswered(on: Queryable, id: string, nowMs: number): Promise<void> {
  await setAnswered(on, [id, new Date(nowMs)]);
}

/** False: it was closed before. */
export async function noteClosed(on: Queryable, id: string): Promise<boolean> {
  return (await setClosed(on, [id])).length === 1;
}

export async function noteRead(on: Queryable, id: string): Promise<void> {
  await setRead(on, [id]);
}

export interface AnswerTimes {
  readonly measured: number;
  readonly medianMs?: number;
  readonly ninetiethMs?: number;
}

const measureAnswers = statement<{ measured: number; median: number | null; ninetieth: number | null }>(
  'chat-answer-times',
  `select count(*)::int4 as measured,
     percentile_disc(0.5) within group (order by took) as median,
     percentile_disc(0.9) within group (order by took) as ninetieth
   from (select (extract(epoch from first_answer_at - asked_person_at) * 1000)::float8 as took from chat_thread
          where first_answer_at > $1 and first_answer_at > asked_person_at
          order by first_answer_at desc limit 10000) as answered`,
);
/** Below this many a figure would tell of one person's luck. */
const MEASURED_MIN = 5;

export async function readAnswerTimes(on: Queryable, sinceMs: number): Promise<AnswerTimes> {
  const [row] = await measureAnswers(on, [new Date(sinceMs)]);
  const { measured = 0, median = null, ninetieth = null } = row ?? {};
  if (measured < MEASURED_MIN || median === null || ninetieth === null) return { measured };
  return { measured, medianMs: Math.round(median), ninetiethMs: Math.round(ninetieth) };
}

const accountsOf = statement<{ account_id: number }>(
  'chat-accounts',
  'select account_id from login_account where login_id = $1',
);

/** Both accounts of a login: whichever is shown hears of its messages. */
export async function accountIdsOf(on: Queryable, loginId: number): Promise<number[]> {
  return (await accountsOf(on, [loginId])).map((row) => row.account_id);
}
