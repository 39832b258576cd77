import { offerOf } from '@tarazu/core/checks';
import type { ServerProduct } from '#products/product.ts';

/** Coins. */
export const spot: ServerProduct = {
  offer: offerOf('spot'),
  venues: ['COIN_SIM'],
  wallet: 'spot',
  isWithinDay: false,
  infoCall: 'coinInfos',
  newsOf: 'coins',
  candlesCall: 'coinCandles',
  chartPage: '/pages/coin/coinKline',
  ordersPage: '/pages/coin/index',
  shownBy: 'symbol',
  minuteDeviation: 0.0007,
  confirmsLarge: false,
  partOf: () => 'coins',
};
