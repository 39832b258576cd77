import { Link } from '@tanstack/react-router';
import { stream } from '#client/live.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { CodeField } from '#ui/fields/code-field.tsx';
import { Countdown } from '#ui/numbers/time-text.tsx';
import { TextLink } from '#ui/text-link.tsx';

export interface SentCode {
  readonly sentTo: string;
  readonly resendAtMs: number;
  readonly isDelayed: boolean;
}

export interface CodeSlotProps {
  code: string;
  onCodeChange: (code: string) => void;
  /** Called once all six digits are there. */
  onComplete?: ((code: string) => void) | undefined;
  sent: SentCode | undefined;
  isSending: boolean;
  /** The next code may not be asked for yet. */
  isWaiting: boolean;
  onWaited: () => void;
  onSend: () => void;
  help?: string | undefined;
  error?: string | undefined;
  autoFocus?: boolean | undefined;
}

/**
 * Six digits of a message, with the button that sends it. The way to
 * the sandbox's outbox opens beside the page, so that what was typed stays.
 */
export function CodeSlot({ sent, isSending, isWaiting, onWaited, onSend, ...props }: CodeSlotProps) {
  const { t } = useTranslation('account');
  const hasOutbox = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY }).data?.sandboxOutbox === true;
  const button = (
    <Button size="small" tone="secondary" loading={isSending} disabled={isWaiting} onClick={onSend}>
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
        onComplete={props.onComplete}
        slotLabel={(position) => t('codeDigit', { position: String(position) })}
        help={props.help}
        error={props.error}
        aside={button}
        autoFocus={props.autoFocus}
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
