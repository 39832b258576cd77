import type { OwnOrder } from '@tarazu/protocol';
import { useTranslation } from 'react-i18next';
import { Chips } from '#ui/choice.tsx';

const ORDER_FILTERS = ['all', 'buy', 'sell', 'completed', 'cancelled'] as const;
export type OrderFilter = (typeof ORDER_FILTERS)[number];

export function keepsOf(filter: OrderFilter): (order: OwnOrder) => boolean {
  return (order) => filter === 'all' || order.side === filter || order.state === filter;
}

/** What of the list is shown. An open order is neither completed nor cancelled, so its list has fewer. */
export function OrderFilters({
  value,
  onValueChange,
  live,
}: {
  value: OrderFilter;
  onValueChange: (value: OrderFilter) => void;
  live: boolean;
}) {
  const { t } = useTranslation('trade');
  const filters = ORDER_FILTERS.filter(
    (filter) => !live || (filter !== 'completed' && filter !== 'cancelled'),
  );
  return (
    <Chips
      label={t('filter')}
      className="px-4"
      value={value}
      onValueChange={onValueChange}
      items={filters.map((filter) => ({ value: filter, label: t(`filter_${filter}`) }))}
    />
  );
}
