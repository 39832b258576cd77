import { DAY_MS, HOUR_MS, MINUTE_MS } from '@tarazu/core/values';
import type { Language } from '@tarazu/protocol';
import { mailWordOf, readLogin, withMailWord } from '#domains/account/index.ts';
import { type DueDigest, removeDigest, saveCovered, takeDueDigests } from '#domains/digest/store.ts';
import { digestMessage } from '#domains/digest/texts.ts';
import { type NoticeKinds, unreadBetween } from '#domains/notice/index.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { MessageQueue } from '#platform/messages/message-queue.ts';
import { loginLink } from '#platform/secrets/login-link.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';

export interface DigestParts {
  readonly pool: Queryable;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly secrets: Secrets;
  readonly kinds: NoticeKinds;
  readonly messages: Pick<MessageQueue, 'send' | 'settled' | 'waiting'>;
  /** Address at which people open the app, for the links. */
  readonly appUrl: string;
}

const EVERY_MS = 10_000;
const AT_ONCE = 20;
/** Of one run: what is due beyond goes with the next one. */
const TURNS_MAX = 20;
/** With so many messages waiting for another try the mail server does not answer: digests come later. */
const WAITING_MAX = 200;
export const TITLES_MAX = 20;
/** Messages of the last minute may still be on their way into the table. */
const UNSETTLED_MS = MINUTE_MS;
/** A digest that could not leave before the next one is near is no news. */
const MAIL_MS = 12 * HOUR_MS;
const LINK_MS = 365 * DAY_MS;

/** Mails what is due, a few at a time, and never more at once than the mail server has taken. */
export function digestJob(parts: DigestParts): Job {
  const { pool, clock, messages } = parts;
  return {
    name: 'digest: mails',
    everyMs: EVERY_MS,
    problem: 'Unread messages could not be summed up by mail.',
    run: async (stop) => {
      for (let turn = 0; turn < TURNS_MAX; turn += 1) {
        stop.throwIfAborted();
        if ((await messages.waiting()) >= WAITING_MAX) return;
        const due = await takeDueDigests(pool, clock.nowMs(), AT_ONCE);
        for (const digest of due) await mailDigest(parts, digest);
        await messages.settled();
        if (due.length < AT_ONCE) return;
      }
    },
  };
}

/**
 * One mail with the titles of what is unread since the last one, which also has those of one that broke off.
 */
async function mailDigest(parts: DigestParts, due: DueDigest): Promise<void> {
  const { loginId, chosenAtMs, coveredUntilMs } = due;
  const { pool, clock, secrets, kinds, messages, appUrl } = parts;
  const login = await readLogin(pool, loginId);
  if (login.email === null || login.status === 0) return await removeDigest(pool, loginId);
  const nowMs = clock.nowMs();
  const untilMs = nowMs - UNSETTLED_MS;
  const unread = await unreadBetween(pool, {
    loginId,
    afterMs: coveredUntilMs,
    untilMs,
    limit: TITLES_MAX + 1,
  });
  const language: Language = login.language === 'bn-BN' ? 'bn-BN' : 'en-US';
  const titles = unread
    .map((notice) => kinds.textOf(notice, language)?.title)
    .filter((title) => title !== undefined);
  if (titles.length > 0) {
    const link = loginLink(
      secrets,
      { loginId, endsAtMs: nowMs + LINK_MS, chosenAtMs },
      { purpose: 'digest-link', sentTo: login.email },
    );
    const stopUrl = `${appUrl}/pages/notice/digest?link=${link}`;
    const facts = {
      titles: titles.slice(0, TITLES_MAX),
      isMore: unread.length > TITLES_MAX,
      readUrl: `${appUrl}/pages/notice/list`,
      stopUrl,
    };
    const text = withMailWord(digestMessage(facts, language), mailWordOf(secrets, login), language);
    const mail = { channel: 'email', to: login.email, ...text, unsubscribeUrl: stopUrl } as const;
    await messages.send(mail, { expiresAtMs: nowMs + MAIL_MS });
  }
  await saveCovered(pool, loginId, untilMs);
}
