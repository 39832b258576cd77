import * as z from 'zod/mini';

/** Watchlists of a login at most, the first included, and instruments in one of them. */
export const WATCHLISTS_MAX = 10;
export const WATCHLIST_ITEMS_MAX = 100;

/** The list that each login has, and that the calls of favourites fill. */
export const FIRST_WATCHLIST = 'first';

export const watchlistField = z.object({
  id: z.string(),
  /** Empty for the first list while its owner has given it none. */
  name: z.string(),
  /** In its owner's order. */
  instrumentIds: z.array(z.string()),
});
export type WatchlistNamed = z.output<typeof watchlistField>;
