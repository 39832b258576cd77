import { DAY_MS, HOUR_MS } from '@tarazu/core/values';
import type { Language } from '@tarazu/protocol';
import { type Login, mailWordOf, withMailWord } from '#domains/account/index.ts';
import type { NoticeDetail, SendNotice } from '#domains/notice/index.ts';
import { contactsOf } from '#domains/security/contacts.ts';
import { securityNotices } from '#domains/security/notices.ts';
import type { MessageQueue } from '#platform/messages/message-queue.ts';
import { createRateLimiter } from '#platform/network/rate-limit.ts';
import { loginLink } from '#platform/secrets/login-link.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

export type SecurityNotice = keyof typeof securityNotices;

/**
 * Tells the owner of a login of a change: in the app, and on every channel that the login has. After many in
 * an hour one message says that there are more, and the app alone tells which.
 */
export type NotifyOwner = (
  login: Login,
  kind: SecurityNotice,
  nowMs: number,
  detail?: NoticeDetail,
) => Promise<void>;

export function createNotifyOwner(parts: {
  readonly messages: Pick<MessageQueue, 'send'>;
  readonly sendNotice: SendNotice;
  readonly secrets: Secrets;
  /** Address at which people open the app, for links in mails. */
  readonly appUrl: string;
}): NotifyOwner {
  const limiter = createRateLimiter({ keysMax: LOGINS_COUNTED_MAX });
  const wordsFor = ({ loginId }: Login, words: Words, { more, nowMs }: { more: Words; nowMs: number }) => {
    const use = { windowMs: HOUR_MS, nowMs };
    if (limiter.take({ ...use, key: `told:${loginId}`, limit: TOLD_PER_HOUR }).allowed) return words;
    return limiter.take({ ...use, key: `more:${loginId}`, limit: 1 }).allowed ? more : undefined;
  };
  const sendOut = async (login: Login, kind: SecurityNotice, nowMs: number, detail: NoticeDetail) => {
    const language = languageOf(login);
    const words = wordsFor(login, securityNotices[kind][language](detail), { more: MORE[language], nowMs });
    if (words === undefined) return;
    const { title, text } = words;
    for (const { channel, address } of contactsOf(login)) {
      const plain = { subject: title, body: `${title}. ${text}` };
      if (channel === 'email') plain.body += `\n\n${FREEZE[language]} ${linkOf(parts, login, nowMs)}`;
      const word = channel === 'email' ? mailWordOf(parts.secrets, login) : undefined;
      const message = { channel, to: address, ...withMailWord(plain, word, language) };
      await parts.messages.send(message, { expiresAtMs: nowMs + DAY_MS });
    }
  };
  return async (login, kind, nowMs, detail = {}) => {
    try {
      await parts.sendNotice({ loginId: login.loginId, kind, nowMs, detail });
    } finally {
      // An owner hears of it by mail or phone whatever becomes of the notice.
      await sendOut(login, kind, nowMs, detail);
    }
  };
}

interface Words {
  readonly title: string;
  readonly text: string;
}

/** Changes of which each is told by a message of its own: a message by phone costs money. */
const TOLD_PER_HOUR = 10;
const LOGINS_COUNTED_MAX = 50_000;
const LINK_MS = 30 * DAY_MS;

const MORE: Readonly<Record<Language, Words>> = {
  'en-US': {
    title: 'Many changes to your account',
    text: 'For an hour the app alone tells more: open its notices.',
  },
  'bn-BN': {
    title: 'আপনার অ্যাকাউন্টে অনেক পরিবর্তন',
    text: 'এক ঘণ্টার মধ্যে আরও পরিবর্তন শুধু অ্যাপে জানানো হবে: বিজ্ঞপ্তি খুলুন।',
  },
};

const languageOf = ({ language }: Login): Language => (language === 'bn-BN' ? 'bn-BN' : 'en-US');

const FREEZE: Readonly<Record<Language, string>> = {
  'en-US': 'Not you? Freeze your account:',
  'bn-BN': 'আপনি করেননি? অ্যাকাউন্ট স্থগিত করুন:',
};

/** The way to freeze from a mail: it says who, and can do nothing else. */
function linkOf(
  { secrets, appUrl }: { readonly secrets: Secrets; readonly appUrl: string },
  { loginId }: Login,
  nowMs: number,
): string {
  const link = loginLink(
    secrets,
    { loginId, endsAtMs: nowMs + LINK_MS, chosenAtMs: 0 },
    { purpose: 'freeze-link', sentTo: '' },
  );
  return `${appUrl}/pages/user/freeze?link=${link}`;
}
