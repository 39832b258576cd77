import { type FormEvent, useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { Button } from '#ui/button.tsx';
import { TextAreaField } from '#ui/fields/text-field.tsx';

/** Lengths of a reason as the calls take it. */
const WORDS_MIN = 20;
const WORDS_MAX = 500;

interface ReasonFormProps {
  title?: string;
  help: string;
  /** Label of the reason. */
  label: string;
  name: string;
  submitLabel: string;
  cancelLabel: string;
  isPending: boolean;
  onSubmit: (reason: string) => void;
  onCancel: () => void;
}

/** A reason in words for what touches one customer, and the button that does it. */
export function ReasonForm(props: ReasonFormProps) {
  const { title, help, label, name, submitLabel, cancelLabel, isPending, onSubmit, onCancel } = props;
  const { t } = useTranslation('console/customer');
  const [reason, setReason] = useState('');
  const isEnough = reason.trim().length >= WORDS_MIN;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isEnough) onSubmit(reason);
  };
  return (
    <form onSubmit={submit} className="flex max-w-2xl flex-col gap-3">
      {title !== undefined && <h3 className="text-heading">{title}</h3>}
      <p className="text-small text-muted">{help}</p>
      <TextAreaField
        label={label}
        help={t('reasonHelp')}
        rows={3}
        value={reason}
        onValueChange={setReason}
        maxLength={WORDS_MAX}
        name={name}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="medium" tone="danger" loading={isPending} disabled={!isEnough}>
          {submitLabel}
        </Button>
        <Button size="medium" tone="quiet" onClick={onCancel}>
          {cancelLabel}
        </Button>
      </div>
    </form>
  );
}
