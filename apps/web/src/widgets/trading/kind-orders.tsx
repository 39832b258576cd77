import { useDeferredValue, useState } from 'react';
import { useTranslation } from '#locales/i18n.ts';
import { productOfSection, type Section } from '#products/list.ts';
import { Button } from '#ui/button.tsx';
import { CancelAll } from '#widgets/orders/change/cancel-all.tsx';
import {
  filterInput,
  isFiltered,
  NO_FILTER,
  type OrderFilter,
  OrderFilters,
} from '#widgets/orders/list/order-filters.tsx';
import { OrderList, useOrderPages } from '#widgets/orders/list/order-list.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { countOf } from './count-of.ts';
import { PendingOrders } from './pending-orders.tsx';

type OwnOrdersTab = 'live' | 'open' | 'waiting' | 'history';

const LABELS = {
  live: 'openOrders',
  open: 'openOrders',
  waiting: 'waitingOrders',
  history: 'orderHistory',
} as const;
const EMPTY = {
  live: 'noOpenOrders',
  open: 'noOpenOrders',
  waiting: 'noWaiting',
  history: 'noHistory',
} as const;

/** Own orders of a kind: those in the book, those that wait, both (`live`), or those that ended. */
export function KindOrders({ kind, tab }: { kind: Section; tab: OwnOrdersTab }) {
  const { t } = useTranslation('trade');
  const [filter, setFilter] = useState<OrderFilter>(NO_FILTER);
  const asked = useDeferredValue(filter);
  const state = tab === 'history' ? asked.result : tab;
  const pages = useOrderPages(kind, { state, ...filterInput(asked) });
  const toMarkets = (
    <Button size="medium" tone="secondary" render={<PathLink href={productOfSection(kind).pages.markets} />}>
      {t('toMarkets')}
    </Button>
  );
  const clear = (
    <Button size="medium" tone="secondary" onClick={() => setFilter(NO_FILTER)}>
      {t('filterClear')}
    </Button>
  );
  const isNarrowed = isFiltered(asked);
  return (
    <div className="@container pt-2">
      {tab !== 'history' && tab !== 'waiting' && <PendingOrders kind={kind} />}
      <OrderFilters kind={kind} value={filter} onValueChange={setFilter} ended={tab === 'history'} />
      {tab !== 'history' && pages.first !== undefined && countOf(pages.first.live, tab) > 0 && (
        <CancelAll kind={kind} live={pages.first.live} />
      )}
      <OrderList
        pages={pages}
        label={t(LABELS[tab])}
        emptyTitle={isNarrowed ? t('noOrdersFound') : t(EMPTY[tab])}
        emptyAction={isNarrowed ? clear : toMarkets}
      />
    </div>
  );
}
