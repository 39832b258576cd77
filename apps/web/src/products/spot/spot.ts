import type { WebProduct } from '#products/product.ts';
import { placeCoins } from '#products/spot/place.ts';

/** Coins. */
export const spot: WebProduct = {
  kind: 'spot',
  terms: [],
  section: 'coin',
  venue: 'COIN_SIM',
  wallet: 'spot',
  hours: 'always',
  counts: 'units',
  hasLots: false,
  isWithinDay: false,
  hasFeeTiers: true,
  confirmsLarge: false,
  calls: {
    candles: 'coinCandles',
    trades: 'coinTrades',
    book: 'coinBooks',
    watch: 'coinCollectAdd',
    unwatch: 'coinCollectDel',
    orders: 'coinOrders',
    order: 'coinOrderQuery',
    fills: 'coinFills',
    cancel: 'coinOrderClose',
    modify: 'coinModify',
  },
  place: placeCoins,
  pages: {
    ticket: '/pages/coin/index',
    chart: '/pages/coin/coinKline',
    markets: '/pages/tabbar/markets?tab=coins',
  },
  positionsTab: 'spot',
};
