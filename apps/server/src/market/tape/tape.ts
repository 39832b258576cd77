import { setImmediate as turn } from 'node:timers/promises';
import type { Print } from '@tarazu/core';
import {
  DAY_MS,
  formatDecimal,
  greater,
  type InstrumentId,
  instrumentId,
  MINUTE_MS,
  type Price,
  smaller,
} from '@tarazu/core/values';
import type { CandleInterval, Ticker, Trade, Candle as WireCandle } from '@tarazu/protocol';
import type { History } from '#market/history/history.ts';
import { isSame } from '#market/model/share-ratios.ts';
import { startPrice } from '#market/quoting/quoting.ts';
import type { MarketSource } from '#market/source.ts';
import { LiveBars } from '#market/tape/bars.ts';
import { wireCandle } from '#market/tape/candles.ts';
import { type BarsQuery, Charts } from '#market/tape/charts.ts';
import { dayFactsOf } from '#market/tape/day-facts.ts';
import { indexValue } from '#market/tape/index-value.ts';
import { Listeners } from '#market/tape/listeners.ts';
import { listingsOf } from '#market/tape/listings.ts';
import { InstrumentQuote } from '#market/tape/quotes.ts';
import { Sparks } from '#market/tape/sparks.ts';
import type { TapeStore } from '#market/tape/tape-store.ts';
import { YearRanges } from '#market/tape/year-ranges.ts';
import type { EngineEvent, EnginePort, Listing } from '#ports.ts';

/** A ticker is sent again when nothing moved, so that a client can tell a calm price from a lost one. */
const HEARTBEAT_MS = 3_000;

export interface TapeParts {
  readonly source: MarketSource;
  readonly history: Pick<History, 'candles'>;
  readonly store: TapeStore;
  readonly engine: Pick<EnginePort, 'book'>;
  readonly previousClose: (id: InstrumentId, atMs: number) => Price;
  readonly nowMs: () => number;
}

/**
 * The market as everybody sees it: a quote for each instrument,
 * its prints and charts, and who is notified when they change.
 */
export class Tape {
  readonly listings: readonly Listing[];
  /** Since when its trades are listed, which are kept in memory; their minutes are in the candles. */
  readonly beganAtMs: number;
  readonly tickers = new Listeners<[changed: readonly Ticker[]]>();
  readonly trades = new Listeners<[instrumentId: string, trades: readonly Trade[]]>();
  readonly candles = new Listeners<[instrumentId: string, interval: CandleInterval, candle: WireCandle]>();
  readonly #parts: TapeParts;
  readonly #quotes = new Map<string, InstrumentQuote>();
  readonly #charts: Charts;
  readonly #bars = new LiveBars();
  readonly #sparks: Sparks;
  readonly #years: YearRanges;
  readonly #sentAtMs = new Map<string, number>();
  readonly #touched = new Set<string>();

  constructor(parts: TapeParts, atMs: number) {
    const { source, store, history } = parts;
    this.#parts = parts;
    this.beganAtMs = atMs;
    this.#sparks = new Sparks(history);
    this.#years = new YearRanges(history);
    this.#charts = new Charts({ source, history, store });
    this.listings = listingsOf(source, atMs);
    const ticks = new Map(source.instruments(atMs).map(({ id, tickSize }) => [String(id), tickSize]));
    for (const listing of this.listings) {
      const { instrumentId: id, priceScale } = listing;
      const fair = source.fairValue(instrumentId(id), atMs).price;
      const day = this.#dayFacts(listing, atMs);
      const price = startPrice(fair, priceScale, ticks.get(id));
      this.#quotes.set(id, new InstrumentQuote(listing, { day, price, atMs }));
    }
  }

  get quotes(): ReadonlyMap<string, InstrumentQuote> {
    return this.#quotes;
  }

  /** The quote of what a caller knows to be listed. */
  quote(id: string): InstrumentQuote {
    const quote = this.#quotes.get(id);
    if (quote === undefined) throw new Error(`Condition: ${id} is not listed`);
    return quote;
  }

