import { useTranslation } from '#locales/i18n.ts';
import { CodeSlot } from '#widgets/session/code-slot.tsx';
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
 */
export function CodeRequest({ sending, error, ...props }: CodeRequestProps) {
  const { t } = useTranslation('account');
  const { sent, isSending, isWaiting, onWaited } = sending;
  return (
    <CodeSlot
      {...props}
      sent={sent}
      isSending={isSending}
      isWaiting={isWaiting}
      onWaited={onWaited}
      onSend={() => sending.send()}
      help={t(isSending ? 'proving' : 'codeHelp')}
      error={error ?? sending.error}
    />
  );
}
