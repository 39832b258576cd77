import type { OrderPlace } from '#model/commands/order-commands.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Order } from '#model/order.ts';
import type { ProductName } from '#model/product-name.ts';
import type { AccountSweepName, SweepName } from '#model/sweep.ts';
import { delivery } from '#products/delivery/delivery.ts';
import { intraday } from '#products/intraday/intraday.ts';
import type { Product } from '#products/product.ts';
import { spot } from '#products/spot/spot.ts';
import { type AssetId, assert } from '#values/index.ts';

/** Every product, once. */
export const PRODUCTS: readonly Product[] = [delivery, intraday, spot];

const USUAL: ReadonlyMap<string, Product> = new Map(
  PRODUCTS.filter(({ offer }) => offer.asked === undefined).map((product) => [product.offer.kind, product]),
);

/**
 * The product of an instrument where its order names no other: its charges hold for all that is traded in it.
 */
export function usualProduct({ kind }: Pick<Instrument, 'kind'>): Product {
  const usual = USUAL.get(kind);
  assert(usual !== undefined, 'Invariant: each kind of instrument has a usual product');
  return usual;
}

/** The product of an order. */
export function productOf(instrument: Instrument, order: Pick<Order, 'productTerms'>): Product {
  return order.productTerms ? productNamed(order.productTerms.name) : usualProduct(instrument);
}

function productNamed(name: ProductName): Product {
  const named = PRODUCTS.find((product) => product.name === name);
  assert(named !== undefined, 'Invariant: each product that has a name stands in the list');
  return named;
}

/** The product that is asked for. */
export function productAsked(instrument: Instrument, { product }: Pick<OrderPlace, 'product'>): Product {
  return product ? productNamed(product) : usualProduct(instrument);
}

/** Whether a sweep over accounts, or over a book, is one of the instrument's products. */
export function isSweptIn({ kind }: Pick<Instrument, 'kind'>, name: AccountSweepName | SweepName): boolean {
  return PRODUCTS.some(
    ({ offer, sweeps }) =>
      offer.kind === kind && [...sweeps.accounts, ...sweeps.books].some((one) => one === name),
  );
}

/** How positions in an instrument are squared off; undefined where they are not. */
export function squaredOffIn({ kind }: Pick<Instrument, 'kind'>): Product['squareOff'] {
  return PRODUCTS.find((product) => product.offer.kind === kind && product.squareOff !== undefined)
    ?.squareOff;
}

const LOSING: ReadonlySet<string> = new Set(
  PRODUCTS.filter(({ exposure }) => exposure !== undefined).map(({ offer }) => offer.kind),
);

/** Whether a fill in an instrument may leave a loss: something may be open there beyond what is paid for. */
export function mayLoseIn({ kind }: Pick<Instrument, 'kind'>): boolean {
  return LOSING.has(kind);
}

/** Asset that an order holds: money, or what it sells. */
export function heldAsset(instrument: Instrument, order: Pick<Order, 'side' | 'productTerms'>): AssetId {
  const { offer } = productOf(instrument, order);
  return offer.holdsMoney(order.side) ? instrument.quoteAsset : instrument.baseAsset;
}
