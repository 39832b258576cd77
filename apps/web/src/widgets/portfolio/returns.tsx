import type { CallOutput } from '#client/calls.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Section } from '#ui/layout/app-frame.tsx';
import { type Stat, StatGrid } from '#ui/layout/tile.tsx';
import { formatDate, isLostPercent } from '#ui/numbers/format.ts';
import { Change, Money, Price } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { useFormat } from '#ui/numbers/use-format.ts';
import { TermHelp } from '#widgets/help/term-help.tsx';
import { useChangeWords } from '#widgets/session/change-words.ts';
import { useHiddenWord } from '#widgets/session/hidden-balance.tsx';
import { TodayHelp } from '#widgets/today/today-help.tsx';

export type Portfolio = CallOutput<'userPortfolio'>;

/** Invested, current, and every kind of return. */
export function Returns({ portfolio }: { portfolio: Portfolio }) {
  const { t } = useTranslation('portfolio');
  const hiddenWord = useHiddenWord();
  const words = useChangeWords();
  const { asset, rate, currencyRates } = portfolio;
  const money = (value: string) => <Money value={value} asset={asset} hiddenWord={hiddenWord} />;
  const change = (value: string, percent?: string, of?: string) => (
    <>
      {hiddenWord === undefined ? (
        <Change value={value} asset={asset} unit="symbol" words={words} />
      ) : (
        money(value)
      )}
      {percent !== undefined && !isLostPercent(value, percent) && (
        <span className="block text-small font-medium">
          <Change percent={percent} words={words} /> <span className="font-normal text-muted">{of}</span>
        </span>
      )}
    </>
  );
  const help = (term: 'invested' | 'unrealised' | 'realised' | 'xirr') => (
    <TermHelp label={t(term)} terms={[term]} />
  );
  const stats: Stat[] = [
    { label: t('invested'), help: help('invested'), value: money(portfolio.invested) },
    { label: t('current'), value: money(portfolio.current) },
    {
      label: t('unrealised'),
      help: help('unrealised'),
      value: change(portfolio.profitUnrealised, portfolio.profitUnrealisedPercent, t('ofInvested')),
    },
    {
      label: t('today'),
      help: (
        <TodayHelp
          label={t('today')}
          gain={{ ...portfolio.today, asset, total: portfolio.profitToday, rate, currencyRates }}
        />
      ),
      value: change(portfolio.profitToday, portfolio.profitTodayPercent, t('ofYesterday')),
    },
    { label: t('realised'), help: help('realised'), value: change(portfolio.profitRealised) },
    {
      label: t('xirr'),
      help: help('xirr'),
      value: <Yearly xirr={portfolio.xirr} />,
    },
    { label: t('cash'), value: money(portfolio.cash) },
  ];
  return (
    <Section title={t('figures')}>
      <StatGrid columns={2} stats={stats} />
      {rate !== undefined && (
        <p className="pt-2 text-small text-muted">
          {t('rateUsed', { asset: rate.asset })} <Price value={rate.price} asset={asset} /> ·{' '}
          <TimeText atMs={rate.atMs} show="exact" zone />
        </p>
      )}
    </Section>
  );
}

function Yearly({ xirr }: { xirr: Portfolio['xirr'] }) {
  const { t } = useTranslation('portfolio');
  const words = useChangeWords();
  const settings = useFormat();
  if (xirr.percent !== undefined) return <Change percent={xirr.percent} words={words} />;
  const date = xirr.fromMs === undefined ? '' : formatDate(xirr.fromMs, settings);
  return <span className="font-normal text-muted">{t(`xirr_${xirr.reason ?? 'none'}`, { date })}</span>;
}
