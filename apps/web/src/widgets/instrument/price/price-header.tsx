import type { InstrumentProfile } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { tradesAlways } from '#products/list.ts';
import { MarketLabel } from '#widgets/session/market-label.tsx';
import { LiveChange, LivePrice, TickerAge } from './live-price.tsx';
import { MarketState } from './phase-chip.tsx';

/** The number is the hero: name above, change below, and beside them what kind of market it comes from. */
export function PriceHeader({ instrument }: { instrument: InstrumentProfile }) {
  const { t } = useTranslation('market');
  const period = tradesAlways(instrument) ? t('last24Hours') : t('today');
  return (
    <section className="px-4 pt-1 pb-3" aria-label={t('price')}>
      <p className="text-body text-muted">{instrument.name}</p>
      <p className="mt-0.5 text-display">
        <LivePrice row={instrument} unit="symbol" />
      </p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-body font-medium">
        <LiveChange row={instrument} whole />
        <span className="font-normal text-muted">{period}</span>
        <TickerAge row={instrument} className="text-small font-normal text-muted" />
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <MarketLabel market={instrument.market} />
        <MarketState instrument={instrument} />
      </div>
    </section>
  );
}
