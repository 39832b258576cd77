import * as z from 'zod/mini';
import {
  decimal,
  instant,
  instantInput,
  instrumentIdInput,
  intervalInput,
  limitInput,
  marketLabel,
  sessionField,
} from '#fields.ts';
import { listedKindField } from '#products/list.ts';

/** Calls about one instrument: its book, its terms, its place on a watchlist. */
export const instrumentInput = z.strictObject({ instrumentId: instrumentIdInput });
export const candlesInput = z.strictObject({
  instrumentId: instrumentIdInput,
  interval: intervalInput,
  beforeMs: instantInput,
  limit: z.optional(z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/, 'must be 1 to 1000'))),
});
export const tradesInput = z.strictObject({ instrumentId: instrumentIdInput, limit: limitInput });

export const sessionPhases = [
  'closed',
  'preOpen',
  'preOpenMatch',
  'continuous',
  'closingReference',
  'closingAuction',
  'closingLimit',
  'closingMatch',
  'postClose',
  'reopeningAuction',
  'listingAuction',
  'auctionMatch',
] as const;

/** Result of a call auction so far, and if it ended now. */
export const auctionField = z.object({
  /** Absent while nothing meets. */
  indicativePrice: z.optional(decimal),
  indicativeQuantity: decimal,
  /**
   * Demand less supply at the indicative price: what buyers
   * (above zero) or sellers (below) would be left with.
   */
  imbalance: decimal,
  buyQuantity: decimal,
  sellQuantity: decimal,
  referencePrice: z.optional(decimal),
});
export type Auction = z.output<typeof auctionField>;

/** Phase of a stock in its day. */
export const venueStateField = z.object({
  phase: z.enum(sessionPhases),
  /** When the phase ends at the latest; absent when it never does. */
  changesAtMs: z.optional(instant),
  /** True when the phase may end earlier, in a second that nobody chooses. */
  endsAtRandom: z.boolean(),
  auction: z.optional(auctionField),
  /** Why nothing trades, and until when where that is known. */
  halt: z.optional(
    z.object({ reason: z.enum(['instrument', 'index', 'corporateAction']), untilMs: z.optional(instant) }),
  ),
  band: z.optional(z.object({ priceLow: decimal, priceHigh: decimal })),
});
export type VenueState = z.output<typeof venueStateField>;

/** Price facts of an instrument or index at one moment. The stream's `ticker` message carries the same. */
export const tickerFields = z.object({
  instrumentId: z.string(),
  price: decimal,
  /** Against the previous close; coins: against 24 hours ago. */
  change: decimal,
  changePercent: decimal,
  open: decimal,
  high: decimal,
  low: decimal,
  previousClose: decimal,
  volume: decimal,
  turnover: decimal,
  bid: z.optional(decimal),
  ask: z.optional(decimal),
  /** Of stocks, where it is anything but plain continuous trading. */
  venueState: z.optional(venueStateField),
  atMs: instant,
});
export type Ticker = z.output<typeof tickerFields>;

/** An instrument's row in a list. */
export const instrumentRow = z.object({
  ...tickerFields.shape,
  kind: listedKindField,
  symbol: z.string(),
  name: z.string(),
  sector: z.optional(z.string()),
  quoteAsset: z.string(),
  priceScale: z.number(),
  /** At most 32 prices for a sparkline, oldest first: from the one that the change is from to that of now. */
  spark: z.array(decimal),
  /** Whether it stands on the caller's watchlist. */
  collected: z.boolean(),
});
export type InstrumentRow = z.output<typeof instrumentRow>;

/**
 * A corporate action: of `sharesBefore` shares each holder has `sharesAfter`,
 * or is paid `amountPerShare`, or for `sharesHeld` may buy `sharesOffered` new
 * ones at `priceIssue` until 17:00 of `closesOn`. Dates are days in India.
 */
export const corporateActionField = z.object({
  id: z.string(),
  kind: z.enum(['split', 'bonus', 'rights', 'dividend']),
  announcedOn: z.string(),
  recordDate: z.string(),
  isDone: z.boolean(),
  sharesBefore: z.optional(z.string()),
  sharesAfter: z.optional(z.string()),
  amountPerShare: z.optional(decimal),
  sharesHeld: z.optional(z.string()),
  sharesOffered: z.optional(z.string()),
  priceIssue: z.optional(decimal),
  closesOn: z.optional(z.string()),
});
export type CorporateAction = z.output<typeof corporateActionField>;

/** All that a detail page and a ticket need to know of an instrument. */
export const instrumentProfile = z.object({
  ...instrumentRow.shape,
  baseAsset: z.string(),
  baseScale: z.number(),
  quoteScale: z.number(),
  quoteIsCoin: z.boolean(),
  tickSize: decimal,
  lotSize: decimal,
  quantityMin: decimal,
  quantityMax: decimal,
  valueMin: decimal,
  valueMax: decimal,
  /**
   * How far past the best opposite price a market order may fill;
   * another share of it where that price is below `priceBelow`.
   */
  protectionBps: z.number(),
  protectionLow: z.optional(z.object({ priceBelow: decimal, bps: z.number() })),
  lockDays: z.number(),
  band: z.optional(z.object({ priceLow: decimal, priceHigh: decimal })),
  status: z.enum(['listed', 'halted', 'unlisted']),
  about: z.string(),
  averageDailyVolume: decimal,
  yearHigh: decimal,
  yearLow: decimal,
  /** Corporate actions that the issuer has announced, or did lately. */
  corporateActions: z.optional(z.array(corporateActionField)),
  session: sessionField,
  market: marketLabel,
  /** When shares bought now may be sold. */
  sellableFromMs: z.optional(instant),
  /**
   * Trading within the day (MIS): the share of the value that
   * money must cover, and until when; absent where there is none.
   */
  intraday: z.optional(z.object({ marginRate: decimal, warningAtMs: instant, squareOffAtMs: instant })),
});
export type InstrumentProfile = z.output<typeof instrumentProfile>;

export const candleField = z.object({
  openTimeMs: instant,
  open: decimal,
  high: decimal,
  low: decimal,
  close: decimal,
  volume: decimal,
});
export type Candle = z.output<typeof candleField>;

export const candleList = z.object({
  instrumentId: z.string(),
  interval: z.string(),
  /** Oldest first. */
  list: z.array(candleField),
  /** Pass as `beforeMs` to read older ones; absent at the beginning of history. */
  olderBeforeMs: z.optional(instant),
  market: marketLabel,
});

/**
 * A price level: price, quantity, number of customers'
 * orders in it (the market maker's quotes are not orders).
 */
export const bookLevel = z.tuple([decimal, decimal, z.number()]);
export const bookField = z.object({
  instrumentId: z.string(),
  /** Grows with each change of the book; tells whether a snapshot is newer. */
  version: z.number(),
  /** Best first. */
  bids: z.array(bookLevel),
  asks: z.array(bookLevel),
  atMs: instant,
});
export type Book = z.output<typeof bookField>;

export const tradeField = z.object({
  id: z.string(),
  price: decimal,
  quantity: decimal,
  takerSide: z.enum(['buy', 'sell']),
  atMs: instant,
});
export type Trade = z.output<typeof tradeField>;

/**
 * The newest trades, and when the server began to write them down: what was traded before is in the candles.
 */
export const tradeList = z.object({ list: z.array(tradeField), beginsAtMs: instant });
