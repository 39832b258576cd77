import { type Environment, formatDecimal, instrumentId } from '@tarazu/core/values';
import type { Book, InstrumentRow } from '@tarazu/protocol';
import type { BookLevel, BookView, EnginePort, Listing, MarketPort } from '#ports.ts';

const BOOK_LEVELS = 20;

/** An instrument's row in a list. */
export function instrumentRowOf(market: MarketPort, id: string, collected: boolean): InstrumentRow {
  const listing = market.listing(id);
  if (listing === undefined) throw new Error(`Condition: ${id} is not listed`);
  return {
    ...market.ticker(id),
    kind: listing.kind,
    symbol: listing.symbol,
    name: listing.name,
    ...(listing.sector === undefined ? {} : { sector: listing.sector }),
    quoteAsset: listing.quoteAsset,
    priceScale: listing.priceScale,
    spark: [...market.spark(id)],
    collected,
  };
}

/** A book of one environment as calls and stream show it. */
export function wireBook(view: BookView, listing: Listing, atMs: number): Book {
  const level = (one: BookLevel): [string, string, number] => [
    formatDecimal(one.price, listing.priceScale),
    formatDecimal(one.quantity, listing.baseScale),
    one.orderCount,
  ];
  return {
    instrumentId: listing.instrumentId,
    version: view.version,
    bids: view.bids.map(level),
    asks: view.asks.map(level),
    atMs,
  };
}

export function readBook(
  engine: EnginePort,
  listing: Listing,
  of: { environment: Environment; atMs: number },
): Book {
  return wireBook(
    engine.book(instrumentId(listing.instrumentId), of.environment, BOOK_LEVELS),
    listing,
    of.atMs,
  );
}
