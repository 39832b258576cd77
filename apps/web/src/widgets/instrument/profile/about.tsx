import type { InstrumentProfile } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import type { Term } from '#locales/term.ts';
import { countsShares } from '#products/list.ts';
import { Section } from '#ui/layout/app-frame.tsx';
import { FactList, type FactListProps } from '#ui/layout/tile.tsx';
import { formatMoney, formatPercent } from '#ui/numbers/format.ts';
import { Percent, Price, Quantity } from '#ui/numbers/number-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { plainAmount } from '#widgets/instrument/price/plain.ts';
import { PlainMoney } from '#widgets/instrument/price/plain-money.tsx';
import { useSectorName } from '#widgets/instrument/sector-name.ts';

/** The facts of an instrument, and the terms on which it is traded. */
export function About({ instrument }: { instrument: InstrumentProfile }) {
  const { t } = useTranslation('market');
  return (
    <Section
      title={t('aboutTitle', { symbol: instrument.symbol })}
      help={<AboutHelp instrument={instrument} />}
    >
      {instrument.about !== '' && <p className="text-body text-muted">{instrument.about}</p>}
      {instrument.kind !== 'index' && (
        <div className="mt-4">
          <Terms instrument={instrument} />
        </div>
      )}
    </Section>
  );
}

function AboutHelp({ instrument }: { instrument: InstrumentProfile }) {
  const { t } = useTranslation('market');
  const label = t('aboutTitle', { symbol: instrument.symbol });
  if (instrument.kind === 'index') return null;
  const terms: Term[] = ['tickSize', 'lotSize', 'priceProtection'];
  return <TermHelp label={label} terms={countsShares(instrument) ? [...terms, 'settlement'] : terms} />;
}

function Terms({ instrument }: { instrument: InstrumentProfile }) {
  return <FactList facts={useTermFacts(instrument)} />;
}

/** How far past the best price a market order may go; in cheap shares further. */
function Protection({ instrument }: { instrument: InstrumentProfile }) {
  const { t } = useTranslation('market');
  const settings = useFormat();
  const { protectionBps, protectionLow, quoteAsset } = instrument;
  if (protectionLow === undefined) return <Percent value={String(protectionBps)} unit="bps" />;
  const percent = (bps: number) => formatPercent(String(bps), { unit: 'bps', settings });
  return t('protectionByPrice', {
    protection: percent(protectionBps),
    low: percent(protectionLow.bps),
    price: formatMoney(protectionLow.priceBelow, quoteAsset, { settings }),
  });
}

function useTermFacts(instrument: InstrumentProfile): FactListProps['facts'] {
  const { t } = useTranslation('market');
  const money = (value: string) => <PlainMoney value={value} asset={instrument.quoteAsset} compact />;
  const nameOf = useSectorName();
  const isStock = countsShares(instrument);
  return [
    ...(instrument.sector === undefined ? [] : [{ label: t('sector'), value: nameOf(instrument.sector) }]),
    {
      label: t('tickSize'),
      value: (
        <Price value={instrument.tickSize} asset={instrument.quoteAsset} decimals={instrument.priceScale} />
      ),
    },
    {
      label: t('lotSize'),
      value: (
        <Quantity
          value={plainAmount(instrument.lotSize, 0)}
          unit={isStock ? t(instrument.lotSize === '1' ? 'share' : 'shares') : instrument.baseAsset}
        />
      ),
    },
    { label: t('valueMin'), value: money(instrument.valueMin) },
    { label: t('valueMax'), value: money(instrument.valueMax) },
    { label: t('protection'), value: <Protection instrument={instrument} /> },
    ...(isStock
      ? [{ label: t('settlement'), value: t('settlementDays', { days: `T+${instrument.lockDays}` }) }]
      : []),
    ...(isStock
      ? [{ label: t('averageVolume'), value: <Quantity value={instrument.averageDailyVolume} compact /> }]
      : []),
  ];
}
