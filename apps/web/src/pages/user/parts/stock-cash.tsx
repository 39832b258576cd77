import { useTranslation } from '#locales/i18n.ts';
import { Section } from '#ui/layout/app-frame.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { Money } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { useHiddenWord } from '#widgets/session/hidden-balance.tsx';
import type { Assets } from '#widgets/session/use-assets.ts';

/** The cash of the stock side, by what can be done with it, and when the rest becomes free. */
export function StockCash({ assets }: { assets: Assets }) {
  const { t } = useTranslation('assets');
  const hiddenWord = useHiddenWord();
  const { stockCash, currency } = assets;
  const money = (value: string) => <Money value={value} asset={currency} hiddenWord={hiddenWord} />;
  const { nextUsableAtMs } = stockCash;
  return (
    <Section title={t('cash')}>
      <Tile>
        <FactList
          facts={[
            { label: t('available'), value: money(stockCash.available), strong: true },
            { label: t('held'), value: money(stockCash.held) },
            { label: t('unsettled'), value: money(stockCash.unsettled) },
            { label: t('withdrawable'), value: money(stockCash.withdrawable) },
            ...(nextUsableAtMs === undefined
              ? []
              : [{ label: t('nextUsable'), value: <TimeText atMs={nextUsableAtMs} zone /> }]),
          ]}
        />
      </Tile>
    </Section>
  );
}
