import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import { useCall } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { TabPageBar } from '#shell/app-bars.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { SearchLink } from '#ui/fields/search-field.tsx';
import { Overview, Page, Section } from '#ui/layout/app-frame.tsx';
import { useScreenShape } from '#ui/layout/screen.ts';
import { TabPanel, Tabs } from '#ui/layout/tabs.tsx';
import { CoinBrowser } from '#widgets/instrument/lists/coin-browser.tsx';
import { IndexTiles } from '#widgets/instrument/lists/index-tiles.tsx';
import { InstrumentList } from '#widgets/instrument/lists/instrument-list.tsx';
import { StockBrowser } from '#widgets/instrument/lists/stock-browser.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { MarketLabel } from '#widgets/session/market-label.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { Watchlist, WatchlistSection } from '#widgets/watchlists/manage/watchlist.tsx';

type MarketTab = 'stocks' | 'indices' | 'coins' | 'watchlist';

export default function MarketsPage() {
  const { t } = useTranslation('market');
  const shape = useScreenShape();
  const { tab = 'stocks' } = useSearch({ from: '/pages/tabbar/markets' });
  const navigate = useNavigate();
  const choose = (value: MarketTab) =>
    void navigate({ to: '/pages/tabbar/markets', search: { tab: value }, replace: true, resetScroll: false });
  const label = (
    <span className="pr-2">
      <MarketLabel />
    </span>
  );
  return (
    <Page flush room="overview" header={<TabPageBar title={t('markets')} trailing={label} />}>
      <Overview
        top={
          <>
            <div className="px-4 pb-3">
              <SearchLink label={t('searchLabel')} render={<PathLink href="/pages/stock/search" />} />
            </div>
            <IndexTiles />
          </>
        }
        first={<Browser tab={tab} onChoose={choose} />}
        second={shape === 'phone' || shape === 'lying' ? undefined : <Beside tab={tab} />}
      />
    </Page>
  );
}

/** On a wide screen the watchlist stands beside what is browsed, and the indices beside the watchlist. */
function Beside({ tab }: { tab: MarketTab }) {
  const { t } = useTranslation('market');
  return tab === 'watchlist' ? (
    <Section flush title={t('indices')}>
      <Indices />
    </Section>
  ) : (
    <WatchlistSection />
  );
}

function Browser({ tab, onChoose }: { tab: MarketTab; onChoose: (tab: MarketTab) => void }) {
  const { t } = useTranslation('market');
  // The tab holds in the next frame; its rows come after it.
  const shown = useDeferredValue(tab);
  return (
    <>
      <div className="sticky top-[calc(var(--bar-top)+3.5rem)] z-10 mt-2 bg-bg">
        <Tabs
          id="markets"
          label={t('markets')}
          value={tab}
          onValueChange={onChoose}
          items={[
            { value: 'stocks', label: t('stocks') },
            { value: 'indices', label: t('indices') },
            { value: 'coins', label: t('coins') },
            { value: 'watchlist', label: t('watchlist') },
          ]}
        />
      </div>
      <TabPanel tabsId="markets" value={shown}>
        <div className="min-h-[70dvh] pt-1">
          {shown === 'stocks' && <StockBrowser />}
          {shown === 'indices' && <Indices />}
          {shown === 'coins' && <CoinBrowser />}
          {shown === 'watchlist' && <Watchlist />}
        </div>
      </TabPanel>
    </>
  );
}

function Indices() {
  const { t } = useTranslation('market');
  const indices = useCall('indicesList', {});
  return (
    <CallState query={indices} data={indices.data} skeleton={<SkeletonRows count={3} />}>
      {({ list }) => <InstrumentList list={list} label={t('indices')} />}
    </CallState>
  );
}
