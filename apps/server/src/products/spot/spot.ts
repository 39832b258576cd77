import { spotOffer } from '@tarazu/core/checks';
import type { ServerProduct } from '#products/product.ts';

/** Coins. */
export const spot: ServerProduct = {
  offer: spotOffer,
  venue: 'COIN_SIM',
  wallet: 'spot',
  isWithinDay: false,
  candlesCall: 'coinCandles',
  ordersPage: '/pages/coin/index',
  shownBy: 'symbol',
  confirmsLarge: false,
  partOf: () => 'coins',
};
