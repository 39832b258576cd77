import { namesTrigger, triggerWhen } from '@tarazu/core/checks';
import { formatDecimal } from '@tarazu/core/values';
import { useTranslation } from '#locales/i18n.ts';
import { QuantityField } from '#ui/fields/quantity-field.tsx';
import { currencySymbol } from '#ui/numbers/format.ts';
import { Price } from '#ui/numbers/number-text.tsx';
import { PriceDistance } from '#widgets/instrument/price/price-distance.tsx';
import type { TicketFormProps } from './form-props.ts';

const TRAIL_STEP = '0.5';
const TRAIL_DECIMALS = 2;

/** The trigger that a sleeping order waits for; nothing for one that does not sleep. */
export function TriggerFields(props: TicketFormProps) {
  const { type } = props.fields;
  if (type === 'trailingStop') return <TrailField {...props} />;
  return namesTrigger(type) ? <TriggerField {...props} /> : null;
}

function TriggerField({ profile, fields, onChange, errors, disabled }: TicketFormProps) {
  const { t } = useTranslation('trade');
  const rises = triggerWhen(fields.type, fields.side) === 'rises';
  return (
    <QuantityField
      inline
      label={t('triggerPrice', { asset: currencySymbol(profile.quoteAsset) })}
      value={fields.trigger ?? ''}
      onValueChange={(trigger) => onChange({ trigger })}
      step={profile.tickSize}
      decimals={profile.priceScale}
      lessLabel={t('triggerLess')}
      moreLabel={t('triggerMore')}
      aside={<PriceDistance profile={profile} price={fields.trigger ?? ''} />}
      help={rises ? t('triggerAboveHelp') : t('triggerBelowHelp')}
      error={errors.trigger}
      disabled={disabled}
    />
  );
}

/** How far a trailing stop stays behind, of an order or of a bracket. */
export function TrailField({ profile, fields, reckoning, onChange, errors, disabled }: TicketFormProps) {
  const { t } = useTranslation('trade');
  const { intent, terms } = reckoning;
  const begins = intent?.priceTrigger;
  return (
    <QuantityField
      inline
      label={t('trailPercent')}
      value={fields.trail ?? ''}
      onValueChange={(trail) => onChange({ trail })}
      step={TRAIL_STEP}
      decimals={TRAIL_DECIMALS}
      lessLabel={t('trailLess')}
      moreLabel={t('trailMore')}
      error={errors.trail}
      disabled={disabled}
      aside={
        begins === undefined ? undefined : (
          <span className="text-small text-muted">
            {t('trailBegins')}{' '}
            <Price
              value={formatDecimal(begins, terms.priceScale)}
              asset={profile.quoteAsset}
              decimals={terms.priceScale}
            />
          </span>
        )
      }
    />
  );
}
