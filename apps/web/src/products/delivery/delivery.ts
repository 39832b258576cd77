import { isCountedWhole } from '#products/delivery/assets.ts';
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
  isSquaredOff: false,
  hasFeeTiers: false,
  confirmsLarge: true,
  isCash: (asset) => !isCountedWhole(asset),
  moneyIn: ({ balances }, quoteAsset) =>
    balances.find(({ wallet, asset }) => wallet === delivery.wallet && asset === quoteAsset)?.available,
  sellableIn: ({ position }) => position?.quantityAvailable,
  compared: { setting: 'compareStock', to: 'indices' },
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
    info: 'stockInfo',
    list: 'stockList',
    mostTraded: 'stockHot',
    held: 'stockHoldings',
  },
  place: placeShares,
  pages: {
    ticket: '/pages/stock/order',
    chart: '/pages/stock/stockKline',
    markets: '/pages/tabbar/markets?tab=stocks',
  },
  positionsTab: 'stocks',
};
