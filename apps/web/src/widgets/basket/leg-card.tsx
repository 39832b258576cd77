import { Trash2 } from 'lucide-react';
import type { CallOutput } from '#client/calls.ts';
import { useTranslation } from '#locales/i18n.ts';
import { countsShares, productAt } from '#products/list.ts';
import { Segmented } from '#ui/fields/choice.tsx';
import { QuantityField } from '#ui/fields/quantity-field.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { currencySymbol, formatNumber } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { LivePrice } from '#widgets/instrument/price/live-price.tsx';
import { PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import { useInstrument } from '#widgets/instrument/use-instrument.ts';
import { sentences } from '#widgets/orders/change/refusal-field.ts';
import type { Leg } from './legs.ts';

export type LegForecast = CallOutput<'basketPreview'>['legs'][number];

export interface LegCardProps {
  leg: Leg;
  number: number;
  forecast: LegForecast | undefined;
  isMissing: boolean;
  disabled: boolean;
  onChange: (change: Partial<Leg>) => void;
  onRemove: () => void;
}

/**
 * Until it is known how many digits it takes, none that somebody types is dropped: 0.01 must not become 0.
 */
const DECIMALS_MAX = 8;

/** One order of a basket: what, which way, how many, at which price; under it what the check said of it. */
export function LegCard({ leg, number, forecast, isMissing, disabled, onChange, onRemove }: LegCardProps) {
  const { t } = useTranslation('basket');
  const { t: trade } = useTranslation('trade');
  const { profile } = useInstrument(leg.instrumentId);
  const numberText = formatNumber(String(number), { settings: useFormat(), decimalsMin: 0 });
  const refusal = forecast?.refusal;
  const coin = productAt(leg.instrumentId).counts === 'units';
  const unit = coin ? (profile?.baseAsset ?? leg.symbol) : trade('shares');
  const isEmpty = isMissing && !/[1-9]/.test(leg.quantity);
  const said = refusal === undefined ? undefined : sentences(refusal.msg, refusal.fix);
  return (
    <li className="mx-4 flex flex-col gap-3 rounded-tile bg-surface p-4 ring-1 ring-line">
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 grow text-heading break-words">
          <span className="text-muted">{numberText}.</span> {leg.symbol}
        </h3>
        {profile !== undefined && (
          <span className="text-body font-semibold">
            <LivePrice row={profile} />
          </span>
        )}
        <IconButton
          icon={Trash2}
          tone="muted"
          label={t('removeLeg', { number: numberText, symbol: leg.symbol })}
          disabled={disabled}
          onClick={onRemove}
        />
      </div>
      <LegChoices leg={leg} disabled={disabled} onChange={onChange} />
      <QuantityField
        inline
        label={trade('quantityIn', { unit })}
        value={leg.quantity}
        onValueChange={(quantity) => onChange({ quantity })}
        step={profile === undefined || countsShares(profile) ? '1' : profile.quantityMin}
        decimals={profile?.baseScale ?? (coin ? DECIMALS_MAX : 0)}
        lessLabel={trade('quantityLess')}
        moreLabel={trade('quantityMore')}
        error={isEmpty ? trade('enterQuantity') : said}
        disabled={disabled}
      />
      {leg.type === 'limit' && (
        <QuantityField
          inline
          label={trade('limitPrice', { asset: currencySymbol(leg.quoteAsset) })}
          value={leg.price}
          onValueChange={(price) => onChange({ price })}
          step={profile?.tickSize ?? '0.05'}
          decimals={profile?.priceScale ?? DECIMALS_MAX}
          lessLabel={trade('priceLess')}
          moreLabel={trade('priceMore')}
          error={isMissing && !/[1-9]/.test(leg.price) ? trade('enterThis') : undefined}
          disabled={disabled}
        />
      )}
      {forecast?.charges !== undefined && (
        <p className="text-small text-muted">
          {t('legCharges')}{' '}
          <PlainMoney value={forecast.charges} asset={forecast.quoteAsset ?? leg.quoteAsset} />
        </p>
      )}
    </li>
  );
}

/** Which way, and at which kind of price. */
function LegChoices({ leg, disabled, onChange }: Pick<LegCardProps, 'leg' | 'disabled' | 'onChange'>) {
  const { t } = useTranslation('trade');
  return (
    <div className="flex flex-wrap gap-2 *:min-w-36 *:grow">
      <Segmented
        label={t('side')}
        value={leg.side}
        onValueChange={(side) => onChange({ side })}
        items={[
          { value: 'sell', label: t('sell'), disabled },
          { value: 'buy', label: t('buy'), disabled },
        ]}
      />
      <Segmented
        label={t('orderType')}
        value={leg.type}
        onValueChange={(type) => onChange({ type })}
        items={[
          { value: 'market', label: t('type_market'), disabled },
          { value: 'limit', label: t('type_limit'), disabled },
        ]}
      />
    </div>
  );
}
