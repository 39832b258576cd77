import type { StockListing } from '#market/catalogue/listing.ts';
import { stockListings } from '#market/catalogue/stocks.ts';

export interface IndexListing {
  readonly symbol: string;
  readonly name: string;
  readonly description: string;
  /** Value at the anchor instant of the model. */
  readonly anchorValue: number;
  readonly members: readonly IndexMember[];
}

export interface IndexMember {
  readonly symbol: string;
  /** Value = sum of `units` times price over the members; the divisor is already inside. */
  readonly units: number;
}

/** The largest company's share of an index at the anchor instant; the excess is spread over the others. */
const WEIGHT_MAX = 0.33;
const BROAD_MEMBERS = 50;

/** Weights by market value, held under the cap, turned into units of each share. */
export function membersByMarketCap(listings: readonly StockListing[], anchorValue: number): IndexMember[] {
  const total = listings.reduce((sum, listing) => sum + listing.marketCapCrore, 0);
  const capped = listings.map((listing) => Math.min(listing.marketCapCrore / total, WEIGHT_MAX));
  const cappedTotal = capped.reduce((sum, weight) => sum + weight, 0);
  return listings.map((listing, position) => ({
    symbol: listing.symbol,
    units: (((capped[position] ?? 0) / cappedTotal) * anchorValue) / listing.anchorLevel,
  }));
}

/** Trade-to-trade shares are in no index. */
const eligible = stockListings.filter((listing) => listing.lockDays === 1);
const byMarketCap = [...eligible].sort((a, b) => b.marketCapCrore - a.marketCapCrore);

export const indexListings: readonly IndexListing[] = [
  {
    symbol: 'TARAZU50',
    name: 'Tarazu 50',
    description: 'The fifty largest companies of the simulated exchange, weighted by market value.',
    anchorValue: 24_000,
    members: membersByMarketCap(byMarketCap.slice(0, BROAD_MEMBERS), 24_000),
  },
  {
    symbol: 'TARAZUBANK',
    name: 'Tarazu Banks and Finance',
    description: 'Banks, lenders, insurers and market institutions, weighted by market value.',
    anchorValue: 52_000,
    members: membersByMarketCap(
      eligible.filter((listing) => listing.sector === 'banking'),
      52_000,
    ),
  },
  {
    symbol: 'TARAZUTECH',
    name: 'Tarazu Technology',
    description: 'Software, payments and chip companies, weighted by market value.',
    anchorValue: 36_000,
    members: membersByMarketCap(
      eligible.filter((listing) => listing.sector === 'technology'),
      36_000,
    ),
  },
];
