import type { OwnOrder } from '@tarazu/protocol';
import { EllipsisVertical, Pencil, X } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Row } from '#ui/layout/row.tsx';
import { Quantity } from '#ui/numbers/number-text.tsx';
import type { OrderActions } from '#widgets/orders/actions.ts';
import { isChangeable, isLive, STATE_TONES, stateInList, useOrderTitle } from '#widgets/orders/words.ts';
import { OrderKind, OrderPrice, ReasonOrTime } from './order-cells.tsx';
import { OrderDistance, OrderLast } from './order-distance.tsx';

/**
 * Side and symbol, how much of it was done and of which product, the price; of what is live how far the
 * market is, of what has ended how.
 */
export function OrderRow({ order, actions }: { order: OwnOrder; actions: OrderActions }) {
  const { t } = useTranslation('trade');
  const titleOf = useOrderTitle();
  const isBuy = order.side === 'buy';
  const change = { label: t('modifyTitle'), icon: Pencil, tone: 'neutral' } as const;
  const cancel = { label: t('cancelOrder'), icon: X, tone: 'danger' } as const;
  const swipe = [
    ...(isChangeable(order) ? [{ ...change, onClick: () => actions.modify(order) }] : []),
    { ...cancel, onClick: () => actions.cancel(order) },
  ];
  return (
    <Row
      title={
        <>
          <span className={isBuy ? 'text-up' : 'text-down'}>{isBuy ? t('buy') : t('sell')}</span>{' '}
          {order.symbol}
        </>
      }
      detail={
        <>
          <Quantity value={order.quantityFilled} />/<Quantity value={order.quantity} /> ·{' '}
          <OrderKind order={order} />
          <span className="block">
            <ReasonOrTime order={order} />
          </span>
        </>
      }
      value={<OrderPrice order={order} />}
      valueDetail={
        isLive(order) ? (
          <>
            <span className="block">
              <OrderDistance order={order} />
            </span>
            <OrderLast order={order} />
          </>
        ) : (
          <Badge tone={STATE_TONES[order.state]}>{t(stateInList(order.state))}</Badge>
        )
      }
      onClick={() => actions.open(order)}
      swipe={isLive(order) ? swipe : undefined}
      action={
        <IconButton
          icon={EllipsisVertical}
          tone="muted"
          label={t('menuOf', { order: titleOf(order) })}
          onClick={() => actions.menu(order)}
        />
      }
    />
  );
}
