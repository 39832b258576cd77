import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import { consoleCall, refresh } from '../client.ts';
import { useSayError } from '../error-text.ts';
import { ReasonForm } from './reason-form.tsx';

/** Freezes trading of a customer: opens at a press, so that none is frozen by one. */
export function FreezeForm({ userId }: { userId: string }) {
  const { t } = useTranslation('console/customer');
  const say = useSayError();
  const [isOpen, setOpen] = useState(false);
  const freeze = useMutation<unknown, CallError, string>({
    mutationFn: (text) => consoleCall('consoleCustomerFreeze', { userId, text }),
    onSuccess: () => {
      setOpen(false);
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
  return (
    <ReasonForm
      help={t('freezeHelp')}
      label={t('freezeWhy')}
      name="freezeWhy"
      submitLabel={t('freeze')}
      cancelLabel={t('cancel')}
      isPending={freeze.isPending}
      onSubmit={freeze.mutate}
      onCancel={() => setOpen(false)}
    />
  );
}
