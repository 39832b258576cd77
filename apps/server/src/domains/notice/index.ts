import { MINUTE_MS } from '@tarazu/core/values';
import { OPERATIONS } from '@tarazu/protocol';
import type pg from 'pg';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { PushSender } from '#platform/push/push-sender.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import { reply } from '#ports.ts';
import { chooseMarks, readChoices } from './choices.ts';
import { cleanPushQueue } from './push/queue.ts';
import { pushBindings } from './push/routes.ts';
import { markNotices, readNoticePage } from './service.ts';
import { cleanNotices, insertNotice } from './store.ts';
import { type NoticeDetail, NoticeKinds, type TopicNotices } from './texts.ts';

export { pushJob } from './push/queue.ts';
export { insertNotice, insertNoticeForAll, unreadBetween } from './store.ts';
export {
  bengaliEnvironment,
  type NoticeDetail,
  type NoticeKinds,
  type NoticeTexts,
  type TopicNotices,
} from './texts.ts';

/** Writes a personal message to the owner of a login; its kind is one that a domain has registered. */
export type SendNotice = (
  notice: {
    readonly loginId: number;
    readonly kind: string;
    readonly detail?: NoticeDetail;
    readonly link?: string;
    readonly nowMs: number;
  },
  /** The sender's own transaction, where the message belongs to what it does. */
  on?: Queryable,
) => Promise<void>;

export interface NoticeDomain {
  readonly bindings: readonly Binding[];
  readonly send: SendNotice;
  readonly kinds: NoticeKinds;
}

export interface NoticeOptions {
  readonly database: pg.Pool;
  readonly sender: PushSender;
  /** The texts that each domain sends. */
  readonly texts: readonly TopicNotices[];
}

const PAGE_LENGTH = 20;
const CLEAN_MS = 10 * MINUTE_MS;

/** Personal messages: written by the domains, listed and read by their owner. */
export function createNoticeDomain({ database, sender, texts }: NoticeOptions): NoticeDomain {
  const kinds = new NoticeKinds(texts);
  const parts = { database, kinds };
  return {
    kinds,
    bindings: [
      ...pushBindings({ pool: database, sender }),
      bind(OPERATIONS.noticeList, ({ topic, cursor, limit }, session, { language }) =>
        readNoticePage(parts, {
          session,
          topic,
          cursor,
          limit: limit === undefined ? PAGE_LENGTH : Number(limit),
          language,
        }),
      ),
      bind(OPERATIONS.noticeChoices, async (_input, { loginId }) =>
        reply(await readChoices(database, loginId)),
      ),
      bind(OPERATIONS.noticeChoose, async ({ topic, marks }, { loginId }, { nowMs }) => {
        await chooseMarks(database, { loginId, topic, isQuiet: marks === 'quiet', nowMs });
        return reply({});
      }),
      bind(OPERATIONS.noticeRead, ({ id }, session, { nowMs }) => markNotices(parts, session, { id, nowMs })),
    ],
    send: async (notice, on = database) => {
      const topic = kinds.topicOf(notice.kind);
      if (topic === undefined) throw new Error(`Invariant: a domain registers ${notice.kind}`);
      await insertNotice(on, { ...notice, topic });
    },
  };
}

/** Deletes messages that are old, and those that no device took in a day. */
export function noticeJob(parts: { readonly pool: Queryable; readonly clock: Clock }): Job {
  return {
    name: 'notice: old',
    everyMs: CLEAN_MS,
    problem: 'Messages that are old were not deleted.',
    run: async () => {
      const nowMs = parts.clock.nowMs();
      await cleanNotices(parts.pool, nowMs);
      await cleanPushQueue(parts.pool, nowMs);
    },
  };
}
