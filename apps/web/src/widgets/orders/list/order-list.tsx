import type { OwnOrder } from '@tarazu/protocol';
import { ClipboardList } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import type { CallInput } from '#client/calls.ts';
import { type PagedResult, useCallPages } from '#client/query.ts';
import { useTranslation } from '#locales/i18n.ts';
import { loadTexts } from '#locales/load.ts';
import { productOfSection, type Section } from '#products/list.ts';
import { EmptyState } from '#ui/feedback/page-state.tsx';
import { PullToRefresh } from '#ui/feedback/pull-to-refresh.tsx';
import { SkeletonGroup, SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { List } from '#ui/layout/row.tsx';
import { useScreenShape } from '#ui/layout/screen.ts';
import { useOrderActions } from '#widgets/orders/order-actions.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { MoreButton } from '#widgets/session/more-button.tsx';
import { ZoneNote } from '#widgets/session/zone-note.tsx';
import { OrderRow } from './order-row.tsx';

/** The table and its texts come only to a screen that has room for them. */
const OrderTable = lazy(async () => {
  const [table] = await Promise.all([import('./order-table.tsx'), loadTexts(['workspace'])]);
  return table;
});

type OrdersInput = Omit<CallInput<'stockOrders'>, 'limit' | 'cursor'>;
type OrderPages = PagedResult<'stockOrders' | 'coinOrders'>;

const PAGE_SIZE = '30';
const TABLE_FROM_PX = 600;

/** Own orders of a kind, page by page. */
export function useOrderPages(kind: Section, input: OrdersInput) {
  const { calls } = productOfSection(kind);
  return useCallPages(calls.orders, { ...input, limit: PAGE_SIZE }, { keepPrevious: true });
}

export interface OrderListProps {
  pages: OrderPages;
  label: string;
  emptyTitle: string;
  emptyAction?: ReactNode;
}

/** Each order opens its sheet, and has a menu of what can be done with it. */
export function OrderList({ pages, label, emptyTitle, emptyAction }: OrderListProps) {
  const { t } = useTranslation('trade');
  return (
    <PullToRefresh label={t('loading')} onRefresh={() => pages.query.refetch()}>
      <CallState
        query={pages.query}
        data={pages.first === undefined ? undefined : pages.items}
        skeleton={<SkeletonRows count={4} />}
      >
        {(orders) =>
          orders.length === 0 ? (
            <EmptyState icon={ClipboardList} title={emptyTitle} action={emptyAction} />
          ) : (
            <>
              <OrderRows orders={orders} label={label} />
              <ZoneNote />
            </>
          )
        }
      </CallState>
      <MoreButton query={pages.query} />
    </PullToRefresh>
  );
}

function OrderRows({ orders, label }: { orders: readonly OwnOrder[]; label: string }) {
  const { t } = useTranslation('trade');
  const { actions, layers } = useOrderActions();
  const { ref, hasRoom } = useTableRoom();
  return (
    <div ref={ref}>
      {hasRoom ? (
        <Suspense
          fallback={
            <SkeletonGroup label={t('loading')}>
              <SkeletonRows count={orders.length} />
            </SkeletonGroup>
          }
        >
          <OrderTable {...{ orders, label, actions }} />
        </Suspense>
      ) : (
        <List label={label}>
          {orders.map((order) => (
            <OrderRow key={order.id} order={order} actions={actions} />
          ))}
        </List>
      )}
      {layers}
    </div>
  );
}

/** Whether the columns of the table stand beside one another: half of a tablet is as narrow as a phone. */
function useTableRoom() {
  const shape = useScreenShape();
  const [isNarrow, setNarrow] = useState(false);
  const ref = useCallback((place: HTMLElement | null) => {
    if (place === null) return undefined;
    const look = () => setNarrow(place.clientWidth < TABLE_FROM_PX);
    look();
    const observer = new ResizeObserver(look);
    observer.observe(place);
    return () => observer.disconnect();
  }, []);
  return { ref, hasRoom: (shape === 'tablet' || shape === 'desktop') && !isNarrow };
}
