import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { refreshShown } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { TabPageBar } from '#shell/app-bars.tsx';
import { Button } from '#ui/button.tsx';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Overview, Page } from '#ui/layout/app-frame.tsx';
import { useScreenShape } from '#ui/layout/screen.ts';
import { TabPanel, Tabs } from '#ui/layout/tabs.tsx';
import { HowButton } from '#widgets/how/how-button.tsx';
import { MarketLabel } from '#widgets/session/market-label.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { SignInCard } from '#widgets/session/sign-in-card.tsx';
import { POSITION_PANELS } from './positions/panels.ts';

const OrdersBeside = lazy(() => import('./positions/orders-beside.tsx'));

export default function PositionPage() {
  const { t } = useTranslation('trade');
  const { isSignedIn } = useSession();
  const trailing = (
    // The narrowest phone has room for the words of the label alone.
    <span className="flex items-center max-[359px]:[&_svg:not(button_svg)]:hidden">
      <MarketLabel />
      <HowButton topic="positions" />
    </span>
  );
  return (
    <Page flush room="overview" header={<TabPageBar title={t('positions')} trailing={trailing} />}>
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

function RowsComing() {
  const { t } = useTranslation('trade');
  return (
    <SkeletonGroup label={t('loading')}>
      <SkeletonRows count={4} />
    </SkeletonGroup>
  );
}

function Positions() {
  const { t } = useTranslation('trade');
  const shape = useScreenShape();
  const { tab } = useSearch({ from: '/pages/tabbar/position' });
  const navigate = useNavigate();
  const choose = (value: string) =>
    void navigate({ to: '/pages/tabbar/position', search: { tab: value }, replace: true });
  const shown = POSITION_PANELS.find(({ product }) => product.positionsTab === tab) ?? POSITION_PANELS[0];
  if (shown === undefined) return null;
  const { product, Panel } = shown;
  const isWide = shape === 'tablet' || shape === 'desktop';
  const beside = isWide && (
    <Suspense fallback={<RowsComing />}>
      <OrdersBeside key={product.section} kind={product.section} />
    </Suspense>
  );
  return (
    <Overview
      second={beside}
      first={
        <>
          <Tabs
            id="positions"
            label={t('positions')}
            even
            value={product.positionsTab}
            onValueChange={choose}
            items={POSITION_PANELS.map((one) => ({ value: one.product.positionsTab, label: t(one.label) }))}
          />
          <TabPanel tabsId="positions" value={product.positionsTab}>
            <PullToRefresh label={t('loading')} onRefresh={refreshShown}>
              <Panel>
                {!isWide && (
                  <div className="px-4 pt-4">
                    <Button
                      wide
                      size="medium"
                      tone="secondary"
                      render={<PathLink href={`${product.pages.ticket}?tab=open`} />}
                    >
                      {t('toOrders')}
                    </Button>
                  </div>
                )}
              </Panel>
            </PullToRefresh>
          </TabPanel>
        </>
      }
    />
  );
}
