import { offerOf } from '@tarazu/core/checks';
import { delivery } from '#products/delivery/delivery.ts';
import type { ServerProduct } from '#products/product.ts';

/** Shares within the day on margin: in the wallet and on the pages of delivery. */
export const intraday = {
  ...delivery,
  offer: offerOf('intraday'),
  wireName: 'MIS',
  isWithinDay: true,
} as const satisfies ServerProduct;
