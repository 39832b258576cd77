import { setImmediate as turn } from 'node:timers/promises';
import type { Print } from '@tarazu/core';
import { PHASE_TERMS } from '@tarazu/core/checks';
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
import { hasMinutes } from '#market/calendar/sessions.ts';
import type { Exchange } from '#market/exchanges.ts';
import { startPrice } from '#market/quoting/quoting.ts';
import type { MarketSource } from '#market/source.ts';
import { LiveBars } from '#market/tape/bars.ts';
import { wireCandle } from '#market/tape/candles.ts';
import { type BarsQuery, Charts } from '#market/tape/charts.ts';
import { factsOf } from '#market/tape/day-facts.ts';
import type { History } from '#market/tape/history.ts';
import { indexValue } from '#market/tape/index-value.ts';
import { listingsOf } from '#market/tape/listings.ts';
import { PAUSE_MAX_MS } from '#market/tape/minutes.ts';
import { InstrumentQuote } from '#market/tape/quotes.ts';
import { Sparks } from '#market/tape/sparks.ts';
import { TapeDays } from '#market/tape/tape-days.ts';
import type { TapeStore } from '#market/tape/tape-store.ts';
import { YearRanges } from '#market/tape/year-ranges.ts';
import { Listeners } from '#platform/listeners.ts';
import { dayOf, dayStartMs } from '#platform/time/days.ts';
import type { EngineEvent, EnginePort, Listing } from '#ports.ts';

/** A ticker is sent again when nothing moved, so that a client can tell a calm price from a lost one. */
const HEARTBEAT_MS = 3_000;
/** Bars of a chart that are written in one turn of the thread on which orders are matched. */
const WRITTEN_A_TURN = 250;

export interface TapeParts {
  readonly source: MarketSource;
  readonly history: Pick<History, 'candles' | 'joined' | 'fold'>;
  readonly store: TapeStore;
  readonly engine: Pick<EnginePort, 'book'>;
  readonly previousClose: (id: InstrumentId, atMs: number) => Price;
  readonly nowMs: () => number;
}

