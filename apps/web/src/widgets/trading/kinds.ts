import type { OrderTab } from '#widgets/instrument/lists/search.ts';

/** The two sides of the app on which orders are placed. */
export type Kind = 'stock' | 'coin';

interface KindPage {
  readonly tabs: readonly OrderTab[];
  readonly marketsHref: string;
}

/** The differences between the order pages of the kinds; all else is one. */
export const KINDS: Readonly<Record<Kind, KindPage>> = {
  stock: {
    tabs: ['ticket', 'open', 'waiting', 'history', 'fills'],
    marketsHref: '/pages/tabbar/markets?tab=stocks',
  },
  coin: {
    tabs: ['ticket', 'open', 'waiting', 'history', 'fills'],
    marketsHref: '/pages/tabbar/markets?tab=coins',
  },
};
