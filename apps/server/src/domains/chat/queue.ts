import { messageIdOfPicture, messagePictureName, type RefusalKey } from '@tarazu/protocol';
import { findPictureId } from '#domains/chat/picture-store.ts';
import { attachPicture, type PictureParts, staffPictures } from '#domains/chat/pictures.ts';
import {
  addMessage,
  findThread,
  listMessages,
  type Message,
  noteAnswered,
  noteClosed,
  type Thread,
} from '#domains/chat/store.ts';
import type { SendNotice } from '#domains/notice/index.ts';
import {
  customerOf,
  type QueueDecision,
  type QueueFact,
  type QueuePage,
  type QueuePicture,
  type QueueRow,
  type StaffQueue,
} from '#domains/staff/index.ts';
import { likeText } from '#platform/database/like.ts';
import { type Queryable, statement } from '#platform/database/pool.ts';

interface RowColumns {
  readonly thread_id: string;
  readonly login_id: number;
  readonly user_id: string;
  readonly subject: string;
  readonly state: string;
  readonly waiting_since: Date | null;
  readonly last_at: Date;
}

const COLUMNS = 't.thread_id, t.login_id, l.user_id, t.subject, t.state, t.waiting_since, t.last_at';
const NAMED = `($1::text is null or l.user_id = $1 or t.subject ilike '%' || $1 || '%')`;
const FOUND = `${NAMED} and ($2::text[] is null or t.thread_id = any($2))`;
const listWaiting = statement<RowColumns>(
  'chat-queue-waiting',
  `select ${COLUMNS} from chat_thread t join login l using (login_id)
    where t.state = 'waiting' and ${NAMED} and ($2::timestamptz is null or (t.waiting_since, t.thread_id) > ($2, $3))
    order by t.waiting_since, t.thread_id limit $4`,
);
/** Those of some conversations that are open, whoever's turn it is: what a person of staff has taken. */
const listTaken = statement<RowColumns>(
  'chat-queue-taken',
  `select ${COLUMNS} from chat_thread t join login l using (login_id)
    where t.thread_id = any($2::text[]) and t.state <> 'closed' and ${NAMED}
      and ($3::timestamptz is null or (coalesce(t.waiting_since, t.last_at), t.thread_id) > ($3, $4))
    order by coalesce(t.waiting_since, t.last_at), t.thread_id limit $5`,
);
const listDone = statement<RowColumns>(
  'chat-queue-done',
  `select ${COLUMNS} from chat_thread t join login l using (login_id)
    where t.state <> 'waiting' and ${FOUND} and ($3::timestamptz is null or (t.last_at, t.thread_id) < ($3, $4))
    order by t.last_at desc, t.thread_id desc limit $5`,
);
const countWaiting = statement<{ waiting: number; oldest: Date | null }>(
  'chat-queue-count',
  `select count(*)::int4 as waiting, min(waiting_since) as oldest from chat_thread where state = 'waiting'`,
);
const selectUser = statement<{ user_id: string; guest: boolean; language: string }>(
  'chat-queue-user',
  'select user_id, guest, language from login where login_id = $1',
);

const rowOf = (row: RowColumns): QueueRow => ({
  id: row.thread_id,
  loginId: row.login_id,
  userId: row.user_id,
  title: row.subject,
  state: row.state,
  isWaiting: row.state === 'waiting',
  atMs: (row.waiting_since ?? row.last_at).getTime(),
});

async function listRows(on: Queryable, page: QueuePage): Promise<readonly QueueRow[]> {
  const { show, ids, search, after, limit } = page;
  const words = search === undefined ? null : likeText(search);
  const from = after === undefined ? null : new Date(after.atMs);
  const place = [from, after?.id ?? null, limit];
  if (show !== 'done' && ids === undefined) return (await listWaiting(on, [words, ...place])).map(rowOf);
  const list = show === 'done' ? listDone : listTaken;
  return (await list(on, [words, ids ?? null, ...place])).map(rowOf);
}

const MESSAGES_SHOWN = 200;

