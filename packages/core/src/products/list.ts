import type { OrderPlace } from '#model/command.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import { delivery } from '#products/delivery/delivery.ts';
import { intraday } from '#products/intraday/intraday.ts';
import type { Product } from '#products/product.ts';
import { spot } from '#products/spot/spot.ts';
import type { AssetId } from '#values/index.ts';

/** Every product, once. */
export const PRODUCTS: readonly Product[] = [delivery, intraday, spot];

/** The product of an instrument where its order names no other. */
const USUAL: Readonly<Record<Instrument['kind'], Product>> = { stock: delivery, spot };

/**
 * The product of an instrument where its order names no other: its charges hold for all that is traded in it.
 */
export function usualProduct({ kind }: Pick<Instrument, 'kind'>): Product {
  return USUAL[kind];
}

/** The product of an order. */
export function productOf(instrument: Instrument, order: Pick<Order, 'intraday'>): Product {
  return order.intraday ? intraday : USUAL[instrument.kind];
}

/** The product that is asked for. */
export function productAsked(instrument: Instrument, { product }: Pick<OrderPlace, 'product'>): Product {
  return product === 'intraday' ? intraday : USUAL[instrument.kind];
}

/** What an order holds: money, or what it sells. */
export function heldAsset(instrument: Instrument, order: Pick<Order, 'side' | 'intraday'>): AssetId {
  const { holdsMoney } = productOf(instrument, order);
  return holdsMoney(order.side) ? instrument.quoteAsset : instrument.baseAsset;
}
