import type { Instrument } from '#model/instrument.ts';
import { stock } from '#products/delivery/delivery.ts';
import type { Product } from '#products/product.ts';
import { spot } from '#products/spot/spot.ts';

const PRODUCTS: Readonly<Record<Instrument['kind'], Product>> = { stock, spot };

/** The product that an instrument belongs to. */
export function productOf(instrument: Instrument): Product {
  return PRODUCTS[instrument.kind];
}
