import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Icon } from '#ui/icon.tsx';
import { Change, Money } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { useChangeWords } from '#widgets/session/change-words.ts';
import { HideBalanceButton, useHiddenWord } from '#widgets/session/hidden-balance.tsx';
import { type Assets, useAssets } from '#widgets/session/use-assets.ts';
import { TodayHelp } from '#widgets/today/today-help.tsx';
import { PractiseCard } from './practise-card.tsx';

/** The worth of it all: the number is the hero. */
export function HomePortfolio() {
  const query = useAssets();
  return (
    <CallState query={query} data={query.data} skeleton={<SkeletonTile height={193} />}>
      {(shown) => (
        <>
          <Portfolio assets={shown} />
          <PractiseCard assets={shown} />
        </>
      )}
    </CallState>
  );
}

function Portfolio({ assets }: { assets: Assets }) {
  const { t } = useTranslation('home');
  const [next] = assets.stockCash.arriving;
  const hiddenWord = useHiddenWord();
  const words = useChangeWords();
  return (
    <section aria-label={t('portfolio')} className="rounded-tile bg-sunken p-4">
      <div className="-my-2 flex items-center justify-between">
        <h2 className="text-small font-medium text-muted">{t('portfolio')}</h2>
        <HideBalanceButton />
      </div>
      <p className="text-display break-words">
        <Money value={assets.total} asset={assets.currency} hiddenWord={hiddenWord} />
      </p>
      <p className="mt-1 flex flex-wrap items-baseline gap-x-2 text-body font-medium">
        {hiddenWord === undefined ? (
          <Change
            value={assets.profitToday}
            percent={assets.profitTodayPercent}
            asset={assets.currency}
            unit="symbol"
            words={words}
          />
        ) : (
          <Change percent={assets.profitTodayPercent} words={words} />
        )}
        <span className="flex items-center text-small text-muted">
          {t('today')}
          <TodayHelp
            label={t('today')}
            gain={{
              ...assets.today,
              asset: assets.currency,
              total: assets.profitToday,
              rate: assets.rate,
              currencyRates: assets.currencyRates,
            }}
            className="-my-3"
          />
        </span>
      </p>
      <div className="mt-3 flex items-center justify-between gap-3 border-t border-line pt-3">
        <div>
          <p className="text-small text-muted">{t('readyToInvest')}</p>
          <p className="text-body font-semibold">
            <Money value={assets.stockCash.available} asset={assets.currency} hiddenWord={hiddenWord} />
          </p>
          {next !== undefined && (
            <p className="text-small text-muted">
              {t('onItsWay')}{' '}
              <Money value={assets.stockCash.unsettled} asset={assets.currency} hiddenWord={hiddenWord} /> ·{' '}
              <TimeText atMs={next.usableAtMs} show="date" />
            </p>
          )}
        </div>
        <Link
          to="/pages/user/assets"
          className="pressable -mr-2 flex min-h-11 items-center gap-1 rounded-input px-2 text-body font-semibold text-brand [--pressed:var(--sunken)]"
        >
          {t('details')}
          <Icon icon={ChevronRight} size={20} />
        </Link>
      </div>
    </section>
  );
}
