import type { OrderQueue } from '@tarazu/protocol';
import { useTranslation } from 'react-i18next';
import { Quantity } from '#ui/number-text.tsx';

/** Where an order that rests stands: what fills before it, and all that waits at its price. */
export function QueuePlace({ queue }: { queue: OrderQueue }) {
  const { t } = useTranslation('trade');
  return (
    <p className="text-small">
      <span className="font-semibold">
        {t('placeInQueue')} <Quantity value={queue.quantityAhead} />{' '}
        {t('ordersAhead', { orders: String(queue.ordersAhead) })}
      </span>{' '}
      <span className="text-muted">
        {t('atThisPrice')} <Quantity value={queue.quantityAtLevel} />
      </span>
    </p>
  );
}
