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

type OwnOrdersTab = 'open' | 'waiting' | 'history';

const LABELS = { open: 'openOrders', waiting: 'waitingOrders', history: 'orderHistory' } as const;
const EMPTY = { open: 'noOpenOrders', waiting: 'noWaiting', history: 'noHistory' } as const;

/** Own orders of a kind: those in the book or those that ended. */
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
    <div className="pt-2">
      <OrderFilters kind={kind} value={filter} onValueChange={setFilter} ended={tab === 'history'} />
      {tab !== 'history' && pages.first !== undefined && <CancelAll kind={kind} live={pages.first.live} />}
      <OrderList
        pages={pages}
        label={t(LABELS[tab])}
        emptyTitle={isNarrowed ? t('noOrdersFound') : t(EMPTY[tab])}
        emptyAction={isNarrowed ? clear : toMarkets}
      />
    </div>
  );
}
