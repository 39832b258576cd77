import type { Offer } from '@tarazu/core/checks';

/** How a person and the wire name what a share is bought for: delivery (CNC), or within the day (MIS). */
export type StockProduct = 'CNC' | 'MIS';

/** The same as an order asks for it. */
export function askedOf(product: StockProduct | undefined): Offer['asked'] {
  return product === 'MIS' ? 'intraday' : undefined;
}
