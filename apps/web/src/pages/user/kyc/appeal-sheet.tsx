import { type FormEvent, useId, useState } from 'react';
import { useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { useErrorText } from '#widgets/session/use-account-actions.ts';

const TEXT_MIN = 10;
const TEXT_MAX = 1_000;

/** Why the decision is wrong, in the person's own words: another one decides then. */
export function AppealSheet({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { t } = useTranslation('identity');
  const formId = useId();
  const textOf = useErrorText();
  const [text, setText] = useState('');
  const [wasTried, setTried] = useState(false);
  const appeal = useCommand('userUpdate', { touches: ['userAuth'], onDone: () => onOpenChange(false) });
  const isShort = text.trim().length < TEXT_MIN;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    // A line break is no character of a text of one paragraph.
    if (!isShort) appeal.mutate({ type: 'kycAppeal', appeal: text.replace(/\s+/g, ' ').trim() });
  };
  const said = appeal.error === null ? undefined : textOf(appeal.error);
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('appealTitle')}
      description={t('appealText')}
      closeLabel={t('close')}
      footer={
        <Button type="submit" form={formId} loading={appeal.isPending}>
          {t('appealSend')}
        </Button>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        <TextAreaField
          label={t('appealLabel')}
          value={text}
          onValueChange={setText}
          maxLength={TEXT_MAX}
          error={wasTried && isShort ? t('appealShort') : undefined}
        />
        {said !== undefined && (
          <Notice tone="danger" live title={said.title}>
            {said.fix}
          </Notice>
        )}
      </form>
    </Sheet>
  );
}
