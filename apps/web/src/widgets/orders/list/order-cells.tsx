import type { OwnOrder } from '@tarazu/protocol';
import { useTranslation } from '#locales/i18n.ts';
import { Price } from '#ui/numbers/number-text.tsx';
import { TimeText } from '#ui/numbers/time-text.tsx';
import { AveragePrice } from '#widgets/instrument/price/average-price.tsx';
import { useCauseWords } from '#widgets/orders/words.ts';

/** "Limit · CNC". */
export function OrderKind({ order }: { order: OwnOrder }) {
  const { t } = useTranslation('trade');
  return (
    <>
      {order.origin === 'gtt' ? t('gtt') : t(`type_${order.type}`)}
      {order.product !== undefined && ` · ${order.product}`}
    </>
  );
}

/**
 * An order that ended otherwise than its owner said tells
 * why, where it is first seen; any other when it was placed.
 */
export function ReasonOrTime({ order }: { order: OwnOrder }) {
  return useOrderReason(order) ?? <TimeText atMs={order.placedAtMs} />;
}

/** Why an order ended otherwise than its owner said; undefined for any other. */
export function useOrderReason({ state, cause }: OwnOrder) {
  const causeOf = useCauseWords();
  const hasEnded = state === 'rejected' || state === 'cancelled';
  if (!hasEnded || cause === undefined || cause === 'customer') return undefined;
  return <span className={state === 'rejected' ? 'text-danger' : ''}>{causeOf(cause)}</span>;
}

/** The price that matters now: what it got, else what it waits for, else its limit. */
export function OrderPrice({ order }: { order: OwnOrder }) {
  const { t } = useTranslation('trade');
  const { priceAverage, waitsFor, triggerPrice, otherLeg, quoteAsset } = order;
  if (waitsFor !== 'trigger' || triggerPrice === undefined)
    return (
      <AveragePrice value={priceAverage ?? order.priceLimit} asset={quoteAsset} like={order.priceLimit} />
    );
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
