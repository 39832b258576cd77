import { useRouterState } from '@tanstack/react-router';
import { useTranslation } from '#locales/i18n.ts';
import { BackBar, TabPageBar } from '#shell/app-bars.tsx';
import { useIsTabPage } from '#shell/shell-tab-bar.tsx';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { SkeletonRows, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Overview, Page } from '#ui/layout/app-frame.tsx';
import { HowButton } from '#widgets/how/how-button.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { HideBalanceButton } from '#widgets/session/hidden-balance.tsx';
import { useAssets } from '#widgets/session/use-assets.ts';
import { AssetParts } from './parts/asset-parts.tsx';
import { Balances } from './parts/balances.tsx';
import { CoinFees } from './parts/coin-fees.tsx';
import { StockCash } from './parts/stock-cash.tsx';

export default function AssetsPage() {
  const { t } = useTranslation('assets');
  const path = useRouterState({ select: (state) => state.location.pathname });
  const isTab = useIsTabPage(path);
  const query = useAssets();
  const trailing = (
    <>
      <HideBalanceButton />
      <HowButton topic="assets" />
    </>
  );
  const bar = { title: t('title'), trailing };
  return (
    <Page flush room="overview" header={isTab ? <TabPageBar {...bar} /> : <BackBar {...bar} />}>
      <PullToRefresh label={t('refreshing')} onRefresh={() => query.refetch()}>
        <CallState query={query} data={query.data} skeleton={<AssetsSkeleton />}>
          {(shown) => (
            <Overview
              first={
                <>
                  <AssetParts assets={shown} />
                  <StockCash assets={shown} />
                </>
              }
              second={
                <>
                  <Balances assets={shown} />
                  <CoinFees />
                </>
              }
            />
          )}
        </CallState>
      </PullToRefresh>
    </Page>
  );
}

function AssetsSkeleton() {
  return (
    <>
      <div className="px-4 py-4">
        <SkeletonTile height={260} />
      </div>
      <div className="px-4 pb-4">
        <SkeletonTile height={140} />
      </div>
      <SkeletonRows count={4} />
    </>
  );
}
