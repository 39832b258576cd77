import { divide, formatDecimal, parseDecimal } from '@tarazu/core/values';
import type { InstrumentProfile } from '@tarazu/protocol';
import { useEffect, useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { countsShares } from '#products/list.ts';
import { QuantityField } from '#ui/fields/quantity-field.tsx';
import { addDecimal } from '#ui/numbers/decimal-text.ts';
import { currencySymbol, formatMoney, formatNumber, formatPercent } from '#ui/numbers/format.ts';
import { Quantity } from '#ui/numbers/number-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import type { Side } from '#widgets/ticket/checks/terms.ts';
import type { TicketFormProps } from './form-props.ts';

const SHARES = [25, 50, 75, 100] as const;

/** How many, or of a purchase for how much money. */
export function TicketQuantity(props: TicketFormProps) {
  const { profile, fields, reckoning, onChange, disabled } = props;
  const { t } = useTranslation('trade');
  const settings = useFormat();
  /** Undefined while a quantity is typed. */
  const [amount, setAmount] = useState<string>();
  const isByAmount = amount !== undefined && fields.side === 'buy';
  const asset = currencySymbol(profile.quoteAsset);
  const chip =
    'pressable target number min-h-9 min-w-0 flex-1 rounded-chip text-small font-semibold disabled:opacity-50';
  return (
    <div data-field="quantity" data-coach="quantity">
      {isByAmount ? (
        <AmountToSpend
          {...props}
          amount={amount}
          onAmount={(typed) => {
            setAmount(typed);
            onChange({ quantity: reckoning.quantityFor(typed) });
          }}
        />
      ) : (
        <HowMany {...props} />
      )}
      <fieldset className="mt-2 flex gap-2">
        <legend className="sr-only">{t('shareOf')}</legend>
        {SHARES.map((percent) => (
          <button
            key={percent}
            type="button"
            disabled={disabled || reckoning.possible === '0'}
            onClick={() => {
              setAmount(undefined);
              onChange({ quantity: reckoning.shareText(percent) });
            }}
            className={`${chip} bg-sunken text-muted`}
          >
            {formatPercent(String(percent), { decimals: 0, settings })}
          </button>
        ))}
        {fields.side === 'buy' && (
          <button
            type="button"
            aria-label={t('byAmount', { asset })}
            aria-pressed={isByAmount}
            disabled={disabled}
            onClick={() => {
              setAmount(isByAmount ? undefined : '');
              onChange({ quantity: '' });
            }}
            className={`${chip} ${isByAmount ? 'bg-brand-soft text-brand' : 'bg-sunken text-muted'}`}
          >
            {asset}
          </button>
        )}
      </fieldset>
    </div>
  );
}

function HowMany({ profile, fields, reckoning, onChange, errors, disabled }: TicketFormProps) {
  const { t } = useTranslation('trade');
  const unit = countsShares(profile) ? t('shares') : profile.baseAsset;
  return (
    <QuantityField
      inline
      label={t('quantityIn', { unit })}
      value={fields.quantity}
      onValueChange={(quantity) => onChange({ quantity })}
      step={stepOf(profile)}
      min="0"
      max={profile.quantityMax}
      decimals={profile.baseScale}
      lessLabel={t('quantityLess')}
      moreLabel={t('quantityMore')}
      error={errors.quantity}
      disabled={disabled}
      aside={<Available profile={profile} reckoning={reckoning} side={fields.side} />}
    />
  );
}

const AMOUNT_DECIMALS = 2;
/** A press on plus or minus: round sums of money that somebody thinks in. */
const AMOUNT_STEPS = { shares: '500', coins: '10' } as const;

interface AmountToSpendProps extends TicketFormProps {
  amount: string;
  onAmount: (amount: string) => void;
}

/** Quantity in whole lots that never costs more than the amount, by the price until the order is sent. */
function AmountToSpend({ amount, onAmount, profile, reckoning, onRefit, ...props }: AmountToSpendProps) {
  const { t } = useTranslation('trade');
  const { fields, errors, disabled } = props;
  const fitting = reckoning.quantityFor(amount);
  useEffect(() => {
    if (fitting !== fields.quantity) onRefit({ quantity: fitting });
  }, [fitting, fields.quantity, onRefit]);
  return (
    <QuantityField
      inline
      label={t('byAmount', { asset: currencySymbol(profile.quoteAsset) })}
      value={amount}
      onValueChange={onAmount}
      step={AMOUNT_STEPS[countsShares(profile) ? 'shares' : 'coins']}
      decimals={AMOUNT_DECIMALS}
      lessLabel={t('amountLess')}
      moreLabel={t('amountMore')}
      help={<WhatItBuys {...{ amount, profile, reckoning, fitting }} />}
      error={fields.quantity === '' || isTooLittle(amount, reckoning) ? undefined : errors.quantity}
      disabled={disabled}
      aside={<Available profile={profile} reckoning={reckoning} side={fields.side} />}
    />
  );
}

/** "12 shares, rounded down. ₹20.10 stays with you." */
function WhatItBuys({
  amount,
  profile,
  reckoning,
  fitting,
}: Pick<AmountToSpendProps, 'amount' | 'profile' | 'reckoning'> & { fitting: string }) {
  const { t } = useTranslation('trade');
  const settings = useFormat();
  const { preview, terms, least } = reckoning;
  const unit = countsShares(profile) ? t('shares') : profile.baseAsset;
  if (!/[1-9]/.test(amount)) return t('amountHelp', { unit });
  if (least !== undefined && isTooLittle(amount, reckoning)) {
    return t('amountTooSmall', {
      amount: formatMoney(upToCents(least.cost, terms.quoteScale), profile.quoteAsset, {
        settings,
        decimals: AMOUNT_DECIMALS,
      }),
      quantity: formatNumber(least.quantity, { settings, decimalsMin: 0 }),
    });
  }
  const spent = parseDecimal(amount, terms.quoteScale);
  // The quantity is taken over a moment later; until then the preview is that of the one before.
  if (preview === undefined || spent === undefined || preview.worst > spent) return t('amountHelp', { unit });
  const left = formatDecimal(spent - preview.worst, terms.quoteScale);
  return t('amountBuys', {
    quantity: formatNumber(fitting, { settings, decimalsMin: 0 }),
    unit,
    left: formatMoney(left, profile.quoteAsset, { settings, decimals: AMOUNT_DECIMALS }),
  });
}

function isTooLittle(typed: string, { least, terms }: AmountToSpendProps['reckoning']): boolean {
  const sum = parseDecimal(typed, terms.quoteScale);
  return least !== undefined && sum !== undefined && sum < least.cost;
}

/** Up to two decimals: who enters the sum that is named has enough. */
function upToCents(units: bigint, scale: number): string {
  if (scale <= AMOUNT_DECIMALS) return formatDecimal(units, scale);
  const divisor = 10n ** BigInt(scale - AMOUNT_DECIMALS);
  return formatDecimal(divide({ dividend: units, divisor, rounding: 'up' }), AMOUNT_DECIMALS);
}

/** The smallest order worth a tap: a coin's lot is far smaller than what anybody buys. */
function stepOf(profile: InstrumentProfile): string {
  if (countsShares(profile)) return profile.lotSize;
  const isMin = /[1-9]/.test(profile.quantityMin);
  return isMin ? addDecimal(profile.quantityMin, '0') : profile.lotSize;
}

function Available({
  profile,
  reckoning,
  side,
}: Pick<TicketFormProps, 'profile' | 'reckoning'> & { side: Side }) {
  const { t } = useTranslation('trade');
  const { buyingPower, terms } = reckoning;
  // A sale on margin needs money, not the shares.
  const paysMoney = reckoning.product.offer.holdsMoney(side);
  if (!buyingPower.isKnown) return null;
  const unit = countsShares(profile) ? undefined : profile.baseAsset;
  return (
    <span className="text-small text-muted">
      {t('available')}{' '}
      <span className="font-semibold text-ink">
        {paysMoney ? (
          <PlainMoney value={formatDecimal(buyingPower.cash, terms.quoteScale)} asset={profile.quoteAsset} />
        ) : (
          <Quantity value={formatDecimal(buyingPower.sellable, terms.baseScale)} unit={unit} />
        )}
      </span>
    </span>
  );
}
