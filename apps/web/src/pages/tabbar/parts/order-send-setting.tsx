import { useTranslation } from '#locales/i18n.ts';
import { Segmented } from '#ui/fields/choice.tsx';
import { ORDER_SENDS, orderSendSlice } from '#widgets/ticket/order-send.ts';

/** How an order leaves the ticket on this device. */
export function OrderSendSetting() {
  const { t } = useTranslation('mine');
  const how = orderSendSlice.use();
  return (
    <div>
      <h3 className="mb-2 text-body font-medium">{t('orderSend')}</h3>
      <Segmented
        label={t('orderSend')}
        value={how}
        onValueChange={orderSendSlice.set}
        items={ORDER_SENDS.map((value) => ({ value, label: t(`orderSend_${value}`) }))}
      />
      <p className="mt-1.5 text-small text-muted">{t(`orderSendText_${how}`)}</p>
    </div>
  );
}
