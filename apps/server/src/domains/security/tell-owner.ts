import { DAY_MS } from '@tarazu/core/values';
import type { Language } from '@tarazu/protocol';
import type { Login } from '#domains/account/index.ts';
import type { SendNotice } from '#domains/notice/index.ts';
import { contactsOf } from '#domains/security/contacts.ts';
import { securityNotices } from '#domains/security/notices.ts';
import type { MessageQueue } from '#platform/messages/message-queue.ts';

export type SecurityNotice = keyof typeof securityNotices;

/** Tells the owner of a login of a change: in the app, and on every channel that the login has. */
export type OwnerTold = (login: Login, kind: SecurityNotice, nowMs: number) => Promise<void>;

export function createOwnerTold(parts: {
  readonly messages: Pick<MessageQueue, 'send'>;
  readonly sendNotice: SendNotice;
}): OwnerTold {
  return async (login, kind, nowMs) => {
    await parts.sendNotice({ loginId: login.loginId, kind, nowMs });
    const { title, text } = securityNotices[kind][languageOf(login)]();
    for (const { channel, address } of contactsOf(login)) {
      const message = { channel, to: address, subject: title, body: `${title}. ${text}` };
      await parts.messages.send(message, { expiresAtMs: nowMs + DAY_MS });
    }
  };
}

const languageOf = ({ language }: Login): Language => (language === 'bn-BN' ? 'bn-BN' : 'en-US');
