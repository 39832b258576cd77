import type { OwnOrder } from '@tarazu/protocol';
import { isRefusal } from '#client/errors.ts';
import { invalidate, useCommand } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { productAt } from '#products/list.ts';
import { showToast } from '#ui/feedback/toast.ts';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { useOrderTitle } from '#widgets/orders/words.ts';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';
import { STALE_AFTER_ORDER } from './stale-after-order.ts';

export interface CancelOrderProps {
  /** The order that is asked about; undefined while none is. */
  order: OwnOrder | undefined;
  onClose: () => void;
}

/** Asks first, naming the order. One that ended meanwhile is told so, and the list is read again. */
export function CancelOrder({ order, onClose }: CancelOrderProps) {
  const { t } = useTranslation('trade');
  const titleOf = useOrderTitle();
  const sayError = useErrorToast();
  const options = {
    touches: STALE_AFTER_ORDER,
    onDone: () => {
      showToast(t('cancelDone'), { tone: 'success' });
      onClose();
    },
    onFailed: (error: Parameters<typeof sayError>[0]) => {
      sayError(error);
      if (isRefusal(error, 'ORDER_NOT_OPEN', 'ORDER_UNKNOWN')) invalidate('stockOrders', 'coinOrders');
      onClose();
    },
  };
  const cancel = useCommand(productAt(order?.instrumentId ?? '').calls.cancel, options);
  return (
    <ConfirmDialog
      open={order !== undefined}
      onOpenChange={onClose}
      title={order === undefined ? '' : t('cancelTitle', { order: titleOf(order) })}
      confirmLabel={t('cancelConfirm')}
      cancelLabel={t('cancelKeep')}
      tone="danger"
      loading={cancel.isPending}
      onConfirm={() => order !== undefined && cancel.mutate({ id: order.id })}
    >
      {order?.waitsFor === undefined ? t('cancelText') : t('cancelWaitingText')}
    </ConfirmDialog>
  );
}