/** The part of a durable command that the tape hears. */
export type TapeEvent = Pick<EngineEvent, 'sequence' | 'leafHash'> & {
  readonly applied: Pick<EngineEvent['applied'], 'books' | 'prints'>;
};

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
  /** The day of each quote. */
  readonly days: TapeDays;
  readonly #parts: TapeParts;
  readonly #quotes = new Map<string, InstrumentQuote>();
  readonly #charts: Charts;
  readonly #bars = new LiveBars();
  readonly #sparks: Sparks;
  readonly #years: YearRanges;
  readonly #sentAtMs = new Map<string, number>();
  readonly #touched = new Set<string>();
  #coarsened = 0;
  /** Until when minutes were made of what is listed. */
  #livedAtMs: number;
  /** The last command of the journal whose trades are on the tape. */
  #sequence = 0;

  constructor(parts: TapeParts, atMs: number) {
    const { source, store, history } = parts;
    this.#parts = parts;
    this.beganAtMs = atMs;
    this.#livedAtMs = atMs;
    this.#sparks = new Sparks(history, (id, at) => source.chartTimeMs(id, at));
    this.#years = new YearRanges(history);
    this.#charts = new Charts({ source, history, store });
    this.listings = listingsOf(source, atMs);
    this.days = new TapeDays({ ...parts, charts: this.#charts, quotes: this.#quotes });
    const ticks = new Map(source.instruments(atMs).map(({ id, tickSize }) => [String(id), tickSize]));
    for (const listing of this.listings) {
      const { instrumentId: id, priceScale } = listing;
      const fair = source.fairValue(instrumentId(id), atMs).price;
      const day = factsOf([], this.days.previousClose(listing, atMs));
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
    const list: WireCandle[] = [];
    for (const [index, bar] of bars.entries()) {
      // An order that comes meanwhile goes first.
      if (index > 0 && index % WRITTEN_A_TURN === 0) await turn();
      list.push(wireCandle(bar, quote.listing));
    }
    return {
      list,
      ...(first === undefined || bars.length < query.limit ? {} : { olderBeforeMs: first.openTimeMs }),
    };
  }

  /** Moves the last bar of a chart on; gives the way to stop. */
  watchCandles(id: string, interval: CandleInterval): () => void {
    return this.#bars.watch(this.quote(id).listing.instrumentId, interval);
  }

  /** When the newest price of the whole market was made. */
  newestAtMs(): number {
    let newest = 0;
    for (const quote of this.#quotes.values()) newest = Math.max(newest, quote.atMs);
    return newest;
  }

  /**
   * Every quote takes what was told of its day before the start: by servers before this one, by the journal
   * what they did not come to save, and by the source where there was none.
   */
  async begin(atMs: number): Promise<void> {
    await this.days.begin(atMs);
    const { prints, sequence } = await this.#parts.store.unsavedPrints(atMs - DAY_MS);
    for (const print of prints) this.#print(print, new Map());
    this.#sequence = sequence;
  }

  /** Values of indices follow the prices of their members. */
  valueIndices(nowMs: number): void {
    const { source } = this.#parts;
    for (const index of source.indices(nowMs)) {
      const value = indexValue(index, { source, quotes: this.#quotes }, nowMs);
      const quote = value === undefined ? undefined : this.#quotes.get(index.id);
      if (value !== undefined && quote !== undefined)
        this.#charts.close(quote, quote.value(value, nowMs, this.#minuteAt(index.id, nowMs)));
    }
  }

  /**
   * Commands that became durable: prints go on the tape, and touches of the real environment's books are read
   * with the next tick.
   */
  onEvents(events: readonly TapeEvent[]): void {
    const trades = new Map<string, Trade[]>();
    for (const { applied, sequence, leafHash } of events) {
      if (leafHash !== undefined) this.#sequence = sequence;
      for (const book of applied.books) if (book.environment === 'real') this.#touched.add(book.instrumentId);
      for (const print of applied.prints) if (print.environment === 'real') this.#print(print, trades);
    }
    for (const [id, list] of trades) this.trades.publish(id, list);
  }

  /**
   * Instruments that the market maker quoted are alive, touched books are read, and changes are published.
   */
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

  /**
   * Writes what the minutes of now are: after a kill at any instant
   * no more than a second of them is to be found elsewhere.
   */
  async save(nowMs: number): Promise<void> {
    await this.#charts.flushed();
    this.#makeMinutes(nowMs);
    await this.#charts.flush(this.#sequence);
  }

  /**
   * Day of an exchange for all its quotes, after the minutes
   * of the day before, whose prices are of the old share.
   */
  async newDay(exchange: Exchange, nowMs: number): Promise<void> {
    const endMs = dayStartMs(dayOf(nowMs, exchange.zone), exchange.zone) - 1;
    if (endMs > this.#livedAtMs && nowMs - this.#livedAtMs <= PAUSE_MAX_MS) this.#makeMinutes(endMs);
    await this.days.newDay(exchange, nowMs);
  }

  /** Makes the old minutes of one listing coarser, of another at each call. */
  async coarsenNext(nowMs: number): Promise<void> {
    if (this.#parts.source.kind === 'recorded') return;
    const listing = this.listings[this.#coarsened % this.listings.length];
    this.#coarsened += 1;
    if (listing !== undefined) await this.#charts.coarsen(this.quote(listing.instrumentId), nowMs);
  }

  #makeMinutes(nowMs: number): void {
    const sinceMs = this.#livedAtMs;
    this.#livedAtMs = nowMs;
    for (const quote of this.#quotes.values()) {
      const id = instrumentId(quote.listing.instrumentId);
      if (quote.listing.kind !== 'index')
        for (const atMs of this.#openSpan(id, { sinceMs, nowMs }))
          this.#charts.close(quote, quote.live(this.#minuteAt(id, atMs)));
      const minute = quote.takeMinute();
      if (minute !== undefined) this.#charts.close(quote, [minute]);
    }
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

  /** Minute of a chart into which an instant falls; of the auction before the session it is the first. */
  #minuteAt(id: string, atMs: number): number {
    const { source } = this.#parts;
    const chartMs = source.chartTimeMs(instrumentId(id), atMs);
    let minuteMs = Math.floor(chartMs / MINUTE_MS) * MINUTE_MS;
    if (source.kind === 'recorded') return minuteMs;
    const phaseThen = () => source.sessionState(instrumentId(id), minuteMs).phase;
    while (PHASE_TERMS[phaseThen()].partOfDay === 'preOpen') minuteMs += MINUTE_MS;
    return minuteMs;
  }

  /**
   * From when until when an instrument traded in a span, also when
   * its session began or ended in a pause of this process.
   */
  #openSpan(id: InstrumentId, span: { sinceMs: number; nowMs: number }): readonly number[] {
    const { source } = this.#parts;
    const beforeMs = Math.max(span.sinceMs, span.nowMs - PAUSE_MAX_MS);
    const open: number[] = [];
    for (let atMs = span.nowMs; atMs > beforeMs || atMs === span.nowMs; atMs -= MINUTE_MS)
      if (hasMinutes(source.sessionState(id, atMs))) open.push(atMs);
    const [lastMs, firstMs] = [open[0], open.at(-1)];
    return lastMs === undefined || firstMs === undefined ? [] : [firstMs, lastMs];
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
    if (changed.length > 0) this.tickers.publish(changed);
    for (const { instrumentId: id, interval, bar } of this.#bars.takeChanged())
      this.candles.publish(id, interval, wireCandle(bar, this.quote(id).listing));
  }
}
