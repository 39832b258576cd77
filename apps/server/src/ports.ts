import type {
  AccountsSweep,
  Applied,
  AuctionView,
  Command,
  CorporateBegin,
  ExposedInstrument,
  Exposure,
  Instrument,
  MarketMakerCommand,
  OrderBasket,
  OrderForecast,
  OrderPlace,
  Outcome,
  QueuePlace,
  Refusal,
  Venue,
} from '@tarazu/core';
import type { BeaconRound, EndMix, EndSeed, EndWindow } from '@tarazu/core/proof';
import type {
  AccountId,
  ClientId,
  Environment,
  InstrumentId,
  OrderId,
  Price,
  Quantity,
} from '@tarazu/core/values';
import type {
  Candle,
  CandleInterval,
  InstrumentProfile,
  Receipt,
  RefusalKey,
  StaffRole,
  Ticker,
  Trade,
} from '@tarazu/protocol';
import type { CorporateActionRow } from '#market/catalogue/corporate-actions.ts';
import type { WorthChange } from '#market/model/share-ratios.ts';
import type { RulesPort } from '#rules/family.ts';

/**
 * The ports by which the rooms of the server know each other. The gateway and the domains see the engine and
 * the market only through these, so that either can move to another process.
 */

export type { ExposedInstrument } from '@tarazu/core';

/** The answer to a command, given only after its batch is durable. */
export interface Answer {
  readonly sequence: number;
  readonly atMs: number;
  readonly outcome: Outcome;
  /** True when the same client id had been answered before: nothing was done again. */
  readonly duplicate: boolean;
  /** Hash of the journal's row in this place; absent for a command that is not journaled. */
  readonly leafHash?: string;
}

/** The receipt of a reply that moved money, so that its place in the journal can be proved later. */
export function receiptOf({ sequence, leafHash }: Answer): { readonly receipt?: Receipt } {
  return leafHash === undefined ? {} : { receipt: { sequence, leafHash } };
}

/** The changes of one durable command: published in order, after its commit. */
export interface EngineEvent {
  readonly sequence: number;
  readonly atMs: number;
  readonly command: Command;
  readonly applied: Applied;
  /** Hash of the journal's row in this place; absent for a command that is not journaled. */
  readonly leafHash?: string;
}

/** A level of the book of one environment as the stream and the calls show it. */
export interface BookLevel {
  readonly price: Price;
  readonly quantity: Quantity;
  readonly orderCount: number;
}

export interface BookView {
  /** Grows with each change of this book. */
  readonly version: number;
  readonly bids: readonly BookLevel[];
  readonly asks: readonly BookLevel[];
  /** The orders that an auction has collected and the price it would give; the levels are empty meanwhile. */
  readonly auction?: AuctionView;
}

export interface EnginePort {
  /**
   * Takes a command into the next batch; rejects only with
   * `EngineUnavailable`, where nobody knows whether it was taken.
   */
  submit(command: Command): Promise<Answer>;
  /**
   * Market maker's commands of one tick, in the next batch,
   * not waited for, and dropped while the writer is down.
   */
  marketMaker(
    commands: readonly MarketMakerCommand[],
    onRefused?: (command: MarketMakerCommand, code: string) => void,
  ): void;
  /** Sweep over accounts, which resolves when everybody has been reached; undefined when nothing was due. */
  sweep(begin: CorporateBegin | AccountsSweep['name']): Promise<Answer | undefined>;
  /** The answer to an earlier command of this account with this client id, when there is one. */
  answerOf(accountId: AccountId, clientId: ClientId): Promise<Answer | undefined>;
  /** Checks an order, or a basket leg by leg, as placing does, without a change; rejects like `submit`. */
  check(orders: OrderBasket | OrderPlace): Promise<readonly (OrderForecast | Refusal)[]>;
  /** Best levels first, at most `levels` a side. */
  book(instrumentId: InstrumentId, environment: Environment, levels: number): BookView;
  /**
   * Place of an open order in its queue, for showing only, as it
   * may be ahead of what is durable; undefined outside of books.
   */
  queue(order: {
    instrumentId: InstrumentId;
    environment: Environment;
    orderId: OrderId;
  }): QueuePlace | undefined;
  /** Instrument of an account's open order that the writer has in memory; undefined says nothing. */
  instrumentOf(order: { accountId: AccountId; orderId: OrderId }): InstrumentId | undefined;
  /**
   * Instruments with something open beyond what is paid for,
   * with marks, ahead of what is durable; none without a writer.
   */
  exposed(): readonly ExposedInstrument[];
  /** Exposure of an account in an instrument beyond what it has paid for, at its mark; undefined for none. */
  exposure(of: { accountId: AccountId; instrumentId: InstrumentId }): Exposure | undefined;
  /** Called after each commit with the events of its batch, in order; gives the way to stop. */
  onEvents(listener: (events: readonly EngineEvent[]) => void): () => void;
  /** Called whenever the writer goes down or comes back. */
  onState(listener: (state: 'open' | 'recovering') => void): () => void;
}

