import { DAY_MS } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { type Reply, refuse, reply } from '#ports.ts';

/**
 * Bounds of what one login writes and leaves open: rows of
 * conversations are kept, so that they must not grow at will.
 */

const OPEN_MAX = 5;
const THREADS_A_DAY_MAX = 20;
const MESSAGES_A_DAY_MAX = 200;
const ORDERS_A_DAY_MAX = 30;
/** A conversation in which nobody waits, and nobody wrote, is closed after this time. */
const IDLE_MS = 30 * DAY_MS;
const CLOSED_AT_ONCE = 1_000;

const countOpen = statement<{ open: number }>(
  'chat-open',
  `select count(*)::int4 as open from chat_thread where login_id = $1 and state <> 'closed'`,
);
const countThreads = statement<{ threads: number }>(
  'chat-threads-of-day',
  'select count(*)::int4 as threads from chat_thread where login_id = $1 and last_at > $2 and created_at > $2',
);
const countSent = statement<{ messages: number; orders: number }>(
  'chat-sent-of-day',
  `select count(*)::int4 as messages, count(m.order_fact)::int4 as orders
     from chat_thread t join chat_message m using (thread_id)
    where t.login_id = $1 and t.last_at > $2 and m.created_at > $2 and m.author = 'customer'`,
);
const closeIdle = statement(
  'chat-close-idle',
  `update chat_thread set state = 'closed' where thread_id in
     (select thread_id from chat_thread where state in ('helped', 'answered') and last_at < $1
       order by last_at limit ${CLOSED_AT_ONCE})`,
);

/**
 * Whether a login may open one more conversation, a new
 * one or one that is closed. Under the lock of its chat.
 */
export async function mayOpen(on: Queryable, loginId: number): Promise<Reply<object>> {
  const [row] = await countOpen(on, [loginId]);
  const isFull = (row?.open ?? 0) >= OPEN_MAX;
  return isFull ? refuse('CHATS_FULL', { detail: { limit: String(OPEN_MAX) } }) : reply({});
}

/** Whether a login may begin one more conversation today. */
export async function mayBegin(
  on: Queryable,
  of: { readonly loginId: number; readonly nowMs: number },
): Promise<Reply<object>> {
  const [row] = await countThreads(on, [of.loginId, new Date(of.nowMs - DAY_MS)]);
  if ((row?.threads ?? 0) < THREADS_A_DAY_MAX) return mayOpen(on, of.loginId);
  return refuse('CHATS_TODAY', { detail: { limit: String(THREADS_A_DAY_MAX) } });
}

/** Whether a login may send one more message today, with an order or without. */
export async function maySend(
  on: Queryable,
  of: { readonly loginId: number; readonly withOrder: boolean; readonly nowMs: number },
): Promise<Reply<object>> {
  const [row] = await countSent(on, [of.loginId, new Date(of.nowMs - DAY_MS)]);
  const { messages = 0, orders = 0 } = row ?? {};
  if (messages >= MESSAGES_A_DAY_MAX)
    return refuse('CHAT_MESSAGES_TODAY', { detail: { limit: String(MESSAGES_A_DAY_MAX) } });
  if (of.withOrder && orders >= ORDERS_A_DAY_MAX)
    return refuse('CHAT_ORDERS_TODAY', { detail: { limit: String(ORDERS_A_DAY_MAX) }, field: 'order' });
  return reply({});
}

/** Closes conversations that nobody goes on with. */
export async function closeIdleThreads(on: Queryable, nowMs: number): Promise<void> {
  await closeIdle(on, [new Date(nowMs - IDLE_MS)]);
}
