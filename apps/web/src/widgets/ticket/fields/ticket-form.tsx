import { isPricedType, isTriggeredType } from '@tarazu/core/checks';
import { formatDecimal } from '@tarazu/core/values';
import { useId } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { QuantityField } from '#ui/fields/quantity-field.tsx';
import { currencySymbol } from '#ui/numbers/format.ts';
import { Price } from '#ui/numbers/number-text.tsx';
import { PriceDistance } from '#widgets/instrument/price/price-distance.tsx';
import { phaseKind, useVenueState } from '#widgets/instrument/price/use-venue-state.ts';
import type { Side } from '#widgets/ticket/checks/terms.ts';
import { BracketFields } from './bracket-fields.tsx';
import type { TicketFormProps } from './form-props.ts';
import { ProductChoice } from './product-choice.tsx';
import { TicketQuantity } from './ticket-quantity.tsx';
import { TriggerFields } from './trigger-fields.tsx';
import { TypeChoice } from './type-choice.tsx';
import { WaitChoice } from './wait-choice.tsx';

export function TicketForm(props: TicketFormProps) {
  const { fields } = props;
  return (
    <div className="flex flex-col gap-2.5">
      <SideChoice side={fields.side} onSideChange={props.onSideChange} disabled={props.disabled} />
      <ProductChoice {...props} />
      <TypeChoice {...props} />
      <TriggerFields {...props} />
      {isPricedType(fields.type) ? <LimitPrice {...props} /> : <MarketPrice {...props} />}
      <BracketFields {...props} />
      <TicketQuantity {...props} />
      <WaitChoice {...props} />
    </div>
  );
}

/** Sell left, Buy right, always; the colour says it too, and the words say it alone. */
function SideChoice({
  side,
  onSideChange,
  disabled,
}: {
  side: Side;
  onSideChange: (side: Side) => void;
  disabled: boolean;
}) {
  const { t } = useTranslation('trade');
  const name = useId();
  const item = (value: Side) => (
    <label className="relative flex min-h-11 flex-1">
      <input
        type="radio"
        name={name}
        value={value}
        checked={side === value}
        disabled={disabled}
        onChange={() => onSideChange(value)}
        className="peer absolute inset-0 opacity-0"
      />
      <span
        className={`grid w-full place-items-center rounded-chip text-body font-semibold text-muted peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-brand ${SIDE_TONES[value]}`}
      >
        {value === 'buy' ? t('buy') : t('sell')}
      </span>
    </label>
  );
  return (
    <div role="radiogroup" aria-label={t('side')} className="flex gap-1 rounded-input bg-sunken p-1">
      {item('sell')}
      {item('buy')}
    </div>
  );
}

const SIDE_TONES: Readonly<Record<Side, string>> = {
  buy: 'peer-checked:bg-up peer-checked:text-on-up',
  sell: 'peer-checked:bg-down peer-checked:text-on-down',
};

function LimitPrice({ profile, fields, onChange, errors, disabled }: TicketFormProps) {
  const { t } = useTranslation('trade');
  return (
    <QuantityField
      inline
      label={t('limitPrice', { asset: currencySymbol(profile.quoteAsset) })}
      value={fields.price}
      onValueChange={(price) => onChange({ price })}
      step={profile.tickSize}
      min={profile.band?.priceLow ?? profile.tickSize}
      max={profile.band?.priceHigh}
      decimals={profile.priceScale}
      lessLabel={t('priceLess')}
      moreLabel={t('priceMore')}
      error={errors.price}
      disabled={disabled}
      aside={<PriceDistance profile={profile} price={fields.price} />}
    />
  );
}

/**
 * The course of a market order that is sent now: an auction
 * collects it, and a market that is shut takes none.
 */
function useMarketNote({ profile, fields }: TicketFormProps): string {
  const { t } = useTranslation('trade');
  const state = useVenueState(profile);
  if (isTriggeredType(fields.type)) return t('marketAtTrigger');
  const kind = state === undefined ? 'trading' : phaseKind(state);
  if (kind === 'shut') return t('marketWhenShut');
  return kind === 'collecting' ? t('marketAtAuction') : t('marketPrice');
}

/** A market order has no price to type, but it has a worst one, and that is said here. */
function MarketPrice(props: TicketFormProps) {
  const { profile, fields, reckoning } = props;
  const { t } = useTranslation('trade');
  const { priceWorst } = reckoning;
  const worst = priceWorst === undefined ? undefined : formatDecimal(priceWorst, profile.priceScale);
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-small text-muted">
      <span>{useMarketNote(props)}</span>
      {worst !== undefined && (
        <span className="ml-auto">
          {fields.side === 'buy' ? t('atMost') : t('atLeast')}{' '}
          <Price
            value={worst}
            asset={profile.quoteAsset}
            decimals={profile.priceScale}
            className="font-semibold text-ink"
          />
        </span>
      )}
    </p>
  );
}