/** A window in which an auction ends at random, with whose it is. */
export interface AuctionEnd extends EndWindow {
  readonly of: 'derivativeShares' | 'otherShares' | Venue | InstrumentId;
}

/** The published times of squaring off, around now. */
export interface IntradayTimes {
  /** The last time that is past: what was opened before it should be closed. */
  readonly lastSquareOffAtMs: number;
  readonly warningAtMs: number;
  readonly squareOffAtMs: number;
  /**
   * When the last phase is over of the day of the last squaring
   * off: what is open then is carried to the next session.
   */
  readonly lastSessionEndsAtMs: number;
  /** When the session begins that the next squaring off ends. */
  readonly reopensAtMs: number;
}

/** Which market this is, and of what it makes its days beside their keys. */
export interface MarketOrigin {
  readonly kind: 'simulated' | 'recorded';
  /** Version of the model. */
  readonly model: number;
  readonly hours: 'always' | 'calendar';
  /** The first market of an installation is 1. */
  readonly marketNumber: number;
  /** Of the days before the first one with a key. */
  readonly pastSeed: number;
  /** `YYYY-MM-DD` */
  readonly firstDay: string;
}

/** A market of this installation that has ended. */
export interface PastMarket extends MarketOrigin {
  readonly endedAtMs: number;
}

/**
 * The mix that joins the secret of a day by which auctions end: the market tells it, and the log of the
 * journal gives it.
 */
export interface EndMixPort {
  /** The days that the journal has told, oldest first. */
  published(): Promise<readonly EndSeed[]>;
  /** The mix of a day that has begun; undefined while it can't be made yet. */
  of(tradingDay: string, announced: BeaconRound | undefined): Promise<EndMix | undefined>;
}

/** The published rate of a currency. */
export interface CurrencyRate {
  /** Rupees for one unit, at the decimals of such rates. */
  readonly price: bigint;
  readonly effectiveFromMs: number;
  readonly ruleVersion: string;
}

/** Prices of the market as everybody sees them: built from the real environment's tape. */
export interface MarketPort {
  readonly hours: 'always' | 'calendar';
  label(): { readonly kind: 'simulated' | 'recorded'; readonly date?: string; readonly isTest?: true };
  /** The base of all its days beside their keys: public. */
  origin(): MarketOrigin;
  /** The same of markets that have ended, the newest first. */
  pastMarkets(): readonly PastMarket[];
  /** Stocks, coins and indices, in their listed order. */
  listings(): readonly Listing[];
  listing(instrumentId: string): Listing | undefined;
  ticker(instrumentId: string): Ticker;
  /** At most 32 closes, oldest first. */
  spark(instrumentId: string): readonly string[];
  profile(instrumentId: string): Omit<InstrumentProfile, 'collected' | 'yearHigh' | 'yearLow'>;
  /** Highest and lowest price of a year. */
  yearRange(instrumentId: string): Promise<Pick<InstrumentProfile, 'yearHigh' | 'yearLow'>>;
  /**
   * Resolves when the engine knows the day of now, for which its first order waits; undefined where it does.
   */
  today(): Promise<void> | undefined;
  /** When what is open within the day in a share is squared off; undefined for what is not traded so. */
  intraday(instrumentId: string): IntradayTimes | undefined;
  /** The newest hour of squaring off that has come, of whichever share. */
  newestSquareOffAtMs(): number;
  /** Whether orders in an instrument are taken now, to match at once or for an auction. */
  takesOrders(instrumentId: string): boolean;
  /**
   * When the proceeds of a share that is sold at an instant
   * are usable in full, and when they may be withdrawn.
   */
  proceeds(
    instrumentId: string,
    soldAtMs: number,
  ): { readonly usable: number; readonly withdrawable: number };
  /** Whether the closed venue of an instrument takes orders for its next session at an instant. */
  takesAfterMarket(instrumentId: string, atMs: number): boolean;
  /** The published rules that it goes by. */
  readonly rules: RulesPort;
  /** At what a second country's currency is counted, now or at an instant; undefined for any other asset. */
  currencyRate(asset: string, atMs?: number): CurrencyRate | undefined;
  candles(query: {
    instrumentId: string;
    interval: CandleInterval;
    beforeMs?: number;
    limit: number;
    /** Caller who asks for it, and pays for the work; absent: the server itself. */
    caller?: { spend(ms: number): void };
  }): Promise<{ list: readonly Candle[]; olderBeforeMs?: number }>;
  /** The newest first, and when the tape began: it is kept since the start of the server. */
  trades(
    instrumentId: string,
    limit: number,
  ): { readonly list: readonly Trade[]; readonly beginsAtMs: number };
  /** Tells that somebody looks at or trades an instrument, so that its book is kept alive ("hot"). */
  watch(instrumentId: string): void;
  /** Called at most four times a second with the instruments whose ticker changed. */
  onTickers(listener: (changed: readonly Ticker[]) => void): () => void;
  onTrades(listener: (instrumentId: string, trades: readonly Trade[]) => void): () => void;
  /** Updates the last bar of an instrument and interval for `onCandle`; gives the way to stop. */
  watchCandles(instrumentId: string, interval: CandleInterval): () => void;
  onCandle(listener: (instrumentId: string, interval: CandleInterval, candle: Candle) => void): () => void;
  /** The windows of a day (`YYYY-MM-DD`) in which its auctions end at random. */
  auctionEnds(tradingDay: string): readonly AuctionEnd[];
  /** The actions that companies have announced for their shares. */
  corporateActions(): readonly CorporateActionRow[];
  /** The actions until now that made a share worth another sum, oldest first. */
  worthChanges(instrumentId: string): readonly WorthChange[];
  /** Stops a share, until a time or until it is let go on: without a halt it trades again. */
  halt(
    instrumentId: string,
    halt:
      | { readonly reason: 'instrument' | 'index' | 'corporateAction'; readonly untilMs?: number }
      | undefined,
  ): Promise<void>;
  /** Age of the newest market tick, for metrics and the refusal STALE_PRICE. */
  ageMs(instrumentId: string): number;
}

