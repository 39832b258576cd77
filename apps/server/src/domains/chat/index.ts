import { type AccountId, accountId, HOUR_MS } from '@tarazu/core/values';
import { OPERATIONS } from '@tarazu/protocol';
import { closeIdleThreads } from '#domains/chat/caps.ts';
import { createHelp } from '#domains/chat/help.ts';
import { openPictureKeys } from '#domains/chat/picture-key.ts';
import { type PictureParts, readPicture, sweepOrphans, sweepPictures } from '#domains/chat/pictures.ts';
import { chatQueue } from '#domains/chat/queue.ts';
import {
  type ChatParts,
  changeThread,
  readMessages,
  readThreads,
  sendMessage,
} from '#domains/chat/service.ts';
import { accountIdsOf } from '#domains/chat/store.ts';
import type { SendNotice } from '#domains/notice/index.ts';
import type { StaffQueue } from '#domains/staff/index.ts';
import { type Binding, bind } from '#gateway/binding.ts';
import { type PictureStore, SealedFiles } from '#platform/files/sealed-files.ts';
import { createRateLimiter } from '#platform/network/rate-limit.ts';
import { PictureCleaner } from '#platform/pictures/cleaner.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { indianDays } from '#platform/time/calendar.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';

export { chatNotices } from '#domains/chat/notices.ts';
export { resealChatPictures } from '#domains/chat/picture-key.ts';

type Listener = (account: AccountId, written: 'notices' | 'chat') => void;

export interface ChatDomain {
  readonly bindings: readonly Binding[];
  /** Conversations that wait for a person, for the console. */
  readonly queue: StaffQueue;
  /** Closes conversations that nobody goes on with; removes pictures that were kept long enough. */
  readonly jobs: readonly Job[];
  /** Listens for what was written for an account; gives the way to stop. */
  onWritten(listener: Listener): () => void;
  stop(): void;
}

export interface ChatOptions extends Pick<ChatParts, 'pool' | 'market' | 'findOrder'> {
  readonly sendNotice: SendNotice;
  readonly clock: Clock;
  /** Whether the automatic helper answers first. */
  readonly isHelped: boolean;
  readonly secrets: Secrets;
  /** Pictures lie sealed in a folder of their own there. */
  readonly stored: PictureStore;
}

const LIMITED_MAX = 50_000;

/** Conversations of customers with customer service. */
export async function openChatDomain(options: ChatOptions): Promise<ChatDomain> {
  const { pool, sendNotice, clock, isHelped, secrets, stored } = options;
  const files = new SealedFiles({
    store: stored('chat'),
    keyOf: await openPictureKeys(pool, secrets),
  });
  const cleaner = new PictureCleaner();
  const pictures: PictureParts = {
    ...{ pool, files, cleaner },
    tries: createRateLimiter({ keysMax: LIMITED_MAX }),
  };
  const listeners = new Set<Listener>();
  const tell = async (loginId: number, ...kinds: ('notices' | 'chat')[]): Promise<void> => {
    const accounts = await accountIdsOf(pool, loginId);
    for (const listener of listeners)
      for (const account of accounts) for (const kind of kinds) listener(accountId(account), kind);
  };
  const parts: ChatParts = {
    ...options,
    pictures,
    limiter: createRateLimiter({ keysMax: LIMITED_MAX }),
    help: isHelped ? createHelp() : undefined,
    onWritten: (loginId) => tell(loginId, 'chat'),
  };
  return {
    bindings: chatRoutes(parts),
    jobs: [
      {
        name: 'chat: idle',
        everyMs: HOUR_MS,
        problem: 'Conversations that nobody goes on with were not closed.',
        run: () => closeIdleThreads(pool, clock.nowMs()),
      },
      {
        name: 'chat: pictures',
        everyMs: HOUR_MS,
        problem: 'Pictures of conversations could not be removed.',
        run: (stop) => sweepPictures(pictures, clock.nowMs(), stop),
      },
      {
        name: 'chat: orphans',
        everyMs: HOUR_MS,
        calendar: indianDays,
        problem: 'Files of pictures without a message could not be removed.',
        run: (stop) => sweepOrphans(pictures, stop),
      },
    ],
    stop: () => cleaner.stop(),
    queue: chatQueue({ pictures, sendNotice, onWritten: (loginId) => tell(loginId, 'chat', 'notices') }),
    onWritten: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function chatRoutes(parts: ChatParts): readonly Binding[] {
  return [
    bind(OPERATIONS.chatThreads, (input, session, { nowMs }) =>
      readThreads(parts, session, { ...input, nowMs }),
    ),
    bind(OPERATIONS.chatMessages, (input, session) => readMessages(parts, session, input)),
    bind(OPERATIONS.chatPicture, (input, session, { nowMs }) =>
      readPicture(parts.pictures, session, { ...input, nowMs }),
    ),
    bind(OPERATIONS.chatSend, (input, session, { nowMs, language, file }) =>
      sendMessage(parts, session, { ...input, nowMs, language, file }),
    ),
    bind(OPERATIONS.chatAskPerson, ({ id }, session, { nowMs }) =>
      changeThread(parts, session, { id, to: 'waiting', nowMs }),
    ),
    bind(OPERATIONS.chatRead, ({ id }, session, { nowMs }) =>
      changeThread(parts, session, { id, to: 'read', nowMs }),
    ),
    bind(OPERATIONS.chatClose, ({ id }, session, { nowMs }) =>
      changeThread(parts, session, { id, to: 'closed', nowMs }),
    ),
  ];
}