async function factsOf(on: Queryable, thread: Thread, messages: readonly Message[]): Promise<QueueFact[]> {
  const [user] = await selectUser(on, [thread.loginId]);
  const asked = messages.findLast(({ callBack }) => callBack !== undefined)?.callBack;
  const orders = messages.flatMap(({ order }) => (order === undefined ? [] : [order]));
  const facts: QueueFact[] = [
    { name: 'customer', value: user?.user_id ?? '', kind: 'text' },
    { name: 'account', value: user?.guest === true ? 'guest' : 'registered', kind: 'text' },
    { name: 'language', value: user?.language ?? '', kind: 'text' },
  ];
  if (asked !== undefined)
    facts.push(
      { name: 'callBackPhone', value: asked.phone, kind: 'phone' },
      { name: 'callBackFrom', value: String(asked.fromMs), kind: 'instant' },
    );
  for (const { id, symbol, side, state, environment } of orders)
    facts.push({ name: 'order', value: `${id} ${symbol} ${side} ${state} ${environment}`, kind: 'order' });
  return facts;
}

export interface ChatQueueParts {
  readonly sendNotice: SendNotice;
  /** Something was written for a login. */
  readonly onWritten: (loginId: number) => Promise<void>;
  readonly pictures: PictureParts;
}

const PAGE = '/pages/user/service';

/** Conversations that wait for a person, as the console shows them. */
export function chatQueue({ sendNotice, onWritten, pictures }: ChatQueueParts): StaffQueue {
  const { files } = pictures;
  const answer = async (decision: QueueDecision): Promise<undefined> => {
    const { on, row, staff, text = '', picture, nowMs } = decision;
    const { staffId } = staff;
    const loginId = customerOf(row);
    const size = picture && { width: picture.width, height: picture.height };
    const words = { threadId: row.id, text: text.trim(), picture: size, nowMs };
    const number = await addMessage(on, { ...words, author: 'staff', staffId });
    if (picture !== undefined)
      await attachPicture(on, picture, { threadId: row.id, number, loginId, staffId, atMs: nowMs });
    await noteAnswered(on, row.id, nowMs);
    const link = `${PAGE}?id=${row.id}`;
    const detail = { subject: row.title };
    await sendNotice({ loginId, kind: 'chatAnswered', detail, link, nowMs }, on);
  };
  const close = async ({ on, row }: QueueDecision): Promise<RefusalKey | undefined> =>
    (await noteClosed(on, row.id)) ? undefined : 'QUEUE_ITEM_DONE';
  const tell = ({ row }: Pick<QueueDecision, 'row'>): Promise<void> => onWritten(customerOf(row));
  return {
    name: 'chat',
    roles: ['support'],
    acts: [
      {
        ...{ name: 'answer', people: 1, reasons: [], takesText: true, isForDone: true },
        ...{ picture: staffPictures(pictures), run: answer, done: tell },
      },
      {
        name: 'close',
        people: 1,
        reasons: ['solved', 'noReply', 'abuse'],
        takesText: false,
        isForDone: true,
        run: close,
        done: tell,
      },
    ],
    count: async (on) => {
      const [row] = await countWaiting(on, []);
      return { waiting: row?.waiting ?? 0, oldestAtMs: row?.oldest?.getTime() };
    },
    list: listRows,
    open: (on, id) => openThread(on, id),
    picture: async (on, threadId, name) => {
      const messageId = messageIdOfPicture(name);
      if (messageId === undefined) return undefined;
      const pictureId = await findPictureId(on, { threadId, number: Number(messageId) });
      return pictureId === undefined ? undefined : files.read(pictureId);
    },
  };
}

const picturesOf = (messages: readonly Message[]): readonly QueuePicture[] =>
  messages.flatMap(({ number, picture }) =>
    picture === undefined ? [] : [{ name: messagePictureName(number), ...picture }],
  );

async function openThread(on: Queryable, id: string): ReturnType<StaffQueue['open']> {
  const thread = await findThread(on, id);
  if (thread === undefined) return undefined;
  const messages = (
    await listMessages(on, { threadId: id, before: undefined, limit: MESSAGES_SHOWN })
  ).reverse();
  const [user] = await selectUser(on, [thread.loginId]);
  return {
    row: {
      id,
      loginId: thread.loginId,
      userId: user?.user_id ?? '',
      title: thread.subject,
      state: thread.state,
      isWaiting: thread.state === 'waiting',
      atMs: thread.waitingSinceMs ?? thread.lastAtMs,
    },
    facts: await factsOf(on, thread, messages),
    pictures: picturesOf(messages),
    messages: messages.map(({ number, author, staffName, text, help, atMs }) => ({
      ...{ id: String(number), author, text, atMs },
      ...(staffName !== undefined && { name: staffName }),
      ...(help !== undefined && { note: help }),
    })),
  };
}
