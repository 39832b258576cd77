import type { InstrumentProfile } from '@tarazu/protocol';
import { useTicker } from '#client/prices.ts';
import { useTranslation } from '#locales/i18n.ts';
import { formatPercent } from '#ui/numbers/format.ts';
import { useFormat } from '#ui/numbers/use-format.ts';
import { type Distance, distanceFrom } from './distance.ts';
import { LivePrice } from './live-price.tsx';

export interface PriceDistanceProps {
  profile: InstrumentProfile;
  /** A limit, trigger or level as it stands in its field. */
  price: string;
  className?: string | undefined;
}

/** The live price beside a price that somebody types, and how far apart the two are. */
export function PriceDistance({ profile, price, className = '' }: PriceDistanceProps) {
  const { t } = useTranslation('trade');
  return (
    <span className={`flex flex-wrap gap-x-1.5 text-small text-muted ${className}`}>
      <span className="whitespace-nowrap">
        {t('lastIs')} <LivePrice row={profile} className="font-semibold text-ink" />
      </span>
      <DistanceText profile={profile} price={price} />
    </span>
  );
}

/** "2.10% below", drawn again with each price. */
function DistanceText({ profile, price }: PriceDistanceProps) {
  const ticker = useTicker(profile.instrumentId, profile);
  const write = useDistanceWords();
  const distance = distanceFrom(ticker?.price ?? profile.price, price);
  // The line keeps its room while nothing is typed: what stands below does not move.
  return (
    <span className="number whitespace-nowrap">{distance === undefined ? '\u00a0' : write(distance)}</span>
  );
}

/** "2.10% below", or with `whole` "2.10% below the last price". */
export function useDistanceWords({ whole = false } = {}): (distance: Distance) => string {
  const { t } = useTranslation('trade');
  const settings = useFormat();
  return ({ percent, side }) => {
    if (side === 'same') return t('distance_same');
    const written = { percent: formatPercent(percent, { decimals: 2, settings }) };
    return whole ? t(`distanceToLast_${side}`, written) : t(`distance_${side}`, written);
  };
}
