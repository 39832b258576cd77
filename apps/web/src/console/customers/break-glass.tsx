import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { CallError } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { consoleCall, refresh } from '../client.ts';
import { useSayError } from '../error-text.ts';
import { goTo } from '../path.ts';
import { useCustomerWords } from './customer-words.ts';

const WORDS_MIN = 20;
const WORDS_MAX = 500;

/** The way into a part that the role does not open: in an emergency, for half an hour, before two others. */
export function BreakGlass({ userId, part }: { userId: string; part: string }) {
  const { t } = useTranslation('console/customer');
  const words = useCustomerWords();
  const say = useSayError();
  const [text, setText] = useState('');
  const open = useMutation<unknown, CallError>({
    mutationFn: () => consoleCall('consoleBreakGlass', { userId, part, text }),
    onSuccess: refresh,
    onError: say,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim().length >= WORDS_MIN) open.mutate();
  };
  return (
    <form onSubmit={submit} className="flex max-w-2xl flex-col gap-3">
      <h3 className="text-heading">{t('glass', { part: words.part(part) })}</h3>
      <p className="text-small text-muted">{t('glassHelp')}</p>
      <TextAreaField
        label={t('glassWhy')}
        help={t('glassWhyHelp')}
        rows={3}
        value={text}
        onValueChange={setText}
        maxLength={WORDS_MAX}
        name="why"
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          size="medium"
          tone="danger"
          loading={open.isPending}
          disabled={text.trim().length < WORDS_MIN}
        >
          {t('glassOpen')}
        </Button>
        <Button
          size="medium"
          tone="quiet"
          onClick={() => goTo({ page: 'customers', userId, part: 'profile' })}
        >
          {t('back')}
        </Button>
      </div>
    </form>
  );
}
