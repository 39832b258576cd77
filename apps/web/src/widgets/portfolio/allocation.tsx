import { useTranslation } from '#locales/i18n.ts';
import { Section } from '#ui/layout/app-frame.tsx';
import { Donut } from '#ui/numbers/donut.tsx';
import { Money, Percent } from '#ui/numbers/number-text.tsx';
import { useSectorName } from '#widgets/instrument/sector-name.ts';
import { useHiddenWord } from '#widgets/session/hidden-balance.tsx';
import type { Portfolio } from './returns.tsx';

/** Where the money lies: a ring of sectors, coins and cash. */
export function Allocation({ portfolio }: { portfolio: Portfolio }) {
  const { t } = useTranslation('portfolio');
  const hiddenWord = useHiddenWord();
  const nameOf = useSectorName();
  const label = (sector: string) =>
    sector === 'cash' || sector === 'coins' || sector === 'other' ? t(`sector_${sector}`) : nameOf(sector);
  return (
    <Section title={t('allocation')}>
      <div className="rounded-tile bg-sunken p-4">
        <Donut
          summary={t('allocationSummary')}
          parts={portfolio.sectors.map(({ sector, value, share }) => ({
            key: sector,
            label: label(sector),
            value,
            shown: (
              <span className="flex items-baseline gap-2">
                <Money value={value} asset={portfolio.asset} hiddenWord={hiddenWord} />
                <span className="min-w-13 text-right text-small font-normal text-muted">
                  <Percent value={share} />
                </span>
              </span>
            ),
          }))}
        />
      </div>
    </Section>
  );
}
