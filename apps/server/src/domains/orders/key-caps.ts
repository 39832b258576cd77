import type { Order, OrderModify, OrderPlace } from '@tarazu/core';
import { becomesMarket } from '@tarazu/core/checks';
import {
  formatDecimal,
  type Price,
  parseDecimal,
  price,
  protectedPrice,
  type Quantity,
  tradeValue,
} from '@tarazu/core/values';
import { refusalOf, type Trading } from '#domains/orders/trading.ts';
import { type Listing, type RefusalReply, refuse, type Session } from '#ports.ts';

type Refused = ReturnType<typeof refuse>;

/**
 * Caps of the key that sends a new order: its worth at its limit, or at the worst price that the engine would
 * take for it now, and then the number of its day, which a refused order has not used up.
 */
export async function refuseByKey(
  trading: Trading,
  { apiKey }: Session,
  { order, listing }: { readonly order: OrderPlace; readonly listing: Listing },
): Promise<Refused | undefined> {
  if (apiKey === undefined) return undefined;
  const { keyId, orderMax, dayOrdersMax } = apiKey;
  if (orderMax !== undefined) {
    const closed = refuseOtherAsset(orderMax, listing);
    if (closed !== undefined) return closed;
    const [checked] = await trading.engine.check(order);
    if (checked === undefined) throw new Error('Invariant: one order has one answer');
    if ('code' in checked) return refusalOf(trading.market, listing, checked);
    const worth = refuseWorth(orderMax, { listing, price: checked.priceLimit, quantity: order.quantity });
    if (worth !== undefined) return worth;
  }
  if (dayOrdersMax === undefined || (await trading.takeKeyOrder?.(keyId)) === true) return undefined;
  return refuse('API_KEY_ORDERS', { detail: { limit: String(dayOrdersMax) } });
}

/**
 * The worst price of an open order once it is changed: its limit, or for a market order that waits for
 * another trigger the price that the engine will protect it by.
 */
export function changedWorst(
  { market, engine }: Pick<Trading, 'market' | 'engine'>,
  {
    order,
    change,
  }: { readonly order: Order; readonly change: Pick<OrderModify, 'priceLimit' | 'priceTrigger'> },
  { instrumentId: id, priceScale }: Listing,
): Price {
  const { priceLimit = order.priceLimit, priceTrigger } = change;
  if (priceTrigger === undefined || !becomesMarket(order.type)) return priceLimit;
  const read = (text: string) => price(parseDecimal(text, priceScale) ?? 0n);
  const { band: edges, tickSize, protectionBps, protectionLow } = market.profile(id);
  const band = edges && { priceLow: read(edges.priceLow), priceHigh: read(edges.priceHigh) };
  const isAuction = engine.book(order.instrumentId, order.environment, 1).auction !== undefined;
  // Orders that are gathered for one price may fill anywhere in the band.
  if (band && isAuction) return order.side === 'buy' ? band.priceHigh : band.priceLow;
  return protectedPrice(
    { side: order.side, best: priceTrigger },
    {
      ...{ tickSize: read(tickSize), protectionBps, band },
      ...(protectionLow && {
        protectionLow: { bps: protectionLow.bps, priceBelow: read(protectionLow.priceBelow) },
      }),
    },
  );
}

/** Where one asset has a cap, those without one are not traded: none is forgotten. */
function refuseOtherAsset(
  orderMax: Readonly<Record<string, string>>,
  { quoteAsset, quoteScale }: Listing,
): Refused | undefined {
  const detail = { limit: formatDecimal(0n, quoteScale), asset: quoteAsset };
  return quoteAsset in orderMax ? undefined : refuse('API_KEY_VALUE', { detail });
}

/** The cap of a key on what an order is worth, also when it is changed. */
export function refuseWorth(
  orderMax: Readonly<Record<string, string>>,
  of: { readonly listing: Listing; readonly price: Price; readonly quantity: Quantity },
): Refused | undefined {
  const { listing, price, quantity } = of;
  const { quoteAsset, quoteScale } = listing;
  const limit = orderMax[quoteAsset] ?? '0';
  const max = parseDecimal(limit, quoteScale) ?? 0n;
  const value = tradeValue({ price, quantity, scales: listing, rounding: 'up' });
  const detail: RefusalReply['detail'] = { limit: formatDecimal(max, quoteScale), asset: quoteAsset };
  return value > max ? refuse('API_KEY_VALUE', { detail }) : undefined;
}
