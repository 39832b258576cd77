import { useTranslation } from '#locales/i18n.ts';
import { QuantityField } from '#ui/fields/quantity-field.tsx';
import type { TicketFormProps } from './form-props.ts';

/** The two prices of a bracket; nothing for an order without one. */
export function BracketFields({ detail, fields, onChange, errors, disabled }: TicketFormProps) {
  const { t } = useTranslation('trade');
  if (fields.bracket !== true) return null;
  const common = { step: detail.tickSize, decimals: detail.priceScale, disabled };
  const asset = detail.quoteAsset;
  return (
    <>
      <QuantityField
        inline
        {...common}
        label={t('takeProfitPrice', { asset })}
        value={fields.takeProfit ?? ''}
        onValueChange={(takeProfit) => onChange({ takeProfit })}
        lessLabel={t('takeProfitLess')}
        moreLabel={t('takeProfitMore')}
        help={t('takeProfitHelp')}
        error={errors.takeProfit}
      />
      <QuantityField
        inline
        {...common}
        label={t('stopLossPrice', { asset })}
        value={fields.stopLoss ?? ''}
        onValueChange={(stopLoss) => onChange({ stopLoss })}
        lessLabel={t('stopLossLess')}
        moreLabel={t('stopLossMore')}
        help={t('stopLossHelp')}
        error={errors.stopLoss}
      />
    </>
  );
}
