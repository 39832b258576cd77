import type { OwnOrder } from '@tarazu/protocol';
import { useTranslation } from 'react-i18next';
import { Badge } from '#ui/badge.tsx';
import { Price, Quantity } from '#ui/number-text.tsx';
import { Row } from '#ui/row.tsx';
import { TimeText } from '#ui/time-text.tsx';
import { STATE_TONES } from './words.ts';

/** Side and symbol, how much of it was done, the price, the state. */
export function OrderRow({ order, onOpen }: { order: OwnOrder; onOpen: (order: OwnOrder) => void }) {
  const { t } = useTranslation('trade');
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
      onClick={() => onOpen(order)}
    />
  );
}
