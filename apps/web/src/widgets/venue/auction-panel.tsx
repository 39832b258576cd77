import type { InstrumentProfile, VenueState } from '@tarazu/protocol';
import { stream } from '#client/live.ts';
import { useTranslation } from '#locales/i18n.ts';
import { type Stat, StatGrid } from '#ui/layout/tile.tsx';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { Price, Quantity } from '#ui/numbers/number-text.tsx';
import { Countdown, TimeText } from '#ui/numbers/time-text.tsx';
import { TermHelp } from '#widgets/help/term-help.tsx';

/** A call auction while it collects: what it would give now, who is left over, and when it ends. */
export function AuctionPanel({ instrument, state }: { instrument: InstrumentProfile; state: VenueState }) {
  const { t } = useTranslation('market');
  const { auction, changesAtMs } = state;
  return (
    <section aria-label={t(`phase_${state.phase}`)} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <div className="flex items-center">
          <h2 className="text-heading">{t(`phase_${state.phase}`)}</h2>
          <TermHelp
            label={t(`phase_${state.phase}`)}
            terms={['auction', 'indicativePrice', 'referencePrice']}
            className="-my-3"
          />
        </div>
        {changesAtMs !== undefined && (
          <p className="text-small text-muted">
            {state.endsAtRandom ? t('auctionEndsBy') : t('auctionEndsAt')}{' '}
            <TimeText atMs={changesAtMs} show="time" zone /> ·{' '}
            <Countdown untilMs={changesAtMs} clockOffsetMs={stream.clockOffsetMs()} />
          </p>
        )}
      </div>
      <p className="text-small text-muted">{t(`about_${state.phase}`)}</p>
      {auction !== undefined && <Figures instrument={instrument} auction={auction} />}
    </section>
  );
}

interface FiguresProps {
  instrument: InstrumentProfile;
  auction: NonNullable<VenueState['auction']>;
}

function Figures({ instrument, auction }: FiguresProps) {
  const { t } = useTranslation('market');
  const price = (value: string) => (
    <Price value={value} asset={instrument.quoteAsset} decimals={instrument.priceScale} />
  );
  const { indicativePrice, indicativeQuantity, imbalance, referencePrice } = auction;
  const isSold = imbalance.startsWith('-');
  const left = isSold ? imbalance.slice(1) : imbalance;
  const stats: Stat[] = [
    {
      label: t('indicativePrice'),
      value: indicativePrice === undefined ? t('nothingMeets') : price(indicativePrice),
    },
    { label: t('indicativeVolume'), value: <Quantity value={indicativeQuantity} /> },
    {
      label: isSold ? t('sellersLeft') : t('buyersLeft'),
      value: compareDecimal(left, '0') === 0 ? t('evenAuction') : <Quantity value={left} />,
    },
  ];
  if (referencePrice !== undefined) stats.push({ label: t('referencePrice'), value: price(referencePrice) });
  return <StatGrid stats={stats} columns={2} />;
}
