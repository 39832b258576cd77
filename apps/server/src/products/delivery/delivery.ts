import { deliveryOffer } from '@tarazu/core/checks';
import { shareSymbolOf } from '#products/delivery/assets.ts';
import type { ServerProduct } from '#products/product.ts';

/** Shares that change hands. */
export const delivery: ServerProduct = {
  offer: deliveryOffer,
  venue: 'NSE_SIM',
  wallet: 'stock',
  wireName: 'CNC',
  isWithinDay: false,
  candlesCall: 'stockCandles',
  ordersPage: '/pages/stock/order',
  shownBy: 'name',
  confirmsLarge: true,
  partOf: (assetId) => (shareSymbolOf(assetId) === undefined ? 'stockCash' : 'stocks'),
};
