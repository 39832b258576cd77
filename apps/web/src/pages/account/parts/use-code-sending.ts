import { useState } from 'react';
import { call } from '#client/api.ts';
import { type CallError, isRefusal } from '#client/errors.ts';
import { stream } from '#client/live.ts';
import { proveWork } from '#client/proof/captcha.ts';
import { knownDevice } from '#client/session.ts';
import { useErrorText } from '#widgets/session/use-account-actions.ts';
import { type Contact, contactInput, contactProblem } from './contact.ts';
import type { SentCode } from './stored-registration.ts';

export interface CodeSendingOptions {
  contact: Contact;
  purpose: 'register' | 'resetPassword';
  /** The contact cannot be right: the page shows it at the contact's own field. */
  onContactProblem: () => void;
  /** A code that went out before the page was loaded again. */
  before?: SentCode | undefined;
}

export interface CodeSending {
  sent: SentCode | undefined;
  isSending: boolean;
  /** The next code may not be asked for yet. */
  isWaiting: boolean;
  error: string | undefined;
  send: (onSent?: () => void) => void;
  onWaited: () => void;
  /** Whether a code that is still good went to the contact as it stands. */
  isSentToContact: () => boolean;
}

const CODE_LIFE_MS = 300_000;

export function useCodeSending({
  contact,
  purpose,
  onContactProblem,
  before,
}: CodeSendingOptions): CodeSending {
  const textOf = useErrorText();
  const [sent, setSent] = useState<SentCode | undefined>(before);
  const [isSending, setSending] = useState(false);
  const [isWaiting, setWaiting] = useState(before !== undefined);
  const [failure, setFailure] = useState<CallError>();
  const account = accountText(contact);
  const keep = (code: Omit<SentCode, 'account'>) => {
    setSent({ ...code, account });
    setWaiting(true);
  };
  const send = (onSent: () => void = () => undefined) => {
    setFailure(undefined);
    if (contactProblem(contact) !== undefined) return onContactProblem();
    setSending(true);
    proveWork()
      .then((captcha) =>
        call('codeSend', { ...contactInput(contact), ...knownDevice(), purpose, ...captcha }),
      )
      .then((reply) => {
        keep(reply);
        onSent();
      })
      .catch((error: CallError) => {
        // A code of a minute ago is there and good: a page that was loaded again goes on with it.
        if (isRefusal(error, 'CODE_RECENTLY_SENT') && sent === undefined) {
          keep(recentCode(account, error.retryAfterMs ?? 0));
          return onSent();
        }
        if (isRefusal(error, 'PHONE_FORMAT', 'EMAIL_FORMAT')) onContactProblem();
        setFailure(error);
      })
      .finally(() => setSending(false));
  };
  const said = failure === undefined ? undefined : textOf(failure);
  return {
    sent: sent?.account === account ? sent : undefined,
    isSending,
    isWaiting: isWaiting && sent?.account === account,
    error: said === undefined ? undefined : `${said.title} ${said.fix}`,
    send,
    onWaited: () => setWaiting(false),
    isSentToContact: () =>
      sent?.account === account && sent.expiresAtMs > Date.now() + stream.clockOffsetMs(),
  };
}

function accountText(contact: Contact): string {
  const { account, areaCode } = contactInput(contact);
  return areaCode === undefined ? account : `+${areaCode} ${account}`;
}

function recentCode(sentTo: string, retryAfterMs: number): Omit<SentCode, 'account'> {
  const nowMs = Date.now() + stream.clockOffsetMs();
  return { sentTo, resendAtMs: nowMs + retryAfterMs, expiresAtMs: nowMs + CODE_LIFE_MS, isDelayed: false };
}
