import type { OwnAlert } from '@tarazu/protocol';
import { useTicker } from '#client/prices.ts';
import { useTranslation } from '#locales/i18n.ts';
import { formatPercent } from '#ui/numbers/format.ts';
import { Price } from '#ui/numbers/number-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { distanceFrom } from '#widgets/instrument/price/distance.ts';
import { isPercent } from './conditions.ts';

export interface LevelDistanceProps
  extends Pick<OwnAlert, 'instrumentId' | 'quoteAsset' | 'condition' | 'level'> {
  /** With the price of now before it, where no field shows that. */
  hasPrice?: boolean | undefined;
}

/** "2.00% above": how far the price has to go to the level of an alert. A day's change has no such way. */
export function LevelDistance({ hasPrice = false, ...alert }: LevelDistanceProps) {
  const { t } = useTranslation('alerts');
  const settings = useFormat();
  const ticker = useTicker(alert.instrumentId);
  if (isPercent(alert.condition)) return null;
  const distance = distanceFrom(ticker?.price, alert.level);
  if (distance === undefined || distance.side === 'same') return null;
  const percent = formatPercent(distance.percent, { decimals: 2, settings });
  return (
    <span className="min-w-0 text-small text-muted">
      {hasPrice && (
        <>
          {t('priceNow')} <Price value={ticker?.price} asset={alert.quoteAsset} /> ·{' '}
        </>
      )}
      <span className="number">{t(`away_${distance.side}`, { percent })}</span>
    </span>
  );
}
