import type { Listing, MarketPort } from '#ports.ts';

/** The listing of an order or fill. */
export function listed(market: MarketPort, instrumentId: string): Listing {
  const listing = market.listing(instrumentId);
  if (listing === undefined)
    throw new Error(`Invariant: an order is of a listed instrument, not ${instrumentId}`);
  return listing;
}
