import { useMutation } from '@tanstack/react-query';
import type { CallError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { consoleCall, refresh } from '../client.ts';
import { useSayError } from '../error-text.ts';
import { goTo } from '../path.ts';
import { useCustomerWords } from './customer-words.ts';
import { ReasonForm } from './reason-form.tsx';

/** The way into a part that the role does not open: in an emergency, for half an hour, before two others. */
export function BreakGlass({ userId, part }: { userId: string; part: string }) {
  const { t } = useTranslation('console/customer');
  const words = useCustomerWords();
  const say = useSayError();
  const open = useMutation<unknown, CallError, string>({
    mutationFn: (text) => consoleCall('consoleBreakGlass', { userId, part, text }),
    onSuccess: refresh,
    onError: say,
  });
  return (
    <ReasonForm
      title={t('glass', { part: words.part(part) })}
      help={t('glassHelp')}
      label={t('glassWhy')}
      name="why"
      submitLabel={t('glassOpen')}
      cancelLabel={t('back')}
      isPending={open.isPending}
      onSubmit={open.mutate}
      onCancel={() => goTo({ page: 'customers', userId, part: 'profile' })}
    />
  );
}
