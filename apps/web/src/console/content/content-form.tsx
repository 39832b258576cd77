import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type CallError, isRefusal } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/feedback/toast.ts';
import type { ConsoleOutput } from '../calls.ts';
import { consoleCall, refresh } from '../client.ts';
import { useSayError } from '../error-text.ts';
import { goTo } from '../path.ts';
import { askedOf, type ContentFields, type Draft, fieldsOf } from './content-fields.ts';
import { LinkFields, TextFields } from './form-fields.tsx';
import { TextPreviews } from './text-previews.tsx';

export type { Draft } from './content-fields.ts';

/** A text in both languages: it is shown as its readers will see it before it can be saved. */
export function ContentForm({ draft }: { draft: Draft | undefined }) {
  const { t } = useTranslation('console/content');
  const say = useSayError();
  // As it was read when the form was opened: what others save meanwhile is not overwritten.
  const [read] = useState(draft);
  const [fields, setFields] = useState(() => fieldsOf(read));
  // Kept over tries that got no answer, so that none saves a second draft.
  const [clientId, setClientId] = useState(() => crypto.randomUUID());
  const check = useMutation<ConsoleOutput<'consoleContentCheck'>, CallError>({
    mutationFn: () => consoleCall('consoleContentCheck', askedOf(fields)),
    onError: say,
  });
  const save = useMutation<ConsoleOutput<'consoleContentSave'>, CallError>({
    mutationFn: () =>
      consoleCall('consoleContentSave', {
        clientId,
        ...(read !== undefined && { id: read.id, version: String(read.version) }),
        ...askedOf(fields),
      }),
    onSuccess: ({ id }) => {
      showToast(t('saved'), { tone: 'success' });
      refresh();
      goTo({ page: 'queue', queue: 'content', show: 'waiting', id });
    },
    onError: (error) => {
      say(error);
      // Another content than that of a try whose answer was lost is another draft.
      if (isRefusal(error, 'CLIENT_ID_REUSED')) setClientId(crypto.randomUUID());
    },
  });
  const change = (changed: Partial<ContentFields>) => {
    check.reset();
    setFields({ ...fields, ...changed });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (check.data === undefined) check.mutate();
    else if (!save.isPending) save.mutate();
  };
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      <TextFields fields={fields} onFieldsChange={change} />
      <LinkFields fields={fields} onFieldsChange={change} />
      <div aria-live="polite">
        {check.data !== undefined && <TextPreviews previews={check.data.previews} />}
      </div>
      <div>
        <Button type="submit" size="medium" loading={check.isPending || save.isPending}>
          {t(check.data === undefined ? 'showPreview' : 'saveDraft')}
        </Button>
      </div>
    </form>
  );
}
