import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { askPasskey } from './browser-passkeys.ts';
import type { StepUpBegun } from './step-up.ts';
import { usePasskeyPlace } from './use-passkey-place.ts';

export interface PasskeyAnswerProps {
  passkey: NonNullable<StepUpBegun['passkey']>;
  onAnswer: (credential: string) => void;
}

/** Meets the second factor of a step-up by a passkey. */
export function PasskeyAnswer({ passkey, onAnswer }: PasskeyAnswerProps) {
  const { t } = useTranslation('security');
  const isHere = usePasskeyPlace();
  const [isAsking, setAsking] = useState(false);
  const [wasLeft, setLeft] = useState(false);
  if (!isHere) return null;
  const ask = () => {
    setAsking(true);
    setLeft(false);
    void askPasskey(passkey)
      .then((answer) => (answer === undefined ? setLeft(true) : onAnswer(answer.credential)))
      .finally(() => setAsking(false));
  };
  return (
    <div className="flex flex-col gap-2">
      <Button wide tone="secondary" icon={<Icon icon={Fingerprint} />} loading={isAsking} onClick={ask}>
        {t('passkeyUse')}
      </Button>
      <p aria-live="polite" className="text-small text-muted empty:hidden">
        {wasLeft ? t('passkeyLeft') : ''}
      </p>
    </div>
  );
}
