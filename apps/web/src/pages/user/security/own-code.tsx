import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { CallInput, CallOutput } from '#client/calls.ts';
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
  const [isWaiting, setWaiting] = useState(false);
  const send = useCommand('securityCodeSend', { onDone: () => setWaiting(true) });
  const hasOutbox = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY }).data?.sandboxOutbox === true;
  if (channel === undefined) return <p className="text-body">{t('noContact')}</p>;
  const sent = send.data;
  const button = (
    <Button
      size="small"
      tone="secondary"
      loading={send.isPending}
      disabled={isWaiting}
      onClick={() => send.mutate({ channel, purpose: 'tradePassword' })}
    >
      {isWaiting && sent !== undefined ? (
        <Countdown
          untilMs={sent.resendAtMs}
          clockOffsetMs={stream.clockOffsetMs()}
          onEnd={() => setWaiting(false)}
        />
      ) : (
        t(sent === undefined ? 'sendCode' : 'sendAgain')
      )}
    </Button>
  );
  return (
    <div className="flex flex-col gap-2">
      {to.length > 1 && (
        <Segmented
          label={t('codeTo')}
          value={channel}
          onValueChange={setChannel}
          items={to.map(({ channel: value, sentTo }) => ({ value, label: sentTo }))}
        />
      )}
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
      <Refused error={send.error ?? undefined} />
    </div>
  );
}
