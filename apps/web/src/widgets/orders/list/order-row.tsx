import type { OwnOrder } from '@tarazu/protocol';
import { EllipsisVertical, Pencil, X } from 'lucide-react';
import { useTranslation } from '#locales/i18n.ts';
import { Badge } from '#ui/badge.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Row } from '#ui/layout/row.tsx';
import { Price, Quantity } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import type { OrderActions } from '#widgets/orders/actions.ts';
import {
  isChangeable,
  isLive,
  STATE_TONES,
  stateInList,
  useCauseWords,
  useOrderTitle,
} from '#widgets/orders/words.ts';

/** Side and symbol, how much of it was done, the price, the state. */
export function OrderRow({ order, actions }: { order: OwnOrder; actions: OrderActions }) {
  const { t } = useTranslation('trade');
  const titleOf = useOrderTitle();
  const isBuy = order.side === 'buy';
  const type = order.origin === 'gtt' ? t('gtt') : t(`type_${order.type}`);
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
          <Quantity value={order.quantityFilled} />/<Quantity value={order.quantity} /> · {type}
          <span className="block">
            <ReasonOrTime order={order} />
          </span>
        </>
      }
      value={<RowPrice order={order} />}
      valueDetail={<Badge tone={STATE_TONES[order.state]}>{t(stateInList(order.state))}</Badge>}
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

/**
 * An order that ended otherwise than its owner said tells
 * why, where it is first seen; any other when it was placed.
 */
function ReasonOrTime({ order }: { order: OwnOrder }) {
  const causeOf = useCauseWords();
  const { state, cause } = order;
  const hasEnded = state === 'rejected' || state === 'cancelled';
  if (!hasEnded || cause === undefined || cause === 'customer') return <TimeText atMs={order.placedAtMs} />;
  return <span className={state === 'rejected' ? 'text-danger' : ''}>{causeOf(cause)}</span>;
}

/** The price that matters now: what it got, else what it waits for, else its limit. */
function RowPrice({ order }: { order: OwnOrder }) {
  const { t } = useTranslation('trade');
  const { priceAverage, waitsFor, triggerPrice, otherLeg, quoteAsset } = order;
  if (waitsFor !== 'trigger' || triggerPrice === undefined)
    return <Price value={priceAverage ?? order.priceLimit} asset={quoteAsset} />;
  if (otherLeg !== undefined) {
    return [triggerPrice, otherLeg.triggerPrice].map((price) => (
      <Price key={price} value={price} asset={quoteAsset} className="block" />
    ));
  }
  return (
    <>
      <span className="text-small font-normal text-muted">{t('triggerShort')} </span>
      <Price value={triggerPrice} asset={quoteAsset} />
    </>
  );
}
