import { DAY_MS } from '@tarazu/core/values';
import type { Language } from '@tarazu/protocol';
import { type Login, mailWordOf, withMailWord } from '#domains/account/index.ts';
import type { SendNotice } from '#domains/notice/index.ts';
import { contactsOf } from '#domains/security/contacts.ts';
import { securityNotices } from '#domains/security/notices.ts';
import type { MessageQueue } from '#platform/messages/message-queue.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

export type SecurityNotice = keyof typeof securityNotices;

/** Tells the owner of a login of a change: in the app, and on every channel that the login has. */
export type OwnerTold = (login: Login, kind: SecurityNotice, nowMs: number) => Promise<void>;

export function createOwnerTold(parts: {
  readonly messages: Pick<MessageQueue, 'send'>;
  readonly sendNotice: SendNotice;
  readonly secrets: Pick<Secrets, 'unseal'>;
}): OwnerTold {
  return async (login, kind, nowMs) => {
    await parts.sendNotice({ loginId: login.loginId, kind, nowMs });
    const language = languageOf(login);
    const { title, text } = securityNotices[kind][language]();
    for (const { channel, address } of contactsOf(login)) {
      const plain = { subject: title, body: `${title}. ${text}` };
      const word = channel === 'email' ? mailWordOf(parts.secrets, login) : undefined;
      const message = { channel, to: address, ...withMailWord(plain, word, language) };
      await parts.messages.send(message, { expiresAtMs: nowMs + DAY_MS });
    }
  };
}

const languageOf = ({ language }: Login): Language => (language === 'bn-BN' ? 'bn-BN' : 'en-US');
