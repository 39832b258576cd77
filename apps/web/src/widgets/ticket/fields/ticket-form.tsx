import { isPricedType, isTriggeredType } from '@tarazu/core/checks';
import { formatDecimal } from '@tarazu/core/values';
import type { InstrumentDetail } from '@tarazu/protocol';
import { useId } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { countsShares } from '#products/list.ts';
import { QuantityField } from '#ui/fields/quantity-field.tsx';
import { addDecimal } from '#ui/numbers/decimal-text.ts';
import { currencySymbol, formatPercent } from '#ui/numbers/format.ts';
import { Price, Quantity } from '#ui/numbers/number-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import { phaseKind, useVenueState } from '#widgets/instrument/price/use-venue-state.ts';
import type { Side } from '#widgets/ticket/checks/terms.ts';
import { BracketFields } from './bracket-fields.tsx';
import type { TicketFormProps } from './form-props.ts';
import { ProductChoice } from './product-choice.tsx';
import { TriggerFields } from './trigger-fields.tsx';
import { TypeChoice } from './type-choice.tsx';
import { WaitChoice } from './wait-choice.tsx';

const SHARES = [25, 50, 75, 100] as const;

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

function LimitPrice({ detail, fields, onChange, errors, disabled }: TicketFormProps) {
  const { t } = useTranslation('trade');
  return (
    <QuantityField
      inline
      label={t('limitPrice', { asset: currencySymbol(detail.quoteAsset) })}
      value={fields.price}
      onValueChange={(price) => onChange({ price })}
      step={detail.tickSize}
      min={detail.band?.priceLow ?? detail.tickSize}
      max={detail.band?.priceHigh}
      decimals={detail.priceScale}
      lessLabel={t('priceLess')}
      moreLabel={t('priceMore')}
      error={errors.price}
      disabled={disabled}
      aside={
        <span className="text-small text-muted">
          {t('tick')} <Price value={detail.tickSize} asset={detail.quoteAsset} decimals={detail.priceScale} />
        </span>
      }
    />
  );
}

/**
 * The course of a market order that is sent now: an auction
 * collects it, and a market that is shut takes none.
 */
function useMarketNote({ detail, fields }: TicketFormProps): string {
  const { t } = useTranslation('trade');
  const state = useVenueState(detail);
  if (isTriggeredType(fields.type)) return t('marketAtTrigger');
  const kind = state === undefined ? 'trading' : phaseKind(state);
  if (kind === 'shut') return t('marketWhenShut');
  return kind === 'collecting' ? t('marketAtAuction') : t('marketPrice');
}

/** A market order has no price to type, but it has a worst one, and that is said here. */
function MarketPrice(props: TicketFormProps) {
  const { detail, fields, reckoning } = props;
  const { t } = useTranslation('trade');
  const { priceWorst } = reckoning;
  const worst = priceWorst === undefined ? undefined : formatDecimal(priceWorst, detail.priceScale);
  return (
    <p className="flex flex-wrap items-baseline justify-between gap-x-3 text-small text-muted">
      <span>{useMarketNote(props)}</span>
      {worst !== undefined && (
        <span className="ml-auto">
          {fields.side === 'buy' ? t('atMost') : t('atLeast')}{' '}
          <Price
            value={worst}
            asset={detail.quoteAsset}
            decimals={detail.priceScale}
            className="font-semibold text-ink"
          />
        </span>
      )}
    </p>
  );
}

function TicketQuantity({ detail, fields, reckoning, onChange, errors, disabled }: TicketFormProps) {
  const { t } = useTranslation('trade');
  const settings = useFormat();
  const unit = countsShares(detail) ? t('shares') : detail.baseAsset;
  return (
    <div>
      <QuantityField
        inline
        label={t('quantityIn', { unit })}
        value={fields.quantity}
        onValueChange={(quantity) => onChange({ quantity })}
        step={stepOf(detail)}
        min="0"
        max={detail.quantityMax}
        decimals={detail.baseScale}
        lessLabel={t('quantityLess')}
        moreLabel={t('quantityMore')}
        error={errors.quantity}
        disabled={disabled}
        aside={<Available detail={detail} reckoning={reckoning} side={fields.side} />}
      />
      <fieldset className="mt-2 flex gap-2">
        <legend className="sr-only">{t('shareOf')}</legend>
        {SHARES.map((percent) => (
          <button
            key={percent}
            type="button"
            disabled={disabled || reckoning.possible === '0'}
            onClick={() => onChange({ quantity: reckoning.shareText(percent) })}
            className="pressable target number min-h-9 flex-1 rounded-chip bg-sunken text-small font-semibold text-muted disabled:opacity-50"
          >
            {formatPercent(String(percent), { decimals: 0, settings })}
          </button>
        ))}
      </fieldset>
    </div>
  );
}

/** The smallest order worth a tap: a coin's lot is far smaller than what anybody buys. */
function stepOf(detail: InstrumentDetail): string {
  if (countsShares(detail)) return detail.lotSize;
  const isMin = /[1-9]/.test(detail.quantityMin);
  return isMin ? addDecimal(detail.quantityMin, '0') : detail.lotSize;
}

function Available({
  detail,
  reckoning,
  side,
}: Pick<TicketFormProps, 'detail' | 'reckoning'> & { side: Side }) {
  const { t } = useTranslation('trade');
  const { means, terms } = reckoning;
  // Within the day a sale needs a margin, not the shares.
  const paysMoney = side === 'buy' || reckoning.withinDay !== undefined;
  if (!means.isKnown) return null;
  const unit = countsShares(detail) ? undefined : detail.baseAsset;
  return (
    <span className="text-small text-muted">
      {t('available')}{' '}
      <span className="font-semibold text-ink">
        {paysMoney ? (
          <PlainMoney value={formatDecimal(means.cash, terms.quoteScale)} asset={detail.quoteAsset} />
        ) : (
          <Quantity value={formatDecimal(means.goods, terms.baseScale)} unit={unit} />
        )}
      </span>
    </span>
  );
}
