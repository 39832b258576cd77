import { intradayOffer } from '@tarazu/core/checks';
import { delivery } from '#products/delivery/delivery.ts';
import type { ServerProduct } from '#products/product.ts';

/** Shares within the day on margin: in the wallet and on the pages of delivery. */
export const intraday: ServerProduct = {
  ...delivery,
  offer: intradayOffer,
  wireName: 'MIS',
  carries: ({ intraday: terms }) => terms !== undefined,
  isWithinDay: true,
};
