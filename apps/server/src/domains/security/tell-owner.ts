import { DAY_MS } from '@tarazu/core/values';
import type { Language } from '@tarazu/protocol';
import { type Login, mailWordOf, withMailWord } from '#domains/account/index.ts';
import type { SendNotice } from '#domains/notice/index.ts';
import { contactsOf } from '#domains/security/contacts.ts';
import { freezeLink } from '#domains/security/freeze/freeze-link.ts';
import { securityNotices } from '#domains/security/notices.ts';
import type { MessageQueue } from '#platform/messages/message-queue.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

export type SecurityNotice = keyof typeof securityNotices;

/** Tells the owner of a login of a change: in the app, and on every channel that the login has. */
export type OwnerTold = (login: Login, kind: SecurityNotice, nowMs: number) => Promise<void>;

export function createOwnerTold(parts: {
  readonly messages: Pick<MessageQueue, 'send'>;
  readonly sendNotice: SendNotice;
  readonly secrets: Secrets;
  /** Address at which people open the app, for links in mails. */
  readonly appUrl: string;
}): OwnerTold {
  return async (login, kind, nowMs) => {
    await parts.sendNotice({ loginId: login.loginId, kind, nowMs });
    const language = languageOf(login);
    const { title, text } = securityNotices[kind][language]();
    for (const { channel, address } of contactsOf(login)) {
      const plain = { subject: title, body: `${title}. ${text}` };
      if (channel === 'email') plain.body += `\n\n${FREEZE[language]} ${linkOf(parts, login, nowMs)}`;
      const word = channel === 'email' ? mailWordOf(parts.secrets, login) : undefined;
      const message = { channel, to: address, ...withMailWord(plain, word, language) };
      await parts.messages.send(message, { expiresAtMs: nowMs + DAY_MS });
    }
  };
}

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
  return `${appUrl}/pages/user/freeze?link=${freezeLink(secrets, { loginId, nowMs })}`;
}
