import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { keepsOf, type OrderFilter, OrderFilters } from '#widgets/orders/order-filters.tsx';
import { OrderList } from '#widgets/orders/order-list.tsx';
import { PathLink } from '#widgets/session/path-link.tsx';
import { KINDS, type Kind } from './kinds.ts';

/** Own orders of a kind, those that live or those that ended. */
export function KindOrders({ kind, tab }: { kind: Kind; tab: 'open' | 'history' }) {
  const { t } = useTranslation('trade');
  const [filter, setFilter] = useState<OrderFilter>('all');
  const action = (
    <Button size="medium" tone="secondary" render={<PathLink href={KINDS[kind].marketsHref} />}>
      {t('toMarkets')}
    </Button>
  );
  return (
    <div className="pt-2">
      <OrderFilters value={filter} onValueChange={setFilter} live={tab === 'open'} />
      <OrderList
        kind={kind}
        state={tab === 'open' ? 'live' : 'ended'}
        keep={keepsOf(filter)}
        emptyTitle={tab === 'open' ? t('noOpenOrders') : t('noHistory')}
        emptyAction={action}
      />
    </div>
  );
}
