import type { EndSeed, MarketKey } from '#model/facts.ts';
import type { Instrument, Venue, VenueSession } from '#model/instrument.ts';
import type { MarkPrice } from '#model/mark-price.ts';
import type { SomeCharges } from '#values/charge-sets.ts';
import type { Environment, InstantMs, InstrumentId, Price, Quantity, Side } from '#values/index.ts';
/** Goes on with the sweeps that are open, oldest first, by as much as one command may do. */
export interface SweepStep {
  readonly type: 'sweep.step';
  /** Less than one command may do, so that others get on between; absent for all of it. */
  readonly stepMax?: number;
}

/** Ends the day orders of a venue. */
export interface SessionEnd {
  readonly type: 'session.end';
  readonly venue: Venue;
}

export interface InstrumentSet {
  readonly type: 'instrument.set';
  readonly instrument: Instrument;
}

/** Hours and charges as facts with a version; each command after it is decided by them. */
export interface RulesSet extends SomeCharges {
  readonly type: 'rules.set';
  readonly session?: VenueSession;
  /** How much one command may do of a sweep; for simulations, which cut sweeps small. */
  readonly stepMax?: number;
  /** Before a day the hash of the secret by which its auctions end, after it the secret. */
  readonly endSeed?: EndSeed;
  /** Before a day the hash of the key from which the market makes it, after it the key. */
  readonly marketKey?: MarketKey;
}

/**
 * Stores each book's last price where it has changed, by which a restart judges triggers. The command names
 * no price, so that nobody can set one.
 */
export interface PricesKeep {
  readonly type: 'prices.keep';
}

/**
 * Brings mark and index prices of instruments with exposure, with their times, about once a second. A price
 * no newer than the known one changes nothing.
 */
export interface PricesMark {
  readonly type: 'prices.mark';
  /** One for each instrument, at most `MARKS_AT_ONCE_MAX`. */
  readonly marks: readonly MarkPrice[];
  /**
   * Clock of the sender, which may go back: a mark of later
   * than it is replaced; absent in the first journals.
   */
  readonly clockAtMs?: InstantMs;
}

/** One displayed level of the market maker: `[price, quantity]`. */
export type QuoteLevel = readonly [Price, Quantity];

/**
 * Replaces every quote of the market maker in one book (a mass quote), best level first; crossing levels
 * fill. A level that keeps its price and does not grow keeps its place in the queue.
 */
export interface MarketMakerQuote {
  readonly type: 'marketMaker.quote';
  readonly instrumentId: InstrumentId;
  readonly environment: Environment;
  readonly bids: readonly QuoteLevel[];
  readonly asks: readonly QuoteLevel[];
}

/** Simulated order flow takes from the book up to a limit; what does not fill at once is dropped. */
export interface MarketMakerTake {
  readonly type: 'marketMaker.take';
  readonly instrumentId: InstrumentId;
  readonly environment: Environment;
  readonly side: Side;
  readonly priceLimit: Price;
  readonly quantity: Quantity;
}
