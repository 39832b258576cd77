import type { OwnOrder } from '@tarazu/protocol';
import { ClipboardList } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCallPages } from '#client/query.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/page-state.tsx';
import { List } from '#ui/row.tsx';
import { SkeletonRows } from '#ui/skeleton.tsx';
import { CallState } from '#widgets/session/call-state.tsx';
import { CancelOrder } from './cancel-order.tsx';
import { OrderRow } from './order-row.tsx';
import { OrderSheet } from './order-sheet.tsx';

export interface OrderListProps {
  kind: 'stock' | 'coin';
  state: 'live' | 'ended';
  /** Only of one instrument. */
  instrumentId?: string | undefined;
  /** Shown of those that were read: a filter of the page. */
  keep?: ((order: OwnOrder) => boolean) | undefined;
  emptyTitle: string;
  emptyAction?: ReactNode;
}

const PAGE_SIZE = '30';

/** Own orders, page by page, each opening its sheet. */
export function OrderList({ kind, state, instrumentId, keep, emptyTitle, emptyAction }: OrderListProps) {
  const { t } = useTranslation('trade');
  const one = instrumentId === undefined ? {} : { instrumentId };
  const stock = useCallPages(
    'stockOrders',
    { state, limit: PAGE_SIZE, ...one },
    { enabled: kind === 'stock' },
  );
  const coin = useCallPages('coinOrders', { state, limit: PAGE_SIZE, ...one }, { enabled: kind === 'coin' });
  const pages = kind === 'stock' ? stock : coin;
  const orders = keep === undefined ? pages.items : pages.items.filter(keep);
  return (
    <CallState
      query={pages.query}
      data={pages.first === undefined ? undefined : orders}
      skeleton={<SkeletonRows count={4} />}
    >
      {(list) => (
        <>
          {list.length === 0 ? (
            <EmptyState icon={ClipboardList} title={emptyTitle} action={emptyAction} />
          ) : (
            <OrderRows orders={list} label={state === 'live' ? t('openOrders') : t('orderHistory')} />
          )}
          {pages.query.hasNextPage && (
            <div className="px-4 pt-3">
              <Button
                wide
                size="medium"
                tone="secondary"
                loading={pages.query.isFetchingNextPage}
                onClick={() => void pages.query.fetchNextPage()}
              >
                {t('more')}
              </Button>
            </div>
          )}
        </>
      )}
    </CallState>
  );
}

function OrderRows({ orders, label }: { orders: readonly OwnOrder[]; label: string }) {
  const [opened, setOpened] = useState<OwnOrder>();
  const [isOpen, setOpen] = useState(false);
  const [asked, setAsked] = useState<OwnOrder>();
  const open = (order: OwnOrder) => {
    setOpened(order);
    setOpen(true);
  };
  return (
    <>
      <List label={label}>
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} onOpen={open} />
        ))}
      </List>
      {opened !== undefined && (
        <OrderSheet order={opened} open={isOpen} onOpenChange={setOpen} onCancel={setAsked} />
      )}
      <CancelOrder order={asked} onClose={() => setAsked(undefined)} />
    </>
  );
}
