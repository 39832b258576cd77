import { Link } from '@tanstack/react-router';
import { stream } from '#client/live.ts';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { CodeField } from '#ui/fields/code-field.tsx';
import { Countdown } from '#ui/numbers/time-text.tsx';
import { TextLink } from '#ui/text-link.tsx';
import type { CodeSending } from './use-code-sending.ts';

export interface CodeRequestProps {
  sending: CodeSending;
  code: string;
  onCodeChange: (code: string) => void;
  /** Called once all six digits are there. */
  onComplete?: ((code: string) => void) | undefined;
  error?: string | undefined;
  autoFocus?: boolean | undefined;
}

/**
 * Sends a code and takes its six digits. The proof of work runs by itself: no person has to read a picture.
 * The way to the sandbox's outbox opens beside the page, so that what was typed stays.
 */
export function CodeRequest({ sending, code, onCodeChange, onComplete, error, autoFocus }: CodeRequestProps) {
  const { t } = useTranslation('account');
  const { sent, isSending, isWaiting } = sending;
  const hasOutbox = useCall('props', {}, { freshMs: Number.POSITIVE_INFINITY }).data?.sandboxOutbox === true;
  const button = (
    <Button
      size="small"
      tone="secondary"
      loading={isSending}
      disabled={isWaiting}
      onClick={() => sending.send()}
    >
      {isWaiting && sent !== undefined ? (
        <Countdown
          untilMs={sent.resendAtMs}
          clockOffsetMs={stream.clockOffsetMs()}
          onEnd={sending.onWaited}
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
        onComplete={onComplete}
        slotLabel={(position) => t('codeDigit', { position: String(position) })}
        help={isSending ? t('proving') : t('codeHelp')}
        error={error ?? sending.error}
        aside={button}
        autoFocus={autoFocus}
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
