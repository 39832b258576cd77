import type { Print } from '@tarazu/core';
import { type InstrumentId, instrumentId, type Price } from '@tarazu/core/values';
import type { CandleInterval, Ticker, Trade, Candle as WireCandle } from '@tarazu/protocol';
import { DAY_MS, MINUTE_MS } from '#market/calendar/days.ts';
import { LiveBars } from '#market/live/bars.ts';
import { Board } from '#market/live/board.ts';
import { wireCandle } from '#market/live/candles.ts';
import { type BarsQuery, Charts } from '#market/live/charts.ts';
import { dayFactsOf } from '#market/live/day-facts.ts';
import { indexValue } from '#market/live/index-value.ts';
import { Listeners } from '#market/live/listeners.ts';
import { listingsOf } from '#market/live/listings.ts';
import { startPrice } from '#market/live/quoting.ts';
import { Sparks } from '#market/live/sparks.ts';
import type { TapeStore } from '#market/live/tape-store.ts';
import { isSame } from '#market/model/share-ratios.ts';
import type { MarketSource } from '#market/source.ts';
import type { EngineEvent, EnginePort, Listing } from '#ports.ts';

/** A ticker is sent again when nothing moved, so that a client can tell a calm price from a lost one. */
const HEARTBEAT_MS = 3_000;

export interface TapeParts {
  readonly source: MarketSource;
  readonly store: TapeStore;
  readonly engine: Pick<EnginePort, 'book'>;
  readonly previousClose: (id: InstrumentId, atMs: number) => Price;
  readonly nowMs: () => number;
}

/** The market as everybody sees it: a board for each instrument, its prints and charts, and who is told when they change. */
export class Tape {
  readonly listings: readonly Listing[];
  /** Since when its trades are listed, which are kept in memory; their minutes are in the candles. */
  readonly beganAtMs: number;
  readonly tickers = new Listeners<[changed: readonly Ticker[]]>();
  readonly trades = new Listeners<[instrumentId: string, trades: readonly Trade[]]>();
  readonly candles = new Listeners<[instrumentId: string, interval: CandleInterval, candle: WireCandle]>();
  readonly #parts: TapeParts;
  readonly #boards = new Map<string, Board>();
  readonly #charts: Charts;
  readonly #bars = new LiveBars();
  readonly #sparks: Sparks;
  readonly #sentAtMs = new Map<string, number>();
  readonly #touched = new Set<string>();

  constructor(parts: TapeParts, atMs: number) {
    const { source, store } = parts;
    this.#parts = parts;
    this.beganAtMs = atMs;
    this.#sparks = new Sparks(source);
    this.#charts = new Charts(source, store);
    this.listings = listingsOf(source, atMs);
    const ticks = new Map(source.instruments(atMs).map(({ id, tickSize }) => [String(id), tickSize]));
    for (const listing of this.listings) {
      const { instrumentId: id, priceScale } = listing;
      const fair = source.fairValue(instrumentId(id), atMs).price;
      const day = this.#dayFacts(listing, atMs);
      const price = startPrice(fair, priceScale, ticks.get(id));
      this.#boards.set(id, new Board(listing, { day, price, atMs }));
    }
  }

  get boards(): ReadonlyMap<string, Board> {
    return this.#boards;
  }

  /** The board of what a caller knows to be listed. */
  board(id: string): Board {
    const board = this.#boards.get(id);
    if (board === undefined) throw new Error(`Condition: ${id} is not listed`);
    return board;
  }

  spark(id: string): readonly string[] {
    return this.#sparks.of(this.board(id), this.#parts.nowMs());
  }

  async chart(query: BarsQuery): Promise<{ list: WireCandle[]; olderBeforeMs?: number }> {
    const board = this.board(query.instrumentId);
    const bars = await this.#charts.whole(query, board, this.#parts.nowMs());
    const first = bars[0];
    return {
      list: bars.map((bar) => wireCandle(bar, board.listing)),
      ...(first === undefined || bars.length < query.limit ? {} : { olderBeforeMs: first.openTimeMs }),
    };
  }

  /** Keeps the last bar of a chart moving. Returns the way to let go. */
  watchCandles(id: string, interval: CandleInterval): () => void {
    return this.#bars.watch(this.board(id).listing.instrumentId, interval);
  }

