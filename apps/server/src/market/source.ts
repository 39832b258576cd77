import type { Instrument, Venue } from '@tarazu/core';
import type { Amount, InstrumentId, Price, Quantity } from '@tarazu/core/values';
import type { HoursMode, SessionState } from '#market/calendar/sessions.ts';
import type { CorporateActionRow } from '#market/catalogue/corporate-actions.ts';
import type { FairValue } from '#market/model/fair-value.ts';

import type { ShareRatio, WorthChange } from '#market/model/share-ratios.ts';

export type { FairValue, HoursMode, SessionState };

/**
 * Seam between where prices come from and who quotes them.
 *
 * A source answers what is listed, what a thing is worth, how much of it is traded
 * and what its past looks like. Every answer is a function of its arguments, so
 * that any instant may be asked in any order, twice, or again after a restart.
 *
 * *Now* (`atMs`, `nowMs`) is the time of the wall, *chart time* that of candles. `chartTimeMs` leads from the
 * first to the second, which differ in a recording alone.
 */
export interface MarketSource {
  readonly kind: 'simulated' | 'recorded';

  /**
   * The label on every quote screen: `Simulated`, or `Recorded 2015-03-02` with the date replayed at that
   * instant.
   */
  label(atMs: number, instrumentId?: InstrumentId): string;

  /**
   * Tradable instruments with their terms at that instant,
   * the same list within a day; ticks follow rules 2.4.
   */
  instruments(atMs: number): readonly InstrumentDefinition[];

  /**
   * Indices, which have values and candles and no trades;
   * without an instant all, also before their recording.
   */
  indices(atMs?: number): readonly IndexDefinition[];

  /** The worth of the instrument (or index) at an instant of now, past or future, and how lively it is. */
  fairValue(instrumentId: InstrumentId, atMs: number): FairValue;

  /** Candles in ascending order; nothing that happens at or after `nowMs` is in them. */
  candles(request: CandleRequest): readonly Candle[];

  /** The same in steps of a few milliseconds at most, between which a caller can do something else. */
  candleSteps(request: CandleRequest): Generator<void, readonly Candle[]>;

  /** Close of the last day before the day of that instant (the base of bands and of the day's change). */
  previousClose(instrumentId: InstrumentId, atMs: number): Price;

  /**
   * The actions that companies have announced until an instant; none in a recording, whose prices have them
   * in them.
   */
  corporateActions(atMs: number): readonly CorporateActionRow[];

  /** The actions of companies until an instant that made their share worth another sum, oldest first. */
  worthChanges(instrumentId: InstrumentId, atMs: number): readonly WorthChange[];

  /** How many shares of one instant a share of an earlier one has become. */
  sharesSince(instrumentId: InstrumentId, sinceMs: number, atMs: number): ShareRatio;

  /** Whether and how the instrument trades at that instant. */
  sessionState(instrumentId: InstrumentId, atMs: number): SessionState;

  /** Mean volume of the last 20 days, in the instrument's quantity scale; zero for an index. */
  averageDailyVolume(instrumentId: InstrumentId, atMs: number): Quantity;

  /** Time of a candle of a trade at that instant, which never decreases but where a replay starts over. */
  chartTimeMs(instrumentId: InstrumentId, atMs: number): number;
}

/**
 * The fields of an instrument that change within a day, or depend on its rules: the market adds them to the
 * definition.
 */
type OfTheDay = 'status' | 'band' | 'closesBy' | 'referencePrice' | 'ownPhase' | 'intradayMarginRate';

/** One listed instrument: what the core knows of it from day to day, and what only the market does. */
export interface InstrumentDefinition extends Omit<Instrument, OfTheDay> {
  /** Issuer or coin, in English. */
  readonly name: string;
  readonly description: string;
  /** Sector key for stocks (`banking`), absent for coins. */
  readonly sector?: string;
  readonly faceValueRupees?: number;
  readonly hasDerivatives: boolean;
  /** Daily band around the previous close in basis points; absent where there is none (coins). */
  readonly bandRateBps?: number;
  /** `operatingRange` bands widen in the direction of the move (rules 2.5); `fixed` ones never do. */
  readonly bandKind?: 'fixed' | 'operatingRange';
  /** Of a share that comes to the market; absent for those that have long been there. */
  readonly listing?: FirstListing;
}

/**
 * How a share comes to the market: it is not traded before its first day, which begins with a call auction.
 */
export interface FirstListing {
  /** `YYYY-MM-DD`, IST: a trading day. */
  readonly date: string;
  readonly board: 'main' | 'sme';
  readonly issuePrice: Price;
  /** Of the whole issue, in paise. */
  readonly issueValue: Amount;
}

export interface IndexDefinition {
  readonly id: InstrumentId;
  readonly venue: Venue;
  readonly symbol: string;
  readonly name: string;
  readonly description: string;
  readonly priceScale: number;
  /** Value = sum of `units` times the member's price; empty when the recording does not say. */
  readonly members: readonly { readonly instrumentId: InstrumentId; readonly units: number }[];
}

export const candleIntervals = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w', '1M'] as const;
export type CandleInterval = (typeof candleIntervals)[number];

export interface CandleRequest {
  readonly instrumentId: InstrumentId;
  readonly interval: CandleInterval;
  /** Chart time before which candles open, without what happened from it on; absent: up to the present. */
  readonly beforeMs?: number;
  /** Most candles in the answer, 1 to 2000. */
  readonly limit: number;
  /** The present, by the wall. */
  readonly nowMs: number;
}

/** Somebody who waits for a chart, and pays for the work. */
export interface ChartCaller {
  /** So much of the thread of charts was worked for it. */
  spend(ms: number): void;
}

/** The last candle of an answer may be unfinished. Minutes without a trade have no candle. */
export interface Candle {
  /** Chart time of the start of the bar. */
  readonly openTimeMs: number;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly close: Price;
  readonly volume: Quantity;
  /** In the quote asset's smallest unit. */
  readonly turnover: Amount;
}

/** Takes all steps at once. */
export function allSteps<Result>(steps: Generator<void, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
