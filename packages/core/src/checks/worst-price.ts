import { bandOf } from '#checks/band.ts';
import { trailDistanceOf } from '#checks/order-types.ts';
import type { PriceQuestion } from '#checks/question.ts';
import type { Trigger } from '#model/order.ts';
import { type Price, price, protectedPrice } from '#values/index.ts';

/**
 * Price by which an order is checked: its limit, or its protected price from the trigger that it waits for.
 * In an auction a market order's worst price is the band's edge.
 */
export function limitOf(question: PriceQuestion): Price | undefined {
  const { order, instrument, isAuction, bestOpposite, priceLast } = question;
  if (order.priceLimit !== undefined) return order.priceLimit;
  if (isAuction) {
    const { priceLow, priceHigh } = bandOf(instrument);
    return order.side === 'buy' ? priceHigh : priceLow;
  }
  const best = order.conditions ? (order.conditions.priceTrigger ?? bestOpposite ?? priceLast) : bestOpposite;
  return best === undefined ? undefined : protectedAt(question, best);
}

/** The worst price at which it may fill; for a trailing stop the one at its first trigger. */
export function worstPrice(question: PriceQuestion): Price | undefined {
  const trail = trailOf(question);
  return trail ? protectedAt(question, trail.trigger.price) : limitOf(question);
}

function protectedAt({ order, instrument }: PriceQuestion, best: Price): Price {
  return protectedPrice({ side: order.side, best }, { ...instrument, band: bandOf(instrument) });
}

/** First trigger of a trailing stop: its distance behind the last price. */
export function trailOf({
  order,
  instrument,
  priceLast,
}: PriceQuestion): { trigger: Trigger; distance: Price } | undefined {
  const { side, conditions: { trailBps } = {} } = order;
  if (trailBps === undefined || priceLast === undefined) return undefined;
  const distance = trailDistanceOf({ priceLast, trailBps, tickSize: instrument.tickSize });
  const isBuy = side === 'buy';
  const level = price(isBuy ? priceLast + distance : priceLast - distance);
  return { trigger: { price: level, when: isBuy ? 'rises' : 'falls' }, distance };
}