  /** When the newest price of the whole market was made. */
  newestAtMs(): number {
    let newest = 0;
    for (const board of this.#boards.values()) newest = Math.max(newest, board.atMs);
    return newest;
  }

  /** Every board takes its day as the source tells it. */
  startDay(atMs: number): void {
    for (const board of this.#boards.values()) board.startDay(this.#dayFacts(board.listing, atMs));
  }

  /** Every board takes the day that has begun, and a share that is another one since the day before its last price. */
  newDay(atMs: number): void {
    this.startDay(atMs);
    for (const board of this.#boards.values()) {
      const id = instrumentId(board.listing.instrumentId);
      if (!isSame(this.#parts.source.sharesSince(id, atMs - DAY_MS, atMs))) board.restate();
    }
  }

  /** The day of a coin is its last 24 hours, which go on. */
  rollCoins(atMs: number): void {
    for (const board of this.#boards.values())
      if (board.listing.kind === 'spot') board.startDay(this.#dayFacts(board.listing, atMs));
  }

  /** Values of indices follow the prices of their members. */
  valueIndices(nowMs: number): void {
    const { source } = this.#parts;
    for (const index of source.indices(nowMs)) {
      const value = indexValue(index, { source, boards: this.#boards }, nowMs);
      if (value !== undefined) this.#boards.get(index.id)?.value(value, nowMs);
    }
  }

  /** What became durable: prints go on the tape, and touches of the real lane's books are read with the next tick. */
  hear(events: readonly EngineEvent[]): void {
    const trades = new Map<string, Trade[]>();
    for (const { applied } of events) {
      for (const book of applied.books) if (book.lane === 'real') this.#touched.add(book.instrumentId);
      for (const print of applied.prints) if (print.lane === 'real') this.#print(print, trades);
    }
    for (const [id, list] of trades) this.trades.tell(id, list);
  }

  /** What the house quoted is alive, touched books are read, and what changed is told. */
  tick(quoted: readonly InstrumentId[], nowMs: number): void {
    for (const id of quoted) this.#boards.get(id)?.alive(nowMs);
    this.#readTouches(nowMs);
    this.#tellChanges(nowMs);
  }

  /** Reads the last bars of charts that somebody looks at as a whole, from source and tape. */
  async readBars(): Promise<void> {
    for (const watched of this.#bars.watched()) {
      const board = this.board(watched.instrumentId);
      const [bar] = await this.#charts.whole({ ...watched, limit: 1 }, board, this.#parts.nowMs());
      if (bar !== undefined) this.#bars.set(watched, bar);
    }
  }

  /** Writes every minute that is over. */
  save(nowMs: number): Promise<void> {
    for (const board of this.#boards.values())
      this.#charts.close(board, board.closeMinuteBefore(this.#minuteAt(board.listing.instrumentId, nowMs)));
    return this.#charts.flush();
  }

  /** Writes all that there is. */
  saveAll(): Promise<void> {
    for (const board of this.#boards.values())
      this.#charts.close(board, board.closeMinuteBefore(Number.POSITIVE_INFINITY));
    return this.#charts.flush();
  }

  #dayFacts({ instrumentId: text, kind }: Listing, atMs: number) {
    const id = instrumentId(text);
    const previousClose = this.#parts.previousClose(id, atMs);
    return dayFactsOf(this.#parts.source, { instrumentId: id, kind, previousClose }, atMs);
  }

  #print(print: Print, trades: Map<string, Trade[]>): void {
    const { instrumentId: id, atMs } = print;
    const board = this.#boards.get(id);
    if (board === undefined) return;
    const { trade, closed } = board.print(print, this.#minuteAt(id, atMs));
    this.#charts.close(board, closed);
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
      this.#boards.get(id)?.seen({ bid: book.bids[0]?.price, ask: book.asks[0]?.price, atMs });
    }
    this.#touched.clear();
  }

  #tellChanges(nowMs: number): void {
    const changed: Ticker[] = [];
    for (const [id, board] of this.#boards) {
      const isDue = board.takeChanged() || nowMs - (this.#sentAtMs.get(id) ?? 0) >= HEARTBEAT_MS;
      if (!isDue) continue;
      this.#sentAtMs.set(id, nowMs);
      changed.push(board.ticker());
    }
    if (changed.length > 0) this.tickers.tell(changed);
    for (const { instrumentId: id, interval, bar } of this.#bars.takeChanged())
      this.candles.tell(id, interval, wireCandle(bar, this.board(id).listing));
  }
}
