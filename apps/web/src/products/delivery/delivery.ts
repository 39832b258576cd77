import type { WebProduct } from '#products/product.ts';

/** Shares that change hands. */
export const delivery: WebProduct & { readonly wireName: 'CNC' } = {
  kind: 'stock',
  wireName: 'CNC',
  section: 'stock',
  venue: 'NSE_SIM',
  wallet: 'stock',
  hours: 'venue',
  counts: 'shares',
  hasLots: true,
  isWithinDay: false,
  hasFeeTiers: false,
  confirmsLarge: true,
  pages: {
    ticket: '/pages/stock/order',
    chart: '/pages/stock/stockKline',
    positions: '/pages/tabbar/position?tab=stocks',
  },
};
