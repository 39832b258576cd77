import { instrumentRowOf } from '#domains/market/rows.ts';
import type { Listing, MarketPort } from '#ports.ts';

export type Sort = 'symbol' | 'price' | 'change' | 'turnover';

/** Decimal text compared as numbers: only the order of a list hangs on it. */
function figureOf(market: MarketPort, listing: Listing, sort: Exclude<Sort, 'symbol'>): number {
  const ticker = market.ticker(listing.instrumentId);
  if (sort === 'price') return Number(ticker.price);
  return Number(sort === 'change' ? ticker.changePercent : ticker.turnover);
}

/** Listings in the order asked for; figures are compared once each, ties by symbol. */
export function sorted(
  market: MarketPort,
  listings: readonly Listing[],
  order: { sort: Sort; direction: 'up' | 'down' },
): Listing[] {
  const { sort, direction } = order;
  const sign = direction === 'up' ? 1 : -1;
  if (sort === 'symbol') return [...listings].sort((a, b) => sign * a.symbol.localeCompare(b.symbol, 'en'));
  const figures = new Map(listings.map((listing) => [listing.instrumentId, figureOf(market, listing, sort)]));
  const figure = (listing: Listing) => figures.get(listing.instrumentId) ?? 0;
  return [...listings].sort(
    (a, b) => sign * (figure(a) - figure(b)) || a.symbol.localeCompare(b.symbol, 'en'),
  );
}

/** Whether a cursor is one that `rowsPage` gives. */
export function isPosition(cursor: string | undefined): boolean {
  return cursor === undefined || /^\d{1,6}$/.test(cursor);
}

/** A page of rows by position in the list: the order of a live list moves, so its cursor is a count. */
export function rowsPage(
  market: MarketPort,
  listings: readonly Listing[],
  page: { cursor?: string | undefined; limit: number; collected: ReadonlySet<string> },
) {
  const start = Number(page.cursor ?? 0);
  const end = start + page.limit;
  return {
    list: listings
      .slice(start, end)
      .map((listing) =>
        instrumentRowOf(market, listing.instrumentId, page.collected.has(listing.instrumentId)),
      ),
    ...(end < listings.length ? { next: String(end) } : {}),
    market: market.label(),
  };
}
