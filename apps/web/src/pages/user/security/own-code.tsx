import { useState } from 'react';
import type { CallInput, CallOutput } from '#client/calls.ts';
import type { CallError } from '#client/errors.ts';
import { useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Segmented } from '#ui/fields/choice.tsx';
import { Refused } from '#widgets/security/refused.tsx';
import { CodeSlot, type SentCode } from '#widgets/session/code-slot.tsx';

type Channel = CallInput<'securityCodeSend'>['channel'];

interface TypedCode {
  code: string;
  onCodeChange: (code: string) => void;
  error?: string | undefined;
}

export interface CommandCodeProps extends TypedCode {
  /** The command that sends the code, as it stands. */
  command: {
    readonly data: SentCode | undefined;
    readonly isPending: boolean;
    readonly error: CallError | null;
  };
  onSend: () => void;
}

/** A code that a command sends, and what was wrong with that. */
export function CommandCode({ command, ...props }: CommandCodeProps) {
  const [waited, setWaited] = useState<SentCode>();
  const { data: sent, isPending, error } = command;
  return (
    <div className="flex flex-col gap-2">
      <CodeSlot
        {...props}
        sent={sent}
        isSending={isPending}
        isWaiting={sent !== undefined && waited !== sent}
        onWaited={() => setWaited(sent)}
      />
      <Refused error={error ?? undefined} />
    </div>
  );
}

export interface OwnCodeProps extends TypedCode {
  to: CallOutput<'securityInfo'>['codesTo'];
}

/** A code to the phone or e-mail of the login itself. */
export function OwnCode({ to, ...props }: OwnCodeProps) {
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
      <CommandCode
        {...props}
        command={send}
        onSend={() => send.mutate({ channel, purpose: 'tradePassword' })}
      />
    </div>
  );
}
