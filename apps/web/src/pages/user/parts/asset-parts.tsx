import { useTranslation } from '#locales/i18n.ts';
import { Donut } from '#ui/numbers/donut.tsx';
import { isLostPercent } from '#ui/numbers/format.ts';
import { Change, Money, Percent } from '#ui/numbers/number-text.tsx';
import { useChangeWords } from '#widgets/session/change-words.ts';
import { useHiddenWord } from '#widgets/session/hidden-balance.tsx';
import type { Assets } from '#widgets/session/use-assets.ts';
import { TodayHelp } from '#widgets/today/today-help.tsx';

const LABELS = {
  stockCash: 'partStockCash',
  stocks: 'partStocks',
  coins: 'partCoins',
  perpetual: 'partPerpetual',
} as const satisfies Record<Assets['parts'][number]['part'], string>;

/** The worth of it all and its parts. */
export function AssetParts({ assets }: { assets: Assets }) {
  const { t } = useTranslation('assets');
  const hiddenWord = useHiddenWord();
  const words = useChangeWords();
  const { currency } = assets;
  return (
    <section aria-label={t('total')} className="px-4 pt-2">
      <p className="text-small font-medium text-muted">{t('total')}</p>
      <p className="text-display break-words">
        <Money value={assets.total} asset={currency} hiddenWord={hiddenWord} />
      </p>
      <dl className="mt-3 mb-5 grid grid-cols-2 gap-3">
        <div className="rounded-tile bg-sunken p-4">
          <dt className="flex items-center text-small text-muted">
            {t('today')}
            <TodayHelp
              label={t('today')}
              gain={{
                ...assets.today,
                asset: currency,
                total: assets.profitToday,
                rate: assets.rate,
                currencyRates: assets.currencyRates,
              }}
              className="-my-3.5 -ml-2"
            />
          </dt>
          <dd className="mt-1 text-body font-semibold">
            {hiddenWord === undefined && (
              <Change value={assets.profitToday} asset={currency} unit="symbol" words={words} />
            )}
            {!isLostPercent(assets.profitToday, assets.profitTodayPercent) && (
              <span className="block text-small">
                <Change percent={assets.profitTodayPercent} words={words} />
              </span>
            )}
          </dd>
        </div>
        <div className="rounded-tile bg-sunken p-4">
          <dt className="text-small text-muted">{t('profit')}</dt>
          <dd className="mt-1 text-body font-semibold">
            {hiddenWord === undefined ? (
              <Change value={assets.profit} asset={currency} unit="symbol" words={words} />
            ) : (
              <Money value={assets.profit} asset={currency} hiddenWord={hiddenWord} />
            )}
          </dd>
        </div>
      </dl>
      <Donut
        summary={t('donutSummary')}
        parts={assets.parts.map(({ part, value, share }) => ({
          key: part,
          label: t(LABELS[part]),
          value,
          shown: (
            <span className="flex items-baseline gap-2">
              <Money value={value} asset={currency} hiddenWord={hiddenWord} />
              <span className="min-w-11 text-right text-small font-normal text-muted">
                <Percent value={share} decimals={1} />
              </span>
            </span>
          ),
        }))}
      />
    </section>
  );
}
