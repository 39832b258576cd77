import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CallInput, CallOutput } from '#client/calls.ts';
import type { CallError } from '#client/errors.ts';
import { stream } from '#client/live.ts';
import { useCall, useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Segmented } from '#ui/fields/choice.tsx';
import { CodeField } from '#ui/fields/code-field.tsx';
import { Countdown } from '#ui/numbers/time-text.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { Refused } from '#widgets/security/refused.tsx';

type Channel = CallInput<'securityCodeSend'>['channel'];

interface SentCode {
  readonly sentTo: string;
  readonly resendAtMs: number;
  readonly isDelayed: boolean;
}

export interface CodeSlotProps {
  code: string;
  onCodeChange: (code: string) => void;
  error?: string | undefined;
  sent: SentCode | undefined;
  isSending: boolean;
  onSend: () => void;
  failure: CallError | undefined;
}

/** Six digits of a message, with the button that sends it. The way to the sandbox's outbox opens beside. */
export function CodeSlot({ code, onCodeChange, error, sent, isSending, onSend, failure }: CodeSlotProps) {
  const { t } = useTranslation('security');
  const [waited, setWaited] = useState<SentCode>();
  const hasOutbox = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY }).data?.sandboxOutbox === true;
  const isWaiting = sent !== undefined && waited !== sent;
  const button = (
    <Button size="small" tone="secondary" loading={isSending} disabled={isWaiting} onClick={onSend}>
      {isWaiting ? (
        <Countdown
          untilMs={sent.resendAtMs}
          clockOffsetMs={stream.clockOffsetMs()}
          onEnd={() => setWaited(sent)}
        />
      ) : (
        t(sent === undefined ? 'sendCode' : 'sendAgain')
      )}
    </Button>
  );
  return (
    <div className="flex flex-col gap-2">
      <CodeField
        label={t('code')}
        value={code}
        onValueChange={onCodeChange}
        slotLabel={(position) => t('digit', { position: String(position) })}
        error={error}
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
      <Refused error={failure} />
    </div>
  );
}

export interface OwnCodeProps {
  to: CallOutput<'securityInfo'>['codesTo'];
  code: string;
  onCodeChange: (code: string) => void;
  error?: string | undefined;
}

/** A code to the phone or e-mail of the login itself. */
export function OwnCode({ to, code, onCodeChange, error }: OwnCodeProps) {
  const { t } = useTranslation('security');
  const [channel, setChannel] = useState<Channel | undefined>(to[0]?.channel);
  const send = useCommand('securityCodeSend');
  if (channel === undefined) return <p className="text-body">{t('noContact')}</p>;
  return (
    <div className="flex flex-col gap-4">
      {to.length > 1 && (
        <Segmented
          label={t('codeTo')}
          value={channel}
          onValueChange={setChannel}
          items={to.map(({ channel: value, sentTo }) => ({ value, label: sentTo }))}
        />
      )}
      <CodeSlot
        code={code}
        onCodeChange={onCodeChange}
        error={error}
        sent={send.data}
        isSending={send.isPending}
        onSend={() => send.mutate({ channel, purpose: 'tradePassword' })}
        failure={send.error ?? undefined}
      />
    </div>
  );
}
