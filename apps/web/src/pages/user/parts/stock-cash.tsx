import { useTranslation } from '#locales/i18n.ts';
import { Section } from '#ui/layout/app-frame.tsx';
import { FactList, Tile } from '#ui/layout/tile.tsx';
import { formatDateTime } from '#ui/numbers/format.ts';
import { Money } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { useHiddenWord } from '#widgets/session/hidden-balance.tsx';
import type { Assets } from '#widgets/session/use-assets.ts';

/** The cash of the stock side, by what can be done with it, and when the rest becomes free. */
export function StockCash({ assets }: { assets: Assets }) {
  const { t } = useTranslation('assets');
  const hiddenWord = useHiddenWord();
  const { stockCash, currency } = assets;
  const money = (value: string) => <Money value={value} asset={currency} hiddenWord={hiddenWord} />;
  const settings = useFormat();
  const { arriving, nextWithdrawableAtMs } = stockCash;
  return (
    <Section
      title={t('cash')}
      help={<TermHelp label={t('cash')} terms={['blocked', 'settlement', 'withdrawable']} />}
    >
      <Tile>
        <FactList
          facts={[
            { label: t('available'), value: money(stockCash.available), strong: true },
            { label: t('withdrawable'), value: money(stockCash.withdrawable) },
            ...(nextWithdrawableAtMs === undefined
              ? []
              : [{ label: t('withdrawableMore'), value: <TimeText atMs={nextWithdrawableAtMs} /> }]),
            { label: t('held'), value: money(stockCash.held) },
            ...arriving.map(({ amount, usableAtMs }) => ({
              label: t('arrivingAt', { time: formatDateTime(usableAtMs, settings) }),
              value: money(amount),
            })),
            ...(arriving.length === 0 ? [{ label: t('arriving'), value: money(stockCash.unsettled) }] : []),
          ]}
        />
      </Tile>
    </Section>
  );
}
