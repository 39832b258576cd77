import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CallError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { consoleCall, refresh } from '../client.ts';
import { useSayError } from '../error-text.ts';

const WORDS_MIN = 20;
const WORDS_MAX = 500;

/** Freezes trading of a customer: opens at a press, so that none is frozen by one. */
export function FreezeForm({ userId }: { userId: string }) {
  const { t } = useTranslation('console/customer');
  const say = useSayError();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const freeze = useMutation<unknown, CallError>({
    mutationFn: () => consoleCall('consoleCustomerFreeze', { userId, text }),
    onSuccess: () => {
      setOpen(false);
      setText('');
      showToast(t('freezeDone'), { tone: 'success' });
      refresh();
    },
    onError: say,
  });
  if (!isOpen)
    return (
      <div>
        <Button size="medium" tone="secondary" onClick={() => setOpen(true)}>
          {t('freeze')}
        </Button>
      </div>
    );
  const isLong = text.trim().length >= WORDS_MIN;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isLong) freeze.mutate();
  };
  return (
    <form onSubmit={submit} className="flex max-w-2xl flex-col gap-3">
      <p className="text-small text-muted">{t('freezeHelp')}</p>
      <TextAreaField
        label={t('freezeWhy')}
        help={t('glassWhyHelp')}
        rows={3}
        value={text}
        onValueChange={setText}
        maxLength={WORDS_MAX}
        name="freezeWhy"
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="medium" tone="danger" loading={freeze.isPending} disabled={!isLong}>
          {t('freeze')}
        </Button>
        <Button size="medium" tone="quiet" onClick={() => setOpen(false)}>
          {t('cancel')}
        </Button>
      </div>
    </form>
  );
}
