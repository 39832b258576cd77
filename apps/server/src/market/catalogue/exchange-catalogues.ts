import type { InstrumentId } from '@tarazu/core/values';
import { type IndexListing, indexListings } from '#market/catalogue/indices.ts';
import type { StockListing } from '#market/catalogue/listing.ts';
import { dhakaIndices, dhakaStocks } from '#market/catalogue/stocks/dhaka.ts';
import { saoPauloIndices, saoPauloStocks } from '#market/catalogue/stocks/sao-paulo.ts';
import { stockListings } from '#market/catalogue/stocks.ts';
import { stockTick } from '#market/catalogue/ticks.ts';
import { DHAKA, type Exchange, exchangeAt, HOME_EXCHANGE, SAO_PAULO } from '#market/exchanges.ts';
import { idAt } from '#products/ids.ts';

/** The list of an exchange, and the terms of what is on it; amounts are whole units of its currency. */
export interface ExchangeCatalogue {
  readonly exchange: Exchange;
  /** All issuers are invented. */
  readonly stocks: readonly StockListing[];
  readonly indices: readonly IndexListing[];
  /** Whether shares follow their sector besides the market: a dozen are too few for sectors. */
  readonly hasSectors: boolean;
  /** Tick in hundredths, by the close on the last trading day of the month before. */
  readonly tickAt: (monthClose: number) => bigint;
  readonly valueMin: bigint;
  readonly valueMax: bigint;
  /** Market orders in shares below this price have the wider protection. */
  readonly cheapBelow: bigint;
}

export const HOME_CATALOGUE: ExchangeCatalogue = {
  exchange: HOME_EXCHANGE,
  stocks: stockListings,
  indices: indexListings,
  hasSectors: true,
  tickAt: stockTick,
  valueMin: 100n,
  valueMax: 50_000_000n,
  cheapBelow: 100n,
};

/** Rules 2.28. */
const DHAKA_CATALOGUE: ExchangeCatalogue = {
  exchange: DHAKA,
  stocks: dhakaStocks,
  indices: dhakaIndices,
  hasSectors: false,
  tickAt: () => 10n,
  valueMin: 100n,
  valueMax: 50_000_000n,
  cheapBelow: 20n,
};

/** Rules 2.29. */
const SAO_PAULO_CATALOGUE: ExchangeCatalogue = {
  exchange: SAO_PAULO,
  stocks: saoPauloStocks,
  indices: saoPauloIndices,
  hasSectors: false,
  tickAt: () => 1n,
  valueMin: 10n,
  valueMax: 5_000_000n,
  cheapBelow: 5n,
};

/** Of every exchange that this program can be. */
export const CATALOGUES: readonly ExchangeCatalogue[] = [
  HOME_CATALOGUE,
  DHAKA_CATALOGUE,
  SAO_PAULO_CATALOGUE,
];

export function catalogueOf({ venue }: Pick<Exchange, 'venue'>): ExchangeCatalogue {
  return CATALOGUES.find(({ exchange }) => exchange.venue === venue) ?? HOME_CATALOGUE;
}

/** The catalogue of the exchange of a share or an index. */
export function catalogueAt(instrumentId: string): ExchangeCatalogue {
  return catalogueOf(exchangeAt(instrumentId));
}

/** The id of a share of an exchange, or of an index over them, by its symbol. */
export function shareId({ exchange }: Pick<ExchangeCatalogue, 'exchange'>, symbol: string): InstrumentId {
  return idAt(exchange.venue, symbol);
}
