import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { lastInstrumentSlice } from '#client/store.ts';
import { BackBar } from '#shell/app-bars.tsx';
import { Page } from '#ui/app-frame.tsx';
import { Button } from '#ui/button.tsx';
import { SkeletonTile } from '#ui/skeleton.tsx';
import { TabPanel, Tabs } from '#ui/tabs.tsx';
import { keepsOf, type OrderFilter, OrderFilters } from '#widgets/orders/order-filters.tsx';
import { OrderList } from '#widgets/orders/order-list.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { SignInCard } from '#widgets/session/sign-in-card.tsx';
import { TicketPanel } from '#widgets/ticket/ticket-panel.tsx';

type CoinTab = 'ticket' | 'open' | 'history';

/** The spot ticket with its book, and one's own spot orders. */
export default function CoinPage() {
  const { t } = useTranslation('trade');
  const search = useSearch({ from: '/pages/coin/index' });
  const { tab = 'ticket', side = 'buy', instrumentId } = search;
  const { isSignedIn } = useSession();
  const navigate = useNavigate();
  const go = (change: { tab?: CoinTab; side?: 'buy' | 'sell'; instrumentId?: string }) =>
    void navigate({ to: '/pages/coin/index', search: { ...search, ...change }, replace: true });
  return (
    <Page flush header={<BackBar title={t('spotTrading')} />}>
      <Tabs
        id="coin-orders"
        label={t('spotTrading')}
        even
        value={tab}
        onValueChange={(value) => go({ tab: value })}
        items={[
          { value: 'ticket', label: t('ticket') },
          { value: 'open', label: t('tabOpen') },
          { value: 'history', label: t('tabHistory') },
        ]}
      />
      <TabPanel tabsId="coin-orders" value={tab}>
        {tab === 'ticket' && <CoinTicket instrumentId={instrumentId} side={side} go={go} />}
        {tab !== 'ticket' && isSignedIn && <Orders key={tab} tab={tab} />}
        {tab !== 'ticket' && !isSignedIn && (
          <div className="p-4">
            <SignInCard />
          </div>
        )}
      </TabPanel>
    </Page>
  );
}

interface CoinTicketProps {
  instrumentId: string | undefined;
  side: 'buy' | 'sell';
  go: (change: { side?: 'buy' | 'sell'; instrumentId?: string }) => void;
}

function CoinTicket({ instrumentId, side, go }: CoinTicketProps) {
  const last = lastInstrumentSlice.use()['coin'];
  const coins = useCall(
    'coinInfos',
    { quote: 'USDT' },
    { enabled: instrumentId === undefined && last === undefined },
  );
  const chosen = instrumentId ?? last ?? coins.data?.list[0]?.instrumentId;
  return (
    <CallState query={coins} data={chosen} skeleton={<SkeletonTile height={320} />}>
      {(id) => (
        <TicketPanel
          instrumentId={id}
          side={side}
          onSideChange={(value) => go({ side: value })}
          onInstrumentChange={(value) => go({ instrumentId: value })}
        />
      )}
    </CallState>
  );
}

function Orders({ tab }: { tab: 'open' | 'history' }) {
  const { t } = useTranslation('trade');
  const [filter, setFilter] = useState<OrderFilter>('all');
  const action = (
    <Button size="medium" tone="secondary" render={<PathLink href="/pages/tabbar/markets?tab=coins" />}>
      {t('toMarkets')}
    </Button>
  );
  return (
    <div className="pt-2">
      <OrderFilters value={filter} onValueChange={setFilter} live={tab === 'open'} />
      <OrderList
        kind="coin"
        state={tab === 'open' ? 'live' : 'ended'}
        keep={keepsOf(filter)}
        emptyTitle={tab === 'open' ? t('noOpenOrders') : t('noHistory')}
        emptyAction={action}
      />
    </div>
  );
}