/** Kind of what stands in lists: nothing is traded in an index. */
export type ListedKind = Instrument['kind'] | 'index';

/** An instrument or index as lists show it. */
export interface Listing {
  readonly instrumentId: string;
  readonly kind: ListedKind;
  readonly symbol: string;
  readonly name: string;
  readonly sector?: string;
  readonly baseAsset: string;
  readonly quoteAsset: string;
  readonly priceScale: number;
  readonly baseScale: number;
  readonly quoteScale: number;
  /** For an index: its members' instrument ids. */
  readonly members?: readonly string[];
  readonly averageDailyVolume: Quantity;
}

/** The caller, from the token header. */
export interface Session {
  readonly sessionId: string;
  readonly loginId: number;
  /** Public id of the login, as the app shows it. */
  readonly userId: string;
  readonly environment: Environment;
  readonly accountId: AccountId;
  readonly guest: boolean;
  /** The key by which a program calls in the owner’s name; absent: the person. */
  readonly apiKey?: KeyInUse;
}

/** A key with the caps that its owner has given it. */
export interface KeyInUse {
  readonly keyId: string;
  /** Most that one order may be worth, by asset, without which one is not traded; absent: not limited. */
  readonly orderMax?: Readonly<Record<string, string>>;
  readonly dayOrdersMax?: number;
}

/** Takes one more order of a key’s day; false when it has placed all it may. */
export type TakeKeyOrder = (keyId: string) => Promise<boolean>;

/** The person of staff who calls, from the token header of the console. */
export interface StaffSession {
  readonly staffId: number;
  /** Number by which customers see who did something. */
  readonly publicId: string;
  readonly name: string;
  readonly roles: readonly StaffRole[];
  readonly token: string;
}

/** A refusal as a value, turned into HTTP in one place (`gateway/reply/reply.ts`). */
export interface RefusalReply {
  readonly key: RefusalKey;
  readonly detail?: Readonly<Record<string, string>>;
  readonly field?: string;
  readonly retryAfterMs?: number;
}

export type Reply<Data> =
  | { readonly ok: true; readonly data: Data }
  | { readonly ok: false; readonly refusal: RefusalReply };

export const reply = <Data>(data: Data): Reply<Data> => ({ ok: true, data });
export const refuse = (
  key: RefusalKey,
  more: Omit<RefusalReply, 'key'> = {},
): { readonly ok: false; readonly refusal: RefusalReply } => ({
  ok: false,
  refusal: { key, ...more },
});
