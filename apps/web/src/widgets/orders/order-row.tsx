import type { OwnOrder } from '@tarazu/protocol';
import { EllipsisVertical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/badge.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Price, Quantity } from '#ui/number-text.tsx';
import { Row } from '#ui/row.tsx';
import { TimeText } from '#ui/time-text.tsx';
import type { OrderActions } from './actions.ts';
import { STATE_TONES, useOrderTitle } from './words.ts';

/** Side and symbol, how much of it was done, the price, the state. */
export function OrderRow({ order, actions }: { order: OwnOrder; actions: OrderActions }) {
  const { t } = useTranslation('trade');
  const titleOf = useOrderTitle();
  const isBuy = order.side === 'buy';
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
          {t(`type_${order.type}`)} · <TimeText atMs={order.placedAtMs} />
        </>
      }
      value={<Price value={order.priceAverage ?? order.priceLimit} asset={order.quoteAsset} />}
      valueDetail={<Badge tone={STATE_TONES[order.state]}>{t(`state_${order.state}`)}</Badge>}
      onClick={() => actions.open(order)}
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
