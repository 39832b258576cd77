import type { WebProduct } from '#products/product.ts';

/** Coins. */
export const spot: WebProduct = {
  kind: 'spot',
  section: 'coin',
  venue: 'COIN_SIM',
  wallet: 'spot',
  hours: 'always',
  counts: 'units',
  hasLots: false,
  isWithinDay: false,
  hasFeeTiers: true,
  confirmsLarge: false,
  pages: {
    ticket: '/pages/coin/index',
    chart: '/pages/coin/coinKline',
    positions: '/pages/tabbar/position?tab=spot',
  },
};
