import type { InstrumentProfile } from '@tarazu/protocol';
import { useTicker } from '#client/prices.ts';
import { useTranslation } from '#locales/i18n.ts';
import type { Term } from '#locales/term.ts';
import { tradesAlways } from '#products/list.ts';
import { type Stat, StatGrid } from '#ui/layout/tile.tsx';
import { Money, Price, Quantity } from '#ui/numbers/number-text.tsx';

/** The terms that the figures below need; a price band only where the exchange sets one. */
export function statisticTerms({ kind, band }: Pick<InstrumentProfile, 'kind' | 'band'>): Term[] {
  if (kind === 'index') return ['openHighLow', 'previousClose'];
  const terms: Term[] = ['openHighLow', 'previousClose', 'volume', 'turnover'];
  return band === undefined ? terms : [...terms, 'priceBand'];
}

/** The day and the year of an instrument in numbers, live. */
export function QuoteStats({ instrument }: { instrument: InstrumentProfile }) {
  const { t } = useTranslation('market');
  const ticker = useTicker(instrument.instrumentId, instrument) ?? instrument;
  const isIndex = instrument.kind === 'index';
  const price = (value: string) => (
    <Price
      value={value}
      asset={instrument.quoteAsset}
      decimals={instrument.priceScale}
      unit={isIndex ? 'none' : 'sign'}
    />
  );
  const isCoin = tradesAlways(instrument);
  const traded: Stat[] = isIndex
    ? []
    : [
        { label: t('volume'), value: <Quantity value={ticker.volume} compact /> },
        {
          label: t('turnover'),
          value: <Money value={ticker.turnover} asset={instrument.quoteAsset} compact unit="sign" />,
        },
      ];
  const range = ticker.venueState?.band ?? instrument.band;
  const band: Stat[] =
    range === undefined
      ? []
      : [
          { label: t('bandLow'), value: price(range.priceLow) },
          { label: t('bandHigh'), value: price(range.priceHigh) },
        ];
  return (
    <StatGrid
      stats={[
        { label: isCoin ? t('open24') : t('open'), value: price(ticker.open) },
        { label: t('high'), value: price(ticker.high) },
        { label: t('low'), value: price(ticker.low) },
        { label: t('previousClose'), value: price(ticker.previousClose) },
        ...traded,
        { label: t('yearHigh'), value: price(instrument.yearHigh) },
        { label: t('yearLow'), value: price(instrument.yearLow) },
        ...band,
      ]}
    />
  );
}
