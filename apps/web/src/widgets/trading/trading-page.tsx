import { useNavigate } from '@tanstack/react-router';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { productOfSection, type Section } from '#products/list.ts';
import { BackBar, LyingBack } from '#shell/app-bars.tsx';
import { Page } from '#ui/layout/app-frame.tsx';
import { useScreenShape } from '#ui/layout/screen.ts';
import { TabPanel, Tabs } from '#ui/layout/tabs.tsx';
import { ORDER_TABS, type OrderTab, type TicketSearch } from '#widgets/instrument/lists/search.ts';
import { SignInCard } from '#widgets/session/sign-in-card.tsx';
import { BasketLink } from './basket-link.tsx';
import { KindFills } from './fills.tsx';
import { KindOrders } from './kind-orders.tsx';
import { KindSwitch } from './kind-switch.tsx';
import { KindTicket } from './kind-ticket.tsx';
import { LinkedOrder } from './linked-order.tsx';

export interface TradingPageProps {
  kind: Section;
  search: TicketSearch;
  /** Puts what is chosen here into the address. */
  onSearch: (search: TicketSearch) => void;
}

interface OwnTabProps {
  kind: Section;
  tab: Exclude<OrderTab, 'ticket'>;
  onKindChange: (kind: Section) => void;
}

/** The ticket and the order centre of a kind: what is open, what was, and each fill. */
export function TradingPage({ kind, search, onSearch }: TradingPageProps) {
  const { t } = useTranslation('trade');
  const { side = 'buy', instrumentId } = search;
  const title = t(`ordersOf_${kind}`);
  const tab = ORDER_TABS.find((one) => one === search.tab) ?? 'ticket';
  const go = (change: TicketSearch) => onSearch({ ...search, ...change });
  const navigate = useNavigate();
  // The other side is the same page to its reader: Back leaves both.
  const onKindChange = (chosen: Section) =>
    void navigate({ href: `${productOfSection(chosen).pages.ticket}?tab=${tab}`, replace: true });
  const bar = <BackBar title={title} trailing={<BasketLink />} />;
  const hasTicketAlone = useScreenShape() === 'lying' && tab === 'ticket';
  return (
    <Page flush room="columns" header={hasTicketAlone ? undefined : bar}>
      {!hasTicketAlone && (
        <Tabs
          id="orders"
          label={title}
          value={tab}
          onValueChange={(value) => onSearch({ ...withoutOrder(search), tab: value })}
          items={ORDER_TABS.map((value) => ({ value, label: t(`tab_${value}`) }))}
        />
      )}
      <TabPanel tabsId="orders" value={tab}>
        {tab === 'ticket' ? (
          <KindTicket
            kind={kind}
            lead={hasTicketAlone && <LyingBack title={title} />}
            instrumentId={instrumentId}
            side={side}
            onSideChange={(value) => go({ side: value })}
            onInstrumentChange={(value) => go({ instrumentId: value })}
          />
        ) : (
          <OwnTab kind={kind} tab={tab} onKindChange={onKindChange} />
        )}
      </TabPanel>
      <LinkedOrder kind={kind} id={search.order} onClose={() => onSearch(withoutOrder(search))} />
    </Page>
  );
}

function withoutOrder({ order: _, ...search }: TicketSearch): TicketSearch {
  return search;
}

function OwnTab({ kind, tab, onKindChange }: OwnTabProps) {
  const { isSignedIn } = useSession();
  if (!isSignedIn) {
    return (
      <div className="p-4">
        <SignInCard />
      </div>
    );
  }
  return (
    <>
      <KindSwitch kind={kind} tab={tab} onKindChange={onKindChange} />
      {tab === 'fills' ? <KindFills kind={kind} /> : <KindOrders key={tab} kind={kind} tab={tab} />}
    </>
  );
}
