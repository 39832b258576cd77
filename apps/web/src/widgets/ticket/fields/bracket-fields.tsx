import { useTranslation } from '#locales/i18n.ts';
import { Segmented } from '#ui/fields/choice.tsx';
import { QuantityField } from '#ui/fields/quantity-field.tsx';
import { currencySymbol } from '#ui/numbers/format.ts';
import type { TicketFormProps } from './form-props.ts';
import { TrailField } from './trigger-fields.tsx';

/** The two ends of a bracket; nothing for an order without one. */
export function BracketFields(props: TicketFormProps) {
  const { profile, fields, onChange, errors, disabled } = props;
  const { t } = useTranslation('trade');
  if (fields.bracket !== true) return null;
  const common = { step: profile.tickSize, decimals: profile.priceScale, disabled };
  const asset = currencySymbol(profile.quoteAsset);
  const { stopTrails = false } = fields;
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
      <Segmented
        label={t('stopKind')}
        value={stopTrails ? 'trailing' : 'fixed'}
        onValueChange={(kind) => onChange({ stopTrails: kind === 'trailing' })}
        items={[
          { value: 'fixed', label: t('stopFixed'), disabled },
          { value: 'trailing', label: t('stopTrailing'), disabled },
        ]}
      />
      {stopTrails ? (
        <TrailField {...props} />
      ) : (
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
      )}
    </>
  );
}
