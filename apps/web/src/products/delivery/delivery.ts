import { placeShares } from '#products/delivery/place.ts';
import type { WebProduct } from '#products/product.ts';

/** Shares that change hands. */
export const delivery: WebProduct & { readonly wireName: 'CNC' } = {
  kind: 'stock',
  wireName: 'CNC',
  terms: ['delivery', 'settlement'],
  section: 'stock',
  venue: 'NSE_SIM',
  wallet: 'stock',
  hours: 'venue',
  counts: 'shares',
  hasLots: true,
  isWithinDay: false,
  hasFeeTiers: false,
  confirmsLarge: true,
  calls: {
    candles: 'stockCandles',
    trades: 'stockTrades',
    book: 'stockBooks',
    watch: 'stockCollectAdd',
    unwatch: 'stockCollectDel',
    orders: 'stockOrders',
    order: 'stockOrderInfo',
    fills: 'stockFills',
    cancel: 'stockCancel',
    modify: 'stockModify',
  },
  place: placeShares,
  pages: {
    ticket: '/pages/stock/order',
    chart: '/pages/stock/stockKline',
    markets: '/pages/tabbar/markets?tab=stocks',
  },
  positionsTab: 'stocks',
};
