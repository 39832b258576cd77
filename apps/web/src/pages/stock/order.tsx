import { useNavigate, useSearch } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall, useCallPages } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { lastInstrumentSlice } from '#client/store.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Page } from '#ui/app-frame.tsx';
import { Button } from '#ui/button.tsx';
import { Change, Money } from '#ui/number-text.tsx';
import { EmptyState } from '#ui/page-state.tsx';
import { SkeletonRows, SkeletonTile } from '#ui/skeleton.tsx';
import { TabPanel, Tabs } from '#ui/tabs.tsx';
import { StatGrid } from '#ui/tile.tsx';
import { useChangeWords } from '#widgets/instrument/use-words.ts';
import { FillList } from '#widgets/orders/fill-list.tsx';
import { keepsOf, type OrderFilter, OrderFilters } from '#widgets/orders/order-filters.tsx';
import { OrderList } from '#widgets/orders/order-list.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { SignInCard } from '#widgets/session/sign-in-card.tsx';
import { TicketPanel } from '#widgets/ticket/ticket-panel.tsx';

type OrderTab = 'ticket' | 'open' | 'history' | 'fills';

/** The stock ticket and the order centre: what is open, what was, and each fill. */
export default function StockOrderPage() {
  const { t } = useTranslation('trade');
  const search = useSearch({ from: '/pages/stock/order' });
  const { tab = 'ticket', side = 'buy', instrumentId } = search;
  const { isSignedIn } = useSession();
  const navigate = useNavigate();
  const go = (change: { tab?: OrderTab; side?: 'buy' | 'sell'; instrumentId?: string }) =>
    void navigate({ to: '/pages/stock/order', search: { ...search, ...change }, replace: true });
  return (
    <Page flush header={<BackBar title={t('stockOrders')} />}>
      <Tabs
        id="orders"
        label={t('stockOrders')}
        even
        value={tab}
        onValueChange={(value) => go({ tab: value })}
        items={[
          { value: 'ticket', label: t('ticket') },
          { value: 'open', label: t('tabOpen') },
          { value: 'history', label: t('tabHistory') },
          { value: 'fills', label: t('tabFills') },
        ]}
      />
      <TabPanel tabsId="orders" value={tab}>
        {tab === 'ticket' && <StockTicket instrumentId={instrumentId} side={side} go={go} />}
        {isSignedIn && (tab === 'open' || tab === 'history') && <Orders key={tab} tab={tab} />}
        {isSignedIn && tab === 'fills' && <Fills />}
        {!isSignedIn && tab !== 'ticket' && (
          <div className="p-4">
            <SignInCard />
          </div>
        )}
      </TabPanel>
    </Page>
  );
}

interface StockTicketProps {
  instrumentId: string | undefined;
  side: 'buy' | 'sell';
  go: (change: { side?: 'buy' | 'sell'; instrumentId?: string }) => void;
}

function StockTicket({ instrumentId, side, go }: StockTicketProps) {
  const { t } = useTranslation('trade');
  const last = lastInstrumentSlice.use()['stock'];
  const hot = useCall(
    'stockHot',
    { by: 'turnover', limit: '1' },
    { enabled: instrumentId === undefined && last === undefined },
  );
  const chosen = instrumentId ?? last ?? hot.data?.list[0]?.instrumentId;
  return (
    <CallState query={hot} data={chosen} skeleton={<SkeletonTile height={320} />}>
      {(id) =>
        id === '' ? (
          <EmptyState title={t('nothingToTrade')} />
        ) : (
          <TicketPanel
            instrumentId={id}
            side={side}
            onSideChange={(value) => go({ side: value })}
            onInstrumentChange={(value) => go({ instrumentId: value })}
          />
        )
      }
    </CallState>
  );
}

function Orders({ tab }: { tab: 'open' | 'history' }) {
  const { t } = useTranslation('trade');
  const [filter, setFilter] = useState<OrderFilter>('all');
  const action = (
    <Button size="medium" tone="secondary" render={<PathLink href="/pages/tabbar/markets?tab=stocks" />}>
      {t('toMarkets')}
    </Button>
  );
  return (
    <div className="pt-2">
      <OrderFilters value={filter} onValueChange={setFilter} live={tab === 'open'} />
      <OrderList
        kind="stock"
        state={tab === 'open' ? 'live' : 'ended'}
        keep={keepsOf(filter)}
        emptyTitle={tab === 'open' ? t('noOpenOrders') : t('noHistory')}
        emptyAction={action}
      />
    </div>
  );
}

function Fills() {
  const { t } = useTranslation('trade');
  const fills = useCallPages('stockFills', { limit: '30' });
  return (
    <div className="px-4 pt-4">
      <Statistics />
      <CallState
        query={fills.query}
        data={fills.first === undefined ? undefined : fills.items}
        skeleton={<SkeletonRows count={4} />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState icon={ReceiptText} title={t('noFills')} />
          ) : (
            <FillList fills={list} named />
          )
        }
      </CallState>
      {fills.query.hasNextPage && (
        <Button
          wide
          size="medium"
          tone="secondary"
          loading={fills.query.isFetchingNextPage}
          onClick={() => void fills.query.fetchNextPage()}
        >
          {t('more')}
        </Button>
      )}
    </div>
  );
}

/** What all fills together brought, net of charges. */
function Statistics() {
  const { t } = useTranslation('trade');
  const words = useChangeWords();
  const statistics = useCall('stockStatistics', { by: 'day' });
  if (statistics.data === undefined) return null;
  const { asset, profitRealised, charges, turnover } = statistics.data;
  return (
    <StatGrid
      stats={[
        {
          label: t('profitRealised'),
          value: <Change value={profitRealised} asset={asset} unit="symbol" words={words} />,
        },
        { label: t('chargesPaid'), value: <Money value={charges} asset={asset} compact /> },
        { label: t('turnover'), value: <Money value={turnover} asset={asset} compact /> },
      ]}
    />
  );
}
