import type { InstrumentKind } from '#model/product-name.ts';
import type {
  Amount,
  AssetId,
  Environment,
  InstantMs,
  InstrumentId,
  Price,
  Quantity,
  Rate,
  TradingDay,
} from '#values/index.ts';

/** Of shares of India, of coins, and of shares of Bangladesh and of Brazil. */
export const VENUES = ['NSE_SIM', 'COIN_SIM', 'DSE_SIM', 'B3_SIM'] as const;
export type Venue = (typeof VENUES)[number];

/** Terms of an instrument and its limits of trading, which only `instrument.set` changes. */
export interface Instrument {
  readonly id: InstrumentId;
  readonly kind: InstrumentKind;
  readonly venue: Venue;
  /** `ARUNA`, `BTC-USDT`: unique within the venue. */
  readonly symbol: string;
  readonly baseAsset: AssetId;
  readonly quoteAsset: AssetId;
  /** Whether the quote asset is a coin, whose sale is taxed, or a currency. */
  readonly quoteIsCoin: boolean;
  /** Decimals of a price, of the base asset and of the quote asset. */
  readonly priceScale: number;
  readonly baseScale: number;
  readonly quoteScale: number;
  /** Each price is a multiple of the tick; each quantity a multiple of the lot. */
  readonly tickSize: Price;
  readonly lotSize: Quantity;
  readonly quantityMin: Quantity;
  readonly quantityMax: Quantity;
  readonly valueMin: Amount;
  readonly valueMax: Amount;
  /** How far past the best opposite price a market order may fill, in basis points (rules 2.3). */
  readonly protectionBps: number;
  /**
   * Cheap shares are protected otherwise: what holds where the price from which it counts is below this one.
   */
  readonly protectionLow?: ProtectionLow;
  /** Trading days until a bought share may be sold: 1, or 2 for trade-to-trade; 0 for coins. */
  readonly lockDays: 0 | 1 | 2;
  /**
   * Share of an intraday order's value that its money must cover
   * (rules 2.8); absent where nothing is traded within the day.
   */
  readonly intradayMarginRate?: Rate;
  /** Lowest and highest price of the day; absent where the venue has no band (coins). */
  readonly band?: { readonly priceLow: Price; readonly priceHigh: Price };
  /**
   * Making of the day's last price: by a closing auction
   * or, where absent, as the average of the last half hour.
   */
  readonly closesBy?: ClosingBy;
  /**
   * Price near which an auction's price stays when several would do,
   * and by which it is judged; absent where there are no auctions.
   */
  readonly referencePrice?: Price;
  /**
   * The phase of this share alone while its venue is open:
   * a call auction after a halt, or on its listing day.
   */
  readonly ownPhase?: OwnPhase;
  /**
   * `listed` trades; `halted` refuses new orders and keeps the old; `unlisted` never traded yet or no more.
   */
  readonly status: 'listed' | 'halted' | 'unlisted';
}

/** Fields of an instrument, those that somebody knows of it. */
export type SomeInstrument = {
  readonly [Field in Exclude<keyof Instrument, 'quoteAsset'>]?: Instrument[Field] | undefined;
};

export interface ProtectionLow {
  readonly priceBelow: Price;
  readonly bps: number;
}

/** Phases that a share has by itself: `auctionMatch` follows its auction until it trades on. */
export const OWN_PHASES = ['reopeningAuction', 'listingAuction', 'auctionMatch'] as const;
export type OwnPhase = (typeof OWN_PHASES)[number];

export type ClosingBy = 'auction' | 'average';

/**
 * Phases of a share's day (rules 2.6): orders collect in `preOpen`, `closingAuction`, `closingLimit` and
 * auctions of one share, and match in `continuous` and, at the closing price, in `postClose`.
 */
export const SESSION_PHASES = [
  'closed',
  'preOpen',
  'preOpenMatch',
  'continuous',
  'closingReference',
  'closingAuction',
  'closingLimit',
  'closingMatch',
  'postClose',
  ...OWN_PHASES,
] as const;
export type SessionPhase = (typeof SESSION_PHASES)[number];

/** Times that a day of the exchange gives to each trade of it. */
export interface SettlementDay {
  /** The exchange's day to which a trade belongs. */
  readonly tradingDay: TradingDay;
  /** When a share bought on it, with one or two lock days, may be sold (09:00 of that trading day). */
  readonly settlesAtMs: { readonly oneDay: InstantMs; readonly twoDays: InstantMs };
  /** When the proceeds of a sale on it are usable in full, and when they may be withdrawn (rules 2.7). */
  readonly proceedsUsableAtMs: InstantMs;
  readonly proceedsWithdrawableAtMs: InstantMs;
}

/** The venue's hours as one fact that a command carries in: the core has no clock and no calendar. */
export interface VenueSession extends SettlementDay {
  readonly venue: Venue;
  /** `closed` when no share of the venue is in any phase of its day. */
  readonly state: 'open' | 'closed';
  /** Phase of shares without one of their own, by how they close; absent where the venue has none. */
  readonly phases?: Readonly<Record<ClosingBy, SessionPhase>>;
  /** Settlement from the next day on, early so that no trade of that day settles by the day before. */
  readonly nextDay?: SettlementDay & { readonly fromMs: InstantMs };
}

/**
 * The last price of an environment's book by the journal: triggers are judged by it after a restart.
 */
export interface LastPrice {
  readonly instrumentId: InstrumentId;
  readonly environment: Environment;
  readonly price: Price;
  readonly atMs: InstantMs;
  /** The price is an auction's, and no quote has come since: triggers wait for the first quote. */
  readonly isUncrossed?: boolean;
}
