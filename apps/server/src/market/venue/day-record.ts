import { type InstrumentId, type Price, price } from '@tarazu/core/values';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import type { Exchange } from '#market/exchanges.ts';
import { newPrice } from '#market/model/share-ratios.ts';
import type { InstrumentDefinition, MarketSource } from '#market/source.ts';
import type { TapeStore } from '#market/tape/tape-store.ts';
import { listingAuctionOn } from '#market/venue/own-auctions.ts';
import { dayAfter, dayFrom, freshDay, type PersistedDay } from '#market/venue/persisted-day.ts';

export interface DayRecordOptions {
  readonly source: MarketSource;
  /** The exchange whose day it is. */
  readonly exchange: Exchange;
  readonly calendar: TradingCalendar;
  readonly store: Pick<TapeStore, 'setState'>;
}

/** The persisted day of an exchange and the closes before it, which tape and venue day both read. */
export class DayRecord {
  readonly #options: DayRecordOptions;
  #day: PersistedDay;
  #listed: readonly InstrumentDefinition[] = [];
  #definitions: ReadonlyMap<string, InstrumentDefinition> = new Map();

  constructor(options: DayRecordOptions, atMs: number) {
    this.#options = options;
    this.#day = freshDay(options.calendar.dayOf(atMs));
  }

  get exchange(): Exchange {
    return this.#options.exchange;
  }

  /** The day of now; another object after `restore` and `startDay`. */
  get today(): PersistedDay {
    return this.#day;
  }

  /** Goes on with the day that is in the market's state; false where there is none. */
  restore(state: ReadonlyMap<string, string>): boolean {
    const text = state.get(this.#options.exchange.dayKey);
    if (text === undefined) return false;
    this.#day = dayFrom(text, this.#day.day);
    return true;
  }

  startDay(day: number): void {
    this.#day = dayAfter(this.#day, day);
  }

  save(): Promise<void> {
    return this.#options.store.setState(this.#options.exchange.dayKey, JSON.stringify(this.#day));
  }

  /**
   * The close of the trading day before: what its auction or its last half hour made it, where the venue was
   * there; else the source's.
   */
  readonly previousClose = (id: InstrumentId, atMs: number): Price => {
    const { source, calendar } = this.#options;
    const listing = this.definitionOf(id, atMs)?.listing;
    if (listing && listingAuctionOn(listing, atMs, calendar)) return listing.issuePrice;
    const { closesBefore, dayBefore } = this.#day;
    const close = closesBefore[id];
    const isOfDayBefore = calendar.tradingDayBefore(calendar.dayOf(atMs)) === dayBefore;
    if (close === undefined || !isOfDayBefore) return source.previousClose(id, atMs);
    const ratio = source.sharesSince(id, calendar.startMs(dayBefore), atMs);
    return price(newPrice(BigInt(close), ratio));
  };

  /** The source gives the same list within a day. */
  definitionOf(id: InstrumentId, atMs: number): InstrumentDefinition | undefined {
    const listed = this.#options.source.instruments(atMs);
    if (listed !== this.#listed) {
      this.#listed = listed;
      this.#definitions = new Map(listed.map((one) => [one.id, one]));
    }
    return this.#definitions.get(id);
  }
}
