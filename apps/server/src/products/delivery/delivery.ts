import { offerOf } from '@tarazu/core/checks';
import { shareSymbolOf } from '#products/delivery/assets.ts';
import type { ServerProduct } from '#products/product.ts';

/** Venues of shares of countries other than home. */
export const VENUES_ABROAD = { BD: 'DSE_SIM', BR: 'B3_SIM' } as const;

/** Shares that change hands. */
export const delivery: ServerProduct = {
  offer: offerOf('delivery'),
  venues: ['NSE_SIM'],
  wallet: 'stock',
  wireName: 'CNC',
  isWithinDay: false,
  infoCall: 'stockInfo',
  newsOf: 'shares',
  candlesCall: 'stockCandles',
  ordersPage: '/pages/stock/order',
  chartPage: '/pages/stock/stockKline',
  shownBy: 'name',
  minuteDeviation: 0.0011,
  confirmsLarge: true,
  partOf: (assetId) => (shareSymbolOf(assetId) === undefined ? 'stockCash' : 'stocks'),
};
