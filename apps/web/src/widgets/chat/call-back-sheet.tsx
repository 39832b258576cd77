import { HOUR_MS } from '@tarazu/core/values';
import { useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Chips } from '#ui/fields/choice.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { latinDigits } from '#ui/numbers/format-settings.ts';
import { Sheet } from '#ui/overlays/sheet.tsx';

export interface CallBackSheetProps {
  isOpen: boolean;
  isSending: boolean;
  onClose: () => void;
  onAsk: (asked: { phone: string; callFromMs?: string }) => void;
}

const PHONE = /^\+\d{8,15}$/;
const WAITS_MS = { now: 0, hour: HOUR_MS, evening: 4 * HOUR_MS } as const;
type When = keyof typeof WAITS_MS;

/** Asks to be called: at which number, and from when on. */
export function CallBackSheet({ isOpen, isSending, onClose, onAsk }: CallBackSheetProps) {
  const { t } = useTranslation('chat');
  const [typed, setTyped] = useState('');
  const [when, setWhen] = useState<When>('now');
  const [isTried, setTried] = useState(false);
  const phone = latinDigits(typed).replaceAll(/[\s()-]/g, '');
  const isRight = PHONE.test(phone);
  const ask = () => {
    setTried(true);
    if (!isRight) return;
    const waitMs = WAITS_MS[when];
    onAsk({ phone, ...(waitMs === 0 ? {} : { callFromMs: String(Date.now() + waitMs) }) });
  };
  return (
    <Sheet open={isOpen} onOpenChange={(open) => !open && onClose()} title={t('callBackTitle')}>
      <div className="flex flex-col gap-4 pb-4">
        <p className="text-body text-muted">{t('callBackText')}</p>
        <TextField
          label={t('phone')}
          help={t('phoneHelp')}
          error={isTried && !isRight ? t('phoneWrong') : undefined}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          value={typed}
          onValueChange={setTyped}
          name="phone"
        />
        <Chips
          label={t('callWhen')}
          value={when}
          onValueChange={setWhen}
          items={[
            { value: 'now', label: t('callNow') },
            { value: 'hour', label: t('callHour') },
            { value: 'evening', label: t('callEvening') },
          ]}
        />
        <Button wide loading={isSending} onClick={ask}>
          {t('requestCall')}
        </Button>
      </div>
    </Sheet>
  );
}
