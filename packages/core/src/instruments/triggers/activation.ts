import { bandOf } from '#checks/band.ts';
import { becomesMarket } from '#checks/order-types.ts';
import { toPrice } from '#instruments/grid.ts';
import { type BookKey, bookAt, type InstrumentSide } from '#instruments/instrument-side.ts';
import { opposite } from '#matching/plain-book.ts';
import type { OrderActivated, WaitingOrder } from '#model/messages.ts';
import type { CancelCause } from '#model/order.ts';
import { usualOffer } from '#products/offers.ts';
import { assert, protectedPrice, smaller } from '#values/index.ts';

/**
 * Next state of an order that waits no more: it is priced
 * and goes on, or its time for that is bad and it ends.
 */
export type Activated = OrderActivated | { readonly cause: CancelCause };

/**
 * Activates an order that its trigger or its session has reached, at a protected price for a market order. A
 * purchase's price is never above the limit for which its money is held.
 */
export function activate(
  side: InstrumentSide,
  key: BookKey,
  waited: { order: WaitingOrder; leg: number },
): Activated {
  const { order } = waited;
  const at = bookAt(side, key);
  const instrument = side.facts.instruments.get(key.instrumentId);
  assert(at !== undefined && instrument !== undefined, 'Invariant: an order waits in a known book');
  if (instrument.status !== 'listed') return { cause: 'halt' };
  const { accountId, orderId } = order;
  const trigger = order.legs[waited.leg]?.trigger;
  const activated = { accountId, orderId, ...(trigger && { trigger }) };
  const band = bandOf(instrument);
  const isMarket = becomesMarket(order.orderType);
  if (!isMarket || waited.leg > 0) {
    const priceLimit = order.legs[waited.leg]?.priceLimit ?? order.priceLimit;
    if (priceLimit < band.priceLow || priceLimit > band.priceHigh) return { cause: 'bandChange' };
    // A GTT places a day order, or one until cancelled where days do not end.
    const validity = order.isGtt ? usualOffer(instrument).restsFor : order.validity;
    return { ...activated, priceLimit, validity, ...(isMarket && { orderType: 'takeProfitLimit' }) };
  }
  const best = at.book.best(opposite(order.side));
  if (best === undefined) return { cause: 'noLiquidity' };
  const fair = protectedPrice({ side: order.side, best: toPrice(at, best) }, { ...instrument, band });
  const priceLimit = order.side === 'buy' ? smaller(fair, order.priceLimit) : fair;
  return { ...activated, priceLimit, validity: 'ioc' };
}