  /** Begins the lines of all lists. */
  async makeSparks(): Promise<void> {
    for (const quote of this.#quotes.values()) await this.#sparks.make(quote, this.#parts.nowMs());
  }

  /** Highest and lowest price of a year, with that of now. */
  async yearRange(id: string): Promise<{ yearHigh: string; yearLow: string }> {
    const { price, listing } = this.quote(id);
    const year = await this.#years.of(id, this.#parts.nowMs());
    const text = (value: bigint) => formatDecimal(value, listing.priceScale);
    return {
      yearHigh: text(greater(year?.high ?? price, price)),
      yearLow: text(smaller(year?.low ?? price, price)),
    };
  }

  spark(id: string): readonly string[] {
    return this.#sparks.of(this.quote(id), this.#parts.nowMs());
  }

  async chart(query: BarsQuery): Promise<{ list: WireCandle[]; olderBeforeMs?: number }> {
    const quote = this.quote(query.instrumentId);
    const bars = await this.#charts.whole(query, quote, this.#parts.nowMs());
    const first = bars[0];
    return {
      list: bars.map((bar) => wireCandle(bar, quote.listing)),
      ...(first === undefined || bars.length < query.limit ? {} : { olderBeforeMs: first.openTimeMs }),
    };
  }

  /** Keeps the last bar of a chart moving. Returns the way to let go. */
  watchCandles(id: string, interval: CandleInterval): () => void {
    return this.#bars.watch(this.quote(id).listing.instrumentId, interval);
  }

  /** When the newest price of the whole market was made. */
  newestAtMs(): number {
    let newest = 0;
    for (const quote of this.#quotes.values()) newest = Math.max(newest, quote.atMs);
    return newest;
  }

  /** Every quote takes its day as the source tells it. */
  async startDay(atMs: number): Promise<void> {
    for (const quote of this.#quotes.values()) {
      quote.startDay(this.#dayFacts(quote.listing, atMs));
      await turn();
    }
  }

  /**
   * Every quote takes the day that has begun, and a share
   * that is another one since the day before its last price.
   */
  async newDay(atMs: number): Promise<void> {
    await this.startDay(atMs);
    for (const quote of this.#quotes.values()) {
      const id = instrumentId(quote.listing.instrumentId);
      if (!isSame(this.#parts.source.sharesSince(id, atMs - DAY_MS, atMs))) quote.adjust();
    }
  }

  /** The day of a coin is its last 24 hours, which go on. */
  async rollCoins(atMs: number): Promise<void> {
    for (const quote of this.#quotes.values()) {
      if (quote.listing.kind !== 'spot') continue;
      quote.startDay(this.#dayFacts(quote.listing, atMs));
      await turn();
    }
  }

  /** Values of indices follow the prices of their members. */
  valueIndices(nowMs: number): void {
    const { source } = this.#parts;
    for (const index of source.indices(nowMs)) {
      const value = indexValue(index, { source, quotes: this.#quotes }, nowMs);
      if (value !== undefined) this.#quotes.get(index.id)?.value(value, nowMs);
    }
  }

  /**
   * What became durable: prints go on the tape, and touches of
   * the real environment's books are read with the next tick.
   */
  hear(events: readonly EngineEvent[]): void {
    const trades = new Map<string, Trade[]>();
    for (const { applied } of events) {
      for (const book of applied.books) if (book.environment === 'real') this.#touched.add(book.instrumentId);
      for (const print of applied.prints) if (print.environment === 'real') this.#print(print, trades);
    }
    for (const [id, list] of trades) this.trades.tell(id, list);
  }

  /** What the market maker quoted is alive, touched books are read, and what changed is published. */
  tick(quoted: readonly InstrumentId[], nowMs: number): void {
    for (const id of quoted) this.#quotes.get(id)?.alive(nowMs);
    this.#readTouches(nowMs);
    this.#tellChanges(nowMs);
  }

  /** Reads the last bars of charts that somebody looks at as a whole, from source and tape. */
  async readBars(): Promise<void> {
    for (const watched of this.#bars.watched()) {
      const quote = this.quote(watched.instrumentId);
      const [bar] = await this.#charts.whole({ ...watched, limit: 1 }, quote, this.#parts.nowMs());
      if (bar !== undefined) this.#bars.set(watched, bar);
    }
  }

  /** Writes every minute that is over. */
  save(nowMs: number): Promise<void> {
    for (const quote of this.#quotes.values())
      this.#charts.close(quote, quote.closeMinuteBefore(this.#minuteAt(quote.listing.instrumentId, nowMs)));
    return this.#charts.flush();
  }

  /** Writes all that there is. */
  saveAll(): Promise<void> {
    for (const quote of this.#quotes.values())
      this.#charts.close(quote, quote.closeMinuteBefore(Number.POSITIVE_INFINITY));
    return this.#charts.flush();
  }

  #dayFacts({ instrumentId: text, kind }: Listing, atMs: number) {
    const id = instrumentId(text);
    const previousClose = this.#parts.previousClose(id, atMs);
    return dayFactsOf(this.#parts.source, { instrumentId: id, kind, previousClose }, atMs);
  }

  #print(print: Print, trades: Map<string, Trade[]>): void {
    const { instrumentId: id, atMs } = print;
    const quote = this.#quotes.get(id);
    if (quote === undefined) return;
    const { trade, closed } = quote.print(print, this.#minuteAt(id, atMs));
    this.#charts.close(quote, closed);
    this.#bars.print(print, this.#parts.source.chartTimeMs(id, atMs));
    const list = trades.get(id) ?? [];
    list.unshift(trade);
    trades.set(id, list);
  }

  /** The minute of an instrument's chart into which an instant falls. */
  #minuteAt(id: string, atMs: number): number {
    const chartMs = this.#parts.source.chartTimeMs(instrumentId(id), atMs);
    return Math.floor(chartMs / MINUTE_MS) * MINUTE_MS;
  }

  #readTouches(atMs: number): void {
    for (const id of this.#touched) {
      const book = this.#parts.engine.book(instrumentId(id), 'real', 1);
      this.#quotes.get(id)?.seen({ bid: book.bids[0]?.price, ask: book.asks[0]?.price, atMs });
    }
    this.#touched.clear();
  }

  #tellChanges(nowMs: number): void {
    const changed: Ticker[] = [];
    for (const [id, quote] of this.#quotes) {
      const isDue = quote.takeChanged() || nowMs - (this.#sentAtMs.get(id) ?? 0) >= HEARTBEAT_MS;
      if (!isDue) continue;
      this.#sentAtMs.set(id, nowMs);
      changed.push(quote.ticker());
    }
    if (changed.length > 0) this.tickers.tell(changed);
    for (const { instrumentId: id, interval, bar } of this.#bars.takeChanged())
      this.candles.tell(id, interval, wireCandle(bar, this.quote(id).listing));
  }
}
