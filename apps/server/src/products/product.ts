import type { Venue, Wallet } from '@tarazu/core';
import type { Offer } from '@tarazu/core/checks';

/** Parts of a customer's assets, as the asset page counts them. */
export type AssetPart = 'stockCash' | 'stocks' | 'coins' | 'perpetual';

/** The server's knowledge of a product: where its money stands and how its calls and pages name things. */
export interface ServerProduct {
  readonly offer: Offer;
  readonly venue: Venue;
  readonly wallet: Wallet;
  /** How calls name it among the products of its kind; absent where a kind has one only. */
  readonly wireName?: 'CNC' | 'MIS';
  /** Positions are squared off before the day ends, and not taken when no time is left for that. */
  readonly isWithinDay: boolean;
  readonly candlesCall: 'stockCandles' | 'coinCandles';
  readonly ordersPage: string;
  readonly chartPage: string;
  /** By what people know it: a company's name, or the symbol of a pair. */
  readonly shownBy: 'name' | 'symbol';
  /** An order of more than a part of an average day is asked about first. */
  readonly confirmsLarge: boolean;
  /** The part of the assets in which an asset of its wallet is counted. */
  readonly partOf: (assetId: string) => AssetPart;
}
