import type { Venue, Wallet } from '@tarazu/core';
import type { Offer } from '@tarazu/core/checks';
import type { AssetPart, StockProduct } from '@tarazu/protocol';

/** The server's knowledge of a product: where its money stands and how its calls and pages name things. */
export interface ServerProduct {
  readonly offer: Offer;
  /** Where it is traded: a share has one for each exchange, that of home first. */
  readonly venues: readonly [Venue, ...Venue[]];
  readonly wallet: Wallet;
  /** How calls name it among the products of its kind; absent where a kind has one only. */
  readonly wireName?: StockProduct;
  /** Positions are squared off before the day ends, and not taken when no time is left for that. */
  readonly isWithinDay: boolean;
  /** The call that answers with all of one instrument. */
  readonly infoCall: 'stockInfo' | 'coinInfos';
  /** The articles in which its market stands. */
  readonly newsOf: 'shares' | 'coins';
  readonly candlesCall: 'stockCandles' | 'coinCandles';
  readonly ordersPage: string;
  readonly chartPage: string;
  /** By what people know it: a company's name, or the symbol of a pair. */
  readonly shownBy: 'name' | 'symbol';
  /** Deviation of a price in a minute of usual times, by which the pace of the simulated trades goes. */
  readonly minuteDeviation: number;
  /** An order of more than a part of an average day is asked about first. */
  readonly confirmsLarge: boolean;
  /** The part of the assets in which an asset of its wallet is counted. */
  readonly partOf: (assetId: string) => AssetPart;
}
