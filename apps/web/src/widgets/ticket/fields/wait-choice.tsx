import { useTranslation } from '#locales/i18n.ts';
import { Chips } from '#ui/fields/choice.tsx';
import { QuantityField } from '#ui/fields/quantity-field.tsx';
import { Switch } from '#ui/fields/toggle.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { mayBeIceberg } from '#widgets/ticket/checks/checks.ts';
import { takesAfterMarket } from '#widgets/ticket/checks/expiry.ts';
import { validitiesOf } from '#widgets/ticket/checks/offered.ts';
import type { TicketFormProps } from './form-props.ts';

const DAYS = ['1', '7', '30', '90'] as const;
const TTL_MINUTES_MAX = '120';

/**
 * How long an order waits and how much of it is shown, folded
 * behind what holds now; and whether it is for the next session.
 */
export function WaitChoice(props: TicketFormProps) {
  const { t } = useTranslation('trade');
  const { profile, fields, onChange, disabled } = props;
  const choices = validitiesOf(profile.kind, fields.type);
  const isIceberg = mayBeIceberg(fields);
  const isShownInPart = isIceberg && /[1-9]/.test(fields.shown ?? '');
  return (
    <>
      {takesAfterMarket(fields, profile) && (
        <Switch
          label={t('afterMarket')}
          detail={t('afterMarketText')}
          checked={fields.afterMarket === true}
          disabled={disabled}
          onCheckedChange={(afterMarket) => onChange({ afterMarket })}
        />
      )}
      {(choices.length > 1 || isIceberg) && (
        <Disclosure
          title={<span className="text-small text-muted">{t('validity')}</span>}
          value={<span className="text-small">{t(`validity_${fields.validity}`)}</span>}
          defaultOpen={fields.validity !== choices[0] || isShownInPart}
        >
          <div className="flex flex-col gap-2.5">
            {choices.length > 1 && <ValidityChoice {...props} choices={choices} />}
            {isIceberg && <ShownField {...props} />}
          </div>
        </Disclosure>
      )}
    </>
  );
}

function ValidityChoice({
  choices,
  ...props
}: TicketFormProps & { choices: ReturnType<typeof validitiesOf> }) {
  const { t } = useTranslation('trade');
  const { fields, onChange, disabled } = props;
  const { validity } = fields;
  return (
    <div>
      <Chips
        label={t('validity')}
        className="-mx-1"
        value={validity}
        onValueChange={(chosen) => onChange({ validity: chosen })}
        items={choices.map((value) => ({ value, label: t(`validity_${value}`), disabled }))}
      />
      <div className="flex items-center justify-between">
        <p className="text-small text-muted">{t(`validityText_${validity}`)}</p>
        <TermHelp label={t('validity')} terms={choices} className="-mr-3" />
      </div>
      {validity === 'ttl' && <MinutesField {...props} />}
      {validity === 'gtd' && <DaysChoice {...props} />}
    </div>
  );
}

function MinutesField({ fields, onChange, errors, disabled }: TicketFormProps) {
  const { t } = useTranslation('trade');
  return (
    <QuantityField
      label={t('minutes')}
      value={fields.minutes ?? ''}
      onValueChange={(minutes) => onChange({ minutes })}
      step="5"
      min="1"
      max={TTL_MINUTES_MAX}
      lessLabel={t('quantityLess')}
      moreLabel={t('quantityMore')}
      error={errors.expiry}
      disabled={disabled}
    />
  );
}

function DaysChoice({ fields, onChange, errors, disabled }: TicketFormProps) {
  const { t } = useTranslation('trade');
  return (
    <div>
      <Chips
        label={t('validity_gtd')}
        className="-mx-1"
        value={DAYS.find((days) => days === fields.days)}
        onValueChange={(days) => onChange({ days })}
        items={DAYS.map((value) => ({ value, label: t(`days_${value}`), disabled }))}
      />
      {errors.expiry !== undefined && (
        <p role="alert" className="text-small text-danger">
          {errors.expiry}
        </p>
      )}
    </div>
  );
}

function ShownField({ profile, fields, onChange, errors, disabled }: TicketFormProps) {
  const { t } = useTranslation('trade');
  return (
    <QuantityField
      inline
      label={t('iceberg')}
      help={t('icebergText')}
      value={fields.shown ?? ''}
      onValueChange={(shown) => onChange({ shown: /[1-9]/.test(shown) ? shown : '' })}
      step={profile.lotSize}
      decimals={profile.baseScale}
      lessLabel={t('quantityLess')}
      moreLabel={t('quantityMore')}
      error={errors.shown}
      disabled={disabled}
    />
  );
}
