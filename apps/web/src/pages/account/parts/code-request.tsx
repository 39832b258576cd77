import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#client/api.ts';
import { type CallError, isRefusal } from '#client/errors.ts';
import { stream } from '#client/live.ts';
import { proveWork } from '#client/proof/captcha.ts';
import { useCall } from '#client/query.ts';
import { knownDevice } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { CodeField } from '#ui/fields/code-field.tsx';
import { Countdown } from '#ui/numbers/time-text.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { useErrorText } from '#widgets/session/use-account-actions.ts';
import { type Contact, contactInput, contactProblem } from './contact.ts';

export interface CodeRequestProps {
  contact: Contact;
  purpose: 'register' | 'resetPassword';
  code: string;
  onCodeChange: (code: string) => void;
  error?: string | undefined;
  /** The contact cannot be right: the page shows it at the contact's own field. */
  onContactProblem: () => void;
  /** The way to the sandbox's outbox opens beside the page, so that what was typed stays. */
  showOutbox?: boolean | undefined;
}

interface Sent {
  readonly sentTo: string;
  readonly resendAtMs: number;
  readonly isDelayed: boolean;
}

/**
 * Sends a code and takes its six digits. The proof of work runs by itself: no person has to read a picture.
 */
export function CodeRequest(props: CodeRequestProps) {
  const { t } = useTranslation('account');
  const { sent, isSending, isWaiting, error, send, onWaited } = useCodeSending(props);
  const hasOutbox = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY }).data?.sandboxOutbox === true;
  const button = (
    <Button size="small" tone="secondary" loading={isSending} disabled={isWaiting} onClick={send}>
      {isWaiting && sent !== undefined ? (
        <Countdown untilMs={sent.resendAtMs} clockOffsetMs={stream.clockOffsetMs()} onEnd={onWaited} />
      ) : (
        t(sent === undefined ? 'sendCode' : 'sendAgain')
      )}
    </Button>
  );
  return (
    <div className="flex flex-col gap-2">
      <CodeField
        label={t('code')}
        value={props.code}
        onValueChange={props.onCodeChange}
        slotLabel={(position) => t('codeDigit', { position: String(position) })}
        help={isSending ? t('proving') : t('codeHelp')}
        error={props.error ?? error}
        aside={button}
      />
      <p role="status" className="text-small text-muted">
        {sent !== undefined && t(sent.isDelayed ? 'codeDelayed' : 'codeSent', { to: sent.sentTo })}
        {sent !== undefined && hasOutbox && (
          <>
            {' '}
            {t('outboxHint')}{' '}
            <TextLink render={<Link to="/sandbox" target="_blank" />}>{t('openOutbox')}</TextLink>
          </>
        )}
      </p>
    </div>
  );
}

function useCodeSending({ contact, purpose, onContactProblem }: CodeRequestProps) {
  const textOf = useErrorText();
  const [sent, setSent] = useState<Sent>();
  const [isSending, setSending] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [failure, setFailure] = useState<CallError>();
  const send = () => {
    setFailure(undefined);
    if (contactProblem(contact) !== undefined) return onContactProblem();
    setSending(true);
    proveWork()
      .then((captcha) =>
        call('codeSend', { ...contactInput(contact), ...knownDevice(), purpose, ...captcha }),
      )
      .then((reply) => {
        setSent(reply);
        setWaiting(true);
      })
      .catch((error: CallError) => {
        if (isRefusal(error, 'PHONE_FORMAT', 'EMAIL_FORMAT')) onContactProblem();
        setFailure(error);
      })
      .finally(() => setSending(false));
  };
  const said = failure === undefined ? undefined : textOf(failure);
  return {
    sent,
    isSending,
    isWaiting,
    error: said === undefined ? undefined : `${said.title} ${said.fix}`,
    send,
    onWaited: () => setWaiting(false),
  };
}
