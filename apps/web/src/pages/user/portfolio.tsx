import { ChartPie } from 'lucide-react';
import { refreshShown, useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { SkeletonRows, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Overview, Page } from '#ui/layout/app-frame.tsx';
import { Allocation } from '#widgets/portfolio/allocation.tsx';
import { ProfitCalendar } from '#widgets/portfolio/calendar.tsx';
import { Contributions } from '#widgets/portfolio/contributions.tsx';
import { PortfolioHero } from '#widgets/portfolio/hero.tsx';
import { Returns } from '#widgets/portfolio/returns.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { HideBalanceButton } from '#widgets/session/hidden-balance.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';

const AGAIN_MS = 15_000;

/** An account over time: its curve, its returns, its days, where its money lies and what brought it. */
export default function PortfolioPage() {
  const { t } = useTranslation('portfolio');
  const portfolio = useCall('userPortfolio', {}, { everyMs: AGAIN_MS });
  const shown = portfolio.data;
  return (
    <Page flush room="overview" header={<BackBar title={t('title')} trailing={<HideBalanceButton />} />}>
      <PullToRefresh label={t('refreshing')} onRefresh={refreshShown}>
        <Overview
          first={
            <>
              <PortfolioHero />
              <CallState part query={portfolio} data={shown} skeleton={<PortfolioSkeleton />}>
                {(known) => (
                  <>
                    <Returns portfolio={known} />
                    <ProfitCalendar portfolio={known} />
                  </>
                )}
              </CallState>
            </>
          }
          second={
            shown && (
              <>
                {shown.sectors.length > 0 && <Allocation portfolio={shown} />}
                {shown.holdings.length === 0 ? <NoHoldings /> : <Contributions portfolio={shown} />}
              </>
            )
          }
        />
      </PullToRefresh>
    </Page>
  );
}

function NoHoldings() {
  const { t } = useTranslation('portfolio');
  const action = (
    <Button size="medium" render={<PathLink href="/pages/tabbar/markets?tab=stocks" />}>
      {t('toMarkets')}
    </Button>
  );
  return <EmptyState icon={ChartPie} title={t('noHoldings')} detail={t('noHoldingsText')} action={action} />;
}

function PortfolioSkeleton() {
  return (
    <div className="flex flex-col gap-6 pt-6">
      <div className="px-4">
        <SkeletonTile height={240} />
      </div>
      <div className="px-4">
        <SkeletonTile height={372} />
      </div>
      <SkeletonRows count={4} />
    </div>
  );
}
