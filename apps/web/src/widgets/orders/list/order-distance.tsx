import type { OwnOrder } from '@tarazu/protocol';
import { useTicker } from '#client/prices.ts';
import { useTranslation } from '#locales/i18n.ts';
import { Price } from '#ui/numbers/number-text.tsx';
import { distanceFrom } from '#widgets/instrument/price/distance.ts';
import { useDistanceWords } from '#widgets/instrument/price/price-distance.tsx';
import { awaits } from '#widgets/orders/words.ts';

/** Nothing that a line's height depends on is left out while the first price is awaited. */
const NOT_YET = '\u00a0';

export interface OrderLastProps {
  order: OwnOrder;
  /** Without its word, where a label stands before it. */
  bare?: boolean | undefined;
}

/** "Last 2,388.50": the live price of what was ordered. */
export function OrderLast({ order, bare = false }: OrderLastProps) {
  const { t } = useTranslation('trade');
  const ticker = useTicker(order.instrumentId);
  return (
    <span className="whitespace-nowrap">
      {!bare && t('lastIs')} <Price value={ticker?.price} asset={order.quoteAsset} flash />
    </span>
  );
}

export interface OrderDistanceProps {
  order: OwnOrder;
  /** "2.10% below the last price": where the last price does not stand beside it. */
  whole?: boolean | undefined;
}

/** "2.10% below": how far the price for which an order waits stands from the last one. */
export function OrderDistance({ order, whole = false }: OrderDistanceProps) {
  const ticker = useTicker(order.instrumentId);
  const write = useDistanceWords({ whole });
  const awaited = awaits(order);
  if (awaited === undefined) return null;
  const price = awaited === 'trigger' ? order.triggerPrice : order.priceLimit;
  const distance = distanceFrom(ticker?.price, price ?? '');
  return (
    <span className="number whitespace-nowrap">{distance === undefined ? NOT_YET : write(distance)}</span>
  );
}
