import { call } from '#client/api.ts';
import type { CallError } from '#client/errors.ts';
import { useOrderSend } from '#client/login-info.ts';
import { isSignedIn } from '#client/session.ts';
import { ORDER_SENDS, type OrderSend, orderSendSlice } from '#client/store.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Segmented } from '#ui/fields/choice.tsx';
import { useErrorToast } from '#widgets/session/use-account-actions.ts';

/** How an order leaves the ticket, on every device of this person. */
export function OrderSendSetting() {
  const { t } = useTranslation('mine');
  const say = useErrorToast();
  const how = useOrderSend();
  const choose = (orderSend: OrderSend) => {
    orderSendSlice.set(orderSend);
    // A choice that was not kept holds nowhere: the control goes back, and says why.
    const undo = (failure: CallError) => {
      if (orderSendSlice.get() === orderSend) orderSendSlice.set(how);
      say(failure);
    };
    if (isSignedIn()) call('userUpdate', { orderSend }).catch(undo);
  };
  return (
    <div>
      <h3 className="mb-2 text-body font-medium">{t('orderSend')}</h3>
      <Segmented
        label={t('orderSend')}
        value={how}
        onValueChange={choose}
        items={ORDER_SENDS.map((value) => ({ value, label: t(`orderSend_${value}`) }))}
      />
      <p className="mt-1.5 text-small text-muted">{t(`orderSendText_${how}`)}</p>
    </div>
  );
}
