import { useNavigate, useSearch } from '@tanstack/react-router';
import { refreshShown, useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { TabPageBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { SkeletonRows, SkeletonTile } from '#ui/feedback/skeleton.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { TabPanel, Tabs } from '#ui/layout/tabs.tsx';
import { compareDecimal } from '#ui/numbers/decimal-text.ts';
import { CashList } from '#widgets/positions/cash-list.tsx';
import { IntradayList } from '#widgets/positions/intraday-list.tsx';
import { PositionList } from '#widgets/positions/position-list.tsx';
import { RightsNotice } from '#widgets/rights/rights-notice.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { MarketLabel } from '#widgets/session/market-label.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { SignInCard } from '#widgets/session/sign-in-card.tsx';

type PositionTab = 'stocks' | 'spot';

const AGAIN_MS = 30_000;

export default function PositionPage() {
  const { t } = useTranslation('trade');
  const { isSignedIn } = useSession();
  const label = (
    <span className="pr-2">
      <MarketLabel />
    </span>
  );
  return (
    <Page flush header={<TabPageBar title={t('positions')} trailing={label} />}>
      {isSignedIn ? (
        <Positions />
      ) : (
        <div className="px-4">
          <SignInCard />
        </div>
      )}
    </Page>
  );
}

function Positions() {
  const { t } = useTranslation('trade');
  const { tab = 'stocks' } = useSearch({ from: '/pages/tabbar/position' });
  const navigate = useNavigate();
  const choose = (value: PositionTab) =>
    void navigate({ to: '/pages/tabbar/position', search: { tab: value }, replace: true });
  return (
    <>
      <Tabs
        id="positions"
        label={t('positions')}
        even
        value={tab}
        onValueChange={choose}
        items={[
          { value: 'stocks', label: t('stocks') },
          { value: 'spot', label: t('spot') },
        ]}
      />
      <TabPanel tabsId="positions" value={tab}>
        <PullToRefresh label={t('loading')} onRefresh={refreshShown}>
          {tab === 'stocks' ? <Stocks /> : <Spot />}
          <div className="px-4 pt-4">
            <Button
              wide
              size="medium"
              tone="secondary"
              render={
                <PathLink
                  href={tab === 'stocks' ? '/pages/stock/order?tab=open' : '/pages/coin/index?tab=open'}
                />
              }
            >
              {t('toOrders')}
            </Button>
          </div>
        </PullToRefresh>
      </TabPanel>
    </>
  );
}

function PositionSkeleton() {
  return (
    <>
      <div className="px-4 pt-4 pb-2">
        <SkeletonTile height={152} />
      </div>
      <SkeletonRows count={4} />
    </>
  );
}

function Stocks() {
  const { t } = useTranslation('trade');
  const holdings = useCall('stockHoldings', {}, { everyMs: AGAIN_MS });
  const intraday = holdings.data?.intraday ?? [];
  const held = holdings.data?.list.filter((position) => compareDecimal(position.quantity, '0') > 0);
  return (
    <CallState query={holdings} data={held} skeleton={<PositionSkeleton />}>
      {(list) => (
        <>
          <RightsNotice />
          <IntradayList positions={intraday} />
          {(list.length > 0 || intraday.length === 0) && (
            <PositionList
              positions={list}
              label={t('stocks')}
              emptyTitle={t('noStockPositions')}
              marketsTab="stocks"
            />
          )}
        </>
      )}
    </CallState>
  );
}

function Spot() {
  const { t } = useTranslation('trade');
  const assets = useCall('coinAssets', {}, { everyMs: AGAIN_MS });
  const held = assets.data?.positions.filter((position) => compareDecimal(position.quantity, '0') > 0);
  const cash = assets.data?.spot.filter(({ asset }) => asset === assets.data.asset) ?? [];
  return (
    <CallState query={assets} data={held} skeleton={<PositionSkeleton />}>
      {(list) => (
        <>
          <PositionList
            positions={list}
            label={t('spot')}
            emptyTitle={t('noSpotPositions')}
            marketsTab="coins"
          />
          <CashList balances={cash} />
        </>
      )}
    </CallState>
  );
}
