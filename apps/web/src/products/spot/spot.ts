import type { CallOutput } from '#client/calls.ts';
import type { WebProduct } from '#products/product.ts';
import { placeCoins } from '#products/spot/place.ts';

function availableOf({ balances }: CallOutput<'userAssets'>, asset: string): string | undefined {
  return balances.find((one) => one.wallet === 'spot' && one.asset === asset)?.available;
}

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
  isSquaredOff: false,
  hasFeeTiers: true,
  confirmsLarge: false,
  isCash: () => false,
  moneyIn: availableOf,
  sellableIn: ({ assets }, baseAsset) => assets && availableOf(assets, baseAsset),
  compared: { setting: 'compareCoin', to: ['COIN_SIM:BTC-USDT', 'COIN_SIM:ETH-USDT'] },
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
    info: 'coinInfos',
    list: 'coinInfos',
    mostTraded: 'coinInfos',
    held: 'coinAssets',
  },
  place: placeCoins,
  pages: {
    ticket: '/pages/coin/index',
    chart: '/pages/coin/coinKline',
    markets: '/pages/tabbar/markets?tab=coins',
  },
  positionsTab: 'spot',
};
