import { OPERATIONS } from '@tarazu/protocol';
import { type Binding, bind } from '#gateway/binding.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { markNotices, readNoticePage } from './service.ts';
import { insertNotice } from './store.ts';
import { type NoticeDetail, NoticeKinds, type NoticeTexts } from './texts.ts';

export { insertNotice, insertNoticeForAll } from './store.ts';
export { bengaliEnvironment, type NoticeDetail, type NoticeTexts } from './texts.ts';

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
}

export interface NoticeOptions {
  readonly database: Queryable;
  /** The texts that each domain sends. */
  readonly texts: readonly NoticeTexts[];
}

const PAGE_LENGTH = 20;

/** Personal messages: written by the domains, listed and read by their owner. */
export function createNoticeDomain({ database, texts }: NoticeOptions): NoticeDomain {
  const kinds = new NoticeKinds(texts);
  const parts = { database, kinds };
  return {
    bindings: [
      bind(OPERATIONS.noticeList, ({ cursor, limit }, session, { language }) =>
        readNoticePage(parts, {
          session,
          cursor,
          limit: limit === undefined ? PAGE_LENGTH : Number(limit),
          language,
        }),
      ),
      bind(OPERATIONS.noticeRead, ({ id }, session, { nowMs }) => markNotices(parts, session, { id, nowMs })),
    ],
    send: async (notice, on = database) => {
      if (!kinds.has(notice.kind)) throw new Error(`Invariant: a domain registers ${notice.kind}`);
      await insertNotice(on, notice);
    },
  };
}
