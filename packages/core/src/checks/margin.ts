import { greater, type Price, type Side } from '#values/index.ts';

/* The price by which an order on margin is judged. */

/**
 * The best price that an order may meet: of a sale in an
 * auction the top of the band, else the best of the book.
 */
export function priceMet(
  order: { readonly side: Side; readonly isAuction: boolean },
  market: { readonly priceHigh: Price | undefined; readonly priceBest: Price | undefined },
): Price | undefined {
  return order.isAuction && order.side === 'sell' ? market.priceHigh : market.priceBest;
}

/**
 * The dearest price at which an order may open: a sale at the best price that it may meet, or at its trigger,
 * which is above its limit; a purchase at its limit.
 */
export function dearestPrice(
  order: { readonly side: Side; readonly priceLimit: Price; readonly priceTrigger?: Price | undefined },
  priceOpposite: Price | undefined,
): Price {
  const { side, priceLimit, priceTrigger = priceLimit } = order;
  if (side === 'buy') return priceLimit;
  return greater(greater(priceLimit, priceOpposite ?? priceLimit), priceTrigger);
}
