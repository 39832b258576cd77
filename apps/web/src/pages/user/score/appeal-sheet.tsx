import { useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { AppealForm } from '#widgets/appeal/appeal-form.tsx';

/** Why the score is wrong. */
export function ScoreAppealSheet({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { t } = useTranslation('score');
  const appeal = useCommand('scoreAppeal', {
    touches: ['pointChangeLog'],
    onDone: () => onOpenChange(false),
  });
  const words = {
    title: t('appealDo'),
    description: t('appealText'),
    label: t('appealLabel'),
    short: t('appealShort'),
    send: t('appealSend'),
    close: t('close'),
  };
  return (
    <AppealForm
      open={open}
      onOpenChange={onOpenChange}
      words={words}
      command={appeal}
      onSend={(text, onSent) => appeal.mutate({ text }, { onSuccess: onSent })}
    />
  );
}
