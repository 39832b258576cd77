import { useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { AppealForm } from '#widgets/appeal/appeal-form.tsx';

/** Why the decision about an identity is wrong: another one decides then. */
export function AppealSheet({
  open,
  onOpenChange,
}: {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}) {
  const { t } = useTranslation('identity');
  const appeal = useCommand('userUpdate', { touches: ['userAuth'], onDone: () => onOpenChange(false) });
  const words = {
    title: t('appealTitle'),
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
      onSend={(text, onSent) => appeal.mutate({ type: 'kycAppeal', appeal: text }, { onSuccess: onSent })}
    />
  );
}
