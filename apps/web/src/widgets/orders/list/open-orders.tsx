import type { OwnOrder } from '@tarazu/protocol';
import { useCall } from '#client/query.ts';
import { useSession } from '#client/session.ts';
import { useTranslation } from '#locales/i18n.ts';
import { productAt } from '#products/list.ts';
import { Button } from '#ui/button.tsx';
import { SkeletonRows } from '#ui/feedback/skeleton.tsx';
import { Quantity } from '#ui/numbers/number-text.tsx';
import { useOrderActions } from '#widgets/orders/order-actions.tsx';
import { useQuantityAt, useTriggerText } from '#widgets/orders/words.ts';
import { CallState } from '#widgets/session/call-state.tsx';
import { OrderDistance } from './order-distance.tsx';

/**
 * Own open orders of one instrument, each with its cancel at
 * hand. Nothing where there is none, unless `emptyText` is given.
 */
export function OpenOrders({
  instrumentId,
  emptyText,
}: {
  instrumentId: string;
  emptyText?: string | undefined;
}) {
  const { isSignedIn } = useSession();
  const input = { state: 'live', instrumentId, limit: '20' } as const;
  const orders = useCall(productAt(instrumentId).calls.orders, input, { enabled: isSignedIn });
  if (!isSignedIn) return null;
  return (
    <CallState query={orders} data={orders.data?.list} skeleton={<SkeletonRows count={1} />}>
      {(list) => {
        if (list.length > 0) return <OpenOrderRows orders={list} />;
        return emptyText === undefined ? null : <p className="px-4 text-body text-muted">{emptyText}</p>;
      }}
    </CallState>
  );
}

function OpenOrderRows({ orders }: { orders: readonly OwnOrder[] }) {
  const { t } = useTranslation('trade');
  const triggerText = useTriggerText();
  const quantityAt = useQuantityAt();
  const { actions, layers } = useOrderActions();
  return (
    <>
      <ul aria-label={t('openOrders')} className="flex flex-col">
        {orders.map((order) => (
          <li key={order.id} className="flex min-h-16 items-center gap-2 px-4">
            <button
              type="button"
              className="pressable min-w-0 grow py-2 text-left [--pressed:var(--bg)]"
              onClick={() => actions.open(order)}
            >
              <span className="block text-body font-semibold">
                <span className={order.side === 'buy' ? 'text-up' : 'text-down'}>
                  {order.side === 'buy' ? t('buy') : t('sell')}
                </span>{' '}
                <span className="number">
                  {quantityAt(order.quantity, order.priceLimit, order.quoteAsset)}
                </span>
              </span>
              <span className="block text-small text-muted">
                {order.waitsFor === 'trigger' ? (
                  triggerText(order)
                ) : order.waitsFor === 'session' ? (
                  t('lifeWaitsSession')
                ) : (
                  <>
                    {t('filledOf')} <Quantity value={order.quantityFilled} />/
                    <Quantity value={order.quantity} /> · <OrderDistance order={order} />
                  </>
                )}
              </span>
            </button>
            <Button size="small" tone="secondary" onClick={() => actions.cancel(order)}>
              {t('cancelOrder')}
            </Button>
          </li>
        ))}
      </ul>
      {layers}
    </>
  );
}
