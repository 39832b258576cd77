import { Bell, Search } from 'lucide-react';
import { refreshShown, useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { TabPageBar } from '#shell/app-bars.tsx';
import { useIsBuilt } from '#shell/navigation.ts';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Overview, Page } from '#ui/layout/app-frame.tsx';
import { MarketLabel } from '#widgets/session/market-label.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { SignInCard } from '#widgets/session/sign-in-card.tsx';
import { HomeAds } from './parts/home-ads.tsx';
import { HomeHoldings } from './parts/home-holdings.tsx';
import { HomeIndices } from './parts/home-indices.tsx';
import { HomeMovers } from './parts/home-movers.tsx';
import { HomeNews } from './parts/home-news.tsx';
import { HomePortfolio } from './parts/home-portfolio.tsx';
import { HomeWatchlist } from './parts/home-watchlist.tsx';
import { QuickActions } from './parts/quick-actions.tsx';

export default function HomePage() {
  const { t } = useTranslation('home');
  const { isSignedIn } = useSession();
  return (
    <Page flush room="overview" header={<TabPageBar title={t('title')} trailing={<HomeButtons />} />}>
      <PullToRefresh label={t('refreshing')} onRefresh={refreshShown}>
        <Overview
          first={
            <>
              <div className="px-4">
                {isSignedIn ? <HomePortfolio /> : <SignInCard />}
                <QuickActions />
              </div>
              <HomeAds />
              <div className="mt-6 flex items-center justify-between gap-3 px-4">
                <h2 className="text-heading">{t('markets')}</h2>
                <MarketLabel />
              </div>
              <HomeIndices />
              {isSignedIn && <HomeWatchlist />}
            </>
          }
          second={
            <>
              {isSignedIn && <HomeHoldings />}
              <HomeMovers />
              <HomeNews />
            </>
          }
        />
      </PullToRefresh>
    </Page>
  );
}

function HomeButtons() {
  const { t } = useTranslation('home');
  const { isSignedIn } = useSession();
  const isBuilt = useIsBuilt();
  const notices = useCall('noticeList', { limit: '20' }, { enabled: isSignedIn });
  const unread = notices.data?.unread ?? 0;
  return (
    <>
      {isBuilt('/pages/stock/search') && (
        <IconButton icon={Search} label={t('search')} render={<PathLink href="/pages/stock/search" />} />
      )}
      <IconButton
        icon={Bell}
        dot={unread > 0}
        label={unread > 0 ? t('noticesUnread', { unread: String(unread) }) : t('notices')}
        render={<PathLink href="/pages/notice/list" />}
      />
    </>
  );
}
