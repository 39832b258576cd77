import type { Applied } from '@tarazu/core';
import { formatDecimal } from '@tarazu/core/values';
import type { VenueState } from '@tarazu/protocol';
import type { InstrumentDefinition, MarketSource } from '#market/source.ts';
import { seenTrades } from '#market/venue/dynamic-band.ts';
import type { VenueDay } from '#market/venue/venue-day.ts';
import type { VenueDays } from '#market/venue/venue-days.ts';
import type { BookView, EnginePort, Listing } from '#ports.ts';
import { hasPhases } from '#products/list.ts';

interface StandQuestion {
  readonly day: VenueDay;
  readonly definition: InstrumentDefinition;
  readonly listing: Listing;
  /** The public book: an auction is shown from there. */
  readonly book: Pick<BookView, 'auction'>;
  readonly atMs: number;
}

/** The status of the stock venues: trades are noted, and the stand of each share is published. */
export class VenueStatus {
  readonly #parts: { readonly source: MarketSource; readonly days: VenueDays; readonly engine: EnginePort };
  #listed: readonly InstrumentDefinition[] = [];
  #definitions: ReadonlyMap<string, InstrumentDefinition> = new Map();

  constructor(parts: { source: MarketSource; days: VenueDays; engine: EnginePort }) {
    this.#parts = parts;
  }

  /** The state of a share in its day; undefined for any other instrument. */
  stateOf(listing: Listing, atMs: number): VenueState | undefined {
    const definition = this.#definition(listing.instrumentId, atMs);
    if (!definition || !hasPhases(definition)) return undefined;
    const book = this.#parts.engine.book(definition.id, 'real', 0);
    return venueStateOf({ day: this.#parts.days.of(definition.id), definition, listing, book, atMs });
  }

  /**
   * The news of trades for the day: an instrument that trades near the edge of a band, and the price of an
   * auction, which is kept by the command that ends its fills.
   */
  onApplied(applied: Applied): void {
    const { days } = this.#parts;
    const { fills, lastPrices } = applied.changes;
    // Most commands are of orders that rest.
    if (applied.prints.length === 0 && fills.length === 0 && lastPrices.length === 0) return;
    for (const trade of seenTrades(applied)) {
      const definition = this.#definition(trade.instrumentId, trade.atMs);
      if (definition) days.of(definition.id).onTrade(definition, trade);
    }
    for (const { environment, instrumentId, isUncrossed, price, atMs } of lastPrices) {
      const definition = this.#definition(instrumentId, atMs);
      if (definition && isUncrossed && environment === 'real')
        days.of(definition.id).onAuction(definition, price, atMs);
    }
  }

  #definition(id: string, atMs: number): InstrumentDefinition | undefined {
    const listed = this.#parts.source.instruments(atMs);
    if (listed !== this.#listed) {
      this.#listed = listed;
      this.#definitions = new Map(listed.map((one) => [one.id, one]));
    }
    return this.#definitions.get(id);
  }
}

/** The state of a stock in its day. */
function venueStateOf(question: StandQuestion): VenueState {
  const { day, definition, listing, atMs } = question;
  const { phase, endsAtMs, endsAtRandom } = day.sessionOf(definition.id, atMs);
  const { band, referencePrice } = day.terms(definition, atMs);
  const halt = day.haltOf(definition.id);
  const priceText = (value: bigint) => formatDecimal(value, listing.priceScale);
  const sizeText = (value: bigint) => formatDecimal(value, listing.baseScale);
  const { auction } = question.book;
  return {
    phase,
    endsAtRandom: endsAtRandom === true,
    ...(endsAtMs === undefined ? {} : { changesAtMs: endsAtMs }),
    ...(halt === undefined ? {} : { halt }),
    ...(band === undefined
      ? {}
      : { band: { priceLow: priceText(band.priceLow), priceHigh: priceText(band.priceHigh) } }),
    ...(auction === undefined
      ? {}
      : {
          auction: {
            ...(auction.indicativePrice === undefined
              ? {}
              : { indicativePrice: priceText(auction.indicativePrice) }),
            indicativeQuantity: sizeText(auction.indicativeQuantity),
            imbalance: sizeText(auction.imbalance),
            buyQuantity: sizeText(auction.buyQuantity),
            sellQuantity: sizeText(auction.sellQuantity),
            ...(referencePrice === undefined ? {} : { referencePrice: priceText(referencePrice) }),
          },
        }),
  };
}

/** Whether there is anything to say beside the price: plain continuous trading needs no words. */
export function isPlain({ phase, halt }: VenueState): boolean {
  return phase === 'continuous' && halt === undefined;
}
