import type { CallError } from '#client/errors.ts';
import { isRefusal } from '#client/errors.ts';
import { useTranslation } from '#locales/i18n.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';

export interface LargeOrderDialogProps {
  open: boolean;
  side: 'buy' | 'sell';
  onClose: () => void;
  onConfirm: () => void;
}

/** The confirmation of an order above a tenth of an average day. */
export function LargeOrderDialog({ open, side, onClose, onConfirm }: LargeOrderDialogProps) {
  const { t } = useTranslation('trade');
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onClose}
      title={t('largeTitle')}
      confirmLabel={t('largeConfirm')}
      cancelLabel={t('back')}
      tone={side}
      onConfirm={onConfirm}
    >
      {t('largeText')}
    </ConfirmDialog>
  );
}

/** Whether a refusal is the question for a confirmation, which the dialog puts. */
export function asksForConfirmation(error: CallError | null | undefined): boolean {
  return error !== null && error !== undefined && isRefusal(error, 'CONFIRM_LARGE_ORDER');
}
