import { instrumentId, type Price } from '@tarazu/core/values';
import type { CandleInterval, InstrumentDetail, Ticker, Trade, Candle as WireCandle } from '@tarazu/protocol';
import { DAY_MS, dayOf } from '#market/calendar/days.ts';
import type { EndSeeds } from '#market/calendar/random-end.ts';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import { LiveBars } from '#market/live/bars.ts';
import { Board } from '#market/live/board.ts';
import { wireCandle } from '#market/live/candles.ts';
import { type BarsQuery, Charts } from '#market/live/charts.ts';
import { Crowd } from '#market/live/crowd.ts';
import { dayFactsOf } from '#market/live/day-facts.ts';
import { DayTold } from '#market/live/day-told.ts';
import { describe } from '#market/live/detail.ts';
import { endSeedReferences } from '#market/live/end-seed-references.ts';
import { Floor, isPlain } from '#market/live/floor.ts';
import type { Halt } from '#market/live/halts.ts';
import { indexValue } from '#market/live/index-value.ts';
import { intradayOf } from '#market/live/intraday-times.ts';
import { Listeners } from '#market/live/listeners.ts';
import { listingsOf } from '#market/live/listings.ts';
import { startPrice } from '#market/live/quoting.ts';
import { type Reference, referenceAt, sessionsAt } from '#market/live/reference.ts';
import { Sparks } from '#market/live/sparks.ts';
import { TapeStore } from '#market/live/tape-store.ts';
import { Told } from '#market/live/told.ts';
import { VENUE_DAY_KEY, VenueDay } from '#market/live/venue-day.ts';
import { isSame } from '#market/model/share-ratios.ts';
import type { HoursMode, MarketSource } from '#market/source.ts';
import type { Clock } from '#platform/clock.ts';
import type { Queryable } from '#platform/database/pool.ts';
import { workEvery } from '#platform/timed-work.ts';
import type { EngineEvent, EnginePort, Listing, MarketPort } from '#ports.ts';

const TICK_MS = 250;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** A step takes a few milliseconds: often enough to be done in two minutes, seldom enough not to be felt. */
const WARM_STEP_MS = 200;
/** A ticker is sent again when nothing moved, so that a client can tell a calm price from a lost one. */
const HEARTBEAT_MS = 3_000;

export interface LiveMarketOptions {
  readonly source: MarketSource;
  readonly engine: EnginePort;
  readonly clock: Clock;
  readonly database: Queryable;
  readonly calendar: TradingCalendar;
  readonly hours: HoursMode;
  readonly seed: number;
  readonly endSeeds: EndSeeds;
  /** Work that makes the first charts quick, a step at a time: done in the pauses after the start. */
  readonly warming?: Generator<unknown>;
  /** Told of what went wrong in background work; the market goes on at its next minute. */
  readonly onTrouble: (what: string, error: unknown) => void;
}

export interface LiveMarket extends MarketPort {
  /** Age of the newest tick of the whole market. */
  newestAgeMs(): number;
  /** False from a start or a recovery until the house stands in every book whose venue is open. */
  areBooksQuoted(): boolean;
  stop(): Promise<void>;
}

/** Tells the engine what is listed, opens the books with quotes and starts the tape. */
export async function openMarket(options: LiveMarketOptions): Promise<LiveMarket> {
  const market = new Market(options);
  await market.start();
  return market;
}

class Market implements LiveMarket {
  readonly hours: HoursMode;
  readonly #options: LiveMarketOptions;
  readonly #source: MarketSource;
  readonly #store: TapeStore;
  readonly #boards = new Map<string, Board>();
  readonly #listings: readonly Listing[];
  readonly #crowd: Crowd;
  readonly #day: VenueDay;
  readonly #told: Told;
  readonly #floor: Floor;
  readonly #bars = new LiveBars();
  readonly #sparks: Sparks;
  readonly #sentAtMs = new Map<string, number>();
  readonly #touched = new Set<string>();
  readonly #charts: Charts;
  readonly #tickers = new Listeners<[changed: readonly Ticker[]]>();
  readonly #trades = new Listeners<[instrumentId: string, trades: readonly Trade[]]>();
  readonly #candles = new Listeners<[instrumentId: string, interval: CandleInterval, candle: WireCandle]>();
  readonly #stops: (() => void)[] = [];
  #dayNumber = -1;
  readonly #dayTold = new DayTold(
    () => this.#nowMs(),
    (nowMs) => this.#advanceDay(nowMs, false),
  );
  /** Terms of instruments have changed that the engine was not told: what failed is told again. */
  #hasNews = false;
  /** The house left its books and is to come back as soon as the engine knows the day. */
  #isHouseAway = false;
  /** Prices are made only while orders can be: a market that nobody can trade in does not pretend to be alive. */
  #isTrading = true;
  /** Books for whose first quotes the writer has not answered yet. */
  #unquoted = new Set<string>();

  constructor(options: LiveMarketOptions) {
    const atMs = options.clock.nowMs();
    this.#options = options;
    this.#source = options.source;
    this.hours = options.hours;
    this.#store = new TapeStore(options.database);
    this.#told = new Told(options.engine, this.#store);
    this.#sparks = new Sparks(options.source);
    this.#charts = new Charts(options.source, this.#store);
    this.#listings = listingsOf(options.source, atMs);
    this.#day = new VenueDay(
      {
        ...options,
        randomEnd: options.endSeeds.randomEnd,
        store: this.#store,
        lastPrice: (id) => this.#board(id).price,
        saveTape: () => this.#saveTape(this.#nowMs()),
      },
      atMs,
    );
    this.#floor = new Floor({ ...options, day: this.#day });
    this.#crowd = new Crowd({ source: options.source, day: this.#day, seed: options.seed, atMs });
    const ticks = new Map(options.source.instruments(atMs).map(({ id, tickSize }) => [String(id), tickSize]));
    for (const listing of this.#listings) {
      this.#boards.set(listing.instrumentId, this.#openBoard({ listing, atMs, ticks }));
    }
  }

  async start(): Promise<void> {
    const state = await this.#store.state();
    this.#told.restore(state);
    this.#day.restore(state.get(VENUE_DAY_KEY));
    if (this.hours === 'calendar')
      for (const board of this.#boards.values()) board.startDay(this.#dayFacts(board.listing, this.#nowMs()));
    await this.#day.advance(this.#nowMs());
    const toldMs = this.#nowMs();
    await this.#told.tell(this.#references());
    this.#dayTold.heard(toldMs);
    this.#dayNumber = dayOf(this.#nowMs(), 'IST');
    const { engine } = this.#options;
    this.#stops.push(engine.onEvents((events) => this.#hear(events)));
    this.#stops.push(engine.onState((state) => this.#engineIs(state)));
    this.#every(TICK_MS, () => this.#tick());
    this.#everyOnce(SECOND_MS, 'market second', () => this.#second());
    this.#everyOnce(MINUTE_MS / 4, 'market minute', () => this.#minute());
    this.#every(WARM_STEP_MS, () => {
      this.#options.warming?.next();
    });
    this.#quoteAfresh();
    this.#tick();
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    for (const board of this.#boards.values()) {
      this.#charts.close(board, board.closeMinuteBefore(Number.POSITIVE_INFINITY));
    }
    // The database may be gone already: the last minute of the tape is then the source's, and the rest still stops.
    await this.#charts.flush().catch((error: unknown) => this.#options.onTrouble('market stop', error));
  }

  label() {
    const nowMs = this.#nowMs();
    if (this.#source.kind === 'simulated') return { kind: 'simulated' } as const;
    const date = /\d{4}-\d{2}-\d{2}/.exec(this.#source.label(nowMs))?.[0];
    return { kind: 'recorded', ...(date === undefined ? {} : { date }) } as const;
  }

  listings(): readonly Listing[] {
    return this.#listings;
  }

  auctionEnds: MarketPort['auctionEnds'] = (tradingDay) => this.#day.endsOf(tradingDay);

  corporateActions() {
    return this.#source.corporateActions();
  }

  worthChanges(id: string) {
    return this.#source.worthChanges(instrumentId(id), this.#nowMs());
  }

  listing(id: string): Listing | undefined {
    return this.#boards.get(id)?.listing;
  }

  ticker(id: string): Ticker {
    return this.#board(id).ticker();
  }

  spark(id: string): readonly string[] {
    return this.#sparks.of(this.#board(id), this.#nowMs());
  }

  detail(id: string): Omit<InstrumentDetail, 'collected'> {
    const board = this.#board(id);
    return describe({
      listing: board.listing,
      ticker: board.ticker(),
      spark: this.spark(id),
      source: this.#source,
      calendar: this.#options.calendar,
      hours: this.hours,
      day: this.#day,
      venueState: this.#floor.stateOf(board.listing, this.#nowMs()),
      label: this.label(),
      atMs: this.#nowMs(),
    });
  }

  intraday: MarketPort['intraday'] = (id) =>
    intradayOf(id, this.#nowMs(), {
      source: this.#source,
      calendar: this.#options.calendar,
      hours: this.hours,
    });

  today: MarketPort['today'] = () => this.#dayTold.today();

  proceeds: MarketPort['proceeds'] = (soldAtMs) => this.#options.calendar.proceedsAtMs(soldAtMs);

  async candles(query: BarsQuery) {
    const board = this.#board(query.instrumentId);
    const bars = await this.#charts.whole(query, board, this.#nowMs());
    const first = bars[0];
    return {
      list: bars.map((bar) => wireCandle(bar, board.listing)),
      ...(first === undefined || bars.length < query.limit ? {} : { olderBeforeMs: first.openTimeMs }),
    };
  }

  trades(id: string, limit: number): readonly Trade[] {
    return this.#board(id).trades(limit);
  }

  watch(id: string): void {
    this.#crowd.watch(id, this.#nowMs());
  }

  watchCandles(id: string, interval: CandleInterval): () => void {
    return this.#bars.watch(this.#board(id).listing.instrumentId, interval);
  }

  onTickers: MarketPort['onTickers'] = (listener) => this.#tickers.add(listener);
  onTrades: MarketPort['onTrades'] = (listener) => this.#trades.add(listener);
  onCandle: MarketPort['onCandle'] = (listener) => this.#candles.add(listener);

  /** The last price of a closed session is too old at any age: nobody quotes it any more. */
  ageMs(id: string): number {
    if (!this.#day.sessionOf(instrumentId(id), this.#nowMs()).takesOrders) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#nowMs() - this.#board(id).atMs);
  }

  newestAgeMs(): number {
    let newest = 0;
    for (const board of this.#boards.values()) newest = Math.max(newest, board.atMs);
    return Math.max(0, this.#nowMs() - newest);
  }

  areBooksQuoted(): boolean {
    return this.#isTrading && !this.#isHouseAway && this.#unquoted.size === 0;
  }

  #nowMs(): number {
    return this.#options.clock.nowMs();
  }

  #board(id: string): Board {
    const board = this.#boards.get(id);
    if (board === undefined) throw new Error(`Condition: ${id} is not listed`);
    return board;
  }

  #every(periodMs: number, work: () => void): void {
    const timer = setInterval(work, periodMs);
    this.#stops.push(() => clearInterval(timer));
  }

  /** Work that waits for others, while the writer takes orders. */
  #everyOnce(periodMs: number, name: string, work: () => Promise<void>): void {
    const turn = async (): Promise<void> => {
      if (this.#isTrading) await work();
    };
    const { stop } = workEvery(periodMs, turn, (error) => this.#options.onTrouble(name, error));
    this.#stops.push(() => void stop());
  }

  #engineIs(state: 'open' | 'recovering'): void {
    this.#isTrading = state === 'open';
    if (this.#isTrading) this.#quoteAfresh();
  }

  /** The house left its books with the writer's last term, or was never in them: it comes now and not with the next tick. */
  #quoteAfresh(): void {
    this.#crowd.quoteAll();
    this.#isHouseAway = !this.#dayTold.isToday();
    if (this.#isHouseAway) return;
    const { commands } = this.#crowd.tick(this.#nowMs());
    const quotes = commands.filter(
      (command) => command.type === 'house.quote' && command.bids.length + command.asks.length > 0,
    );
    this.#unquoted = new Set(quotes.map(bookOf));
    this.#options.engine.house(commands);
  }

  #openBoard(of: { listing: Listing; atMs: number; ticks: ReadonlyMap<string, Price> }): Board {
    const { listing, atMs, ticks } = of;
    const fair = this.#source.fairValue(instrumentId(listing.instrumentId), atMs).price;
    const day = this.#dayFacts(listing, atMs);
    return new Board(listing, {
      day,
      price: startPrice(fair, listing.priceScale, ticks.get(listing.instrumentId)),
      atMs,
    });
  }

  #dayFacts({ instrumentId: text, kind }: Listing, atMs: number) {
    const id = instrumentId(text);
    const previousClose = this.#day.previousClose(id, atMs);
    return dayFactsOf(this.#source, { instrumentId: id, kind, previousClose }, atMs);
  }

  #tick(): void {
    if (!this.#isTrading) return;
    const nowMs = this.#nowMs();
    if (this.#dayTold.isToday()) this.#quote(nowMs);
    this.#readTouches(nowMs);
    this.#publish(nowMs);
  }

  /** The house says nothing on a day that the engine does not know yet: it would fill orders by the terms of the day before. */
  #quote(nowMs: number): void {
    if (this.#isHouseAway) this.#quoteAfresh();
    const { commands, alive } = this.#crowd.tick(nowMs);
    if (commands.length > 0) this.#options.engine.house(commands);
    for (const id of alive) this.#boards.get(id)?.alive(nowMs);
  }

  #hear(events: readonly EngineEvent[]): void {
    const trades = new Map<string, Trade[]>();
    for (const { command, applied } of events) {
      if (command.type === 'house.quote') this.#unquoted.delete(bookOf(command));
      for (const book of applied.books) {
        if (command.type !== 'house.quote') this.#crowd.eaten(book.instrumentId, book.lane);
        if (book.lane === 'real') this.#touched.add(book.instrumentId);
      }
      for (const print of applied.prints) if (print.lane === 'real') this.#print(print, trades);
      if (applied.prints.length > 0) this.#floor.hear(command.type, applied);
    }
    for (const [id, list] of trades) this.#trades.tell(id, list);
  }

  #print(print: EngineEvent['applied']['prints'][number], trades: Map<string, Trade[]>): void {
    const board = this.#boards.get(print.instrumentId);
    if (board === undefined) return;
    const chartMs = this.#source.chartTimeMs(print.instrumentId, print.atMs);
    const { trade, closed } = board.print(print, Math.floor(chartMs / MINUTE_MS) * MINUTE_MS);
    this.#charts.close(board, closed);
    this.#bars.print(print, chartMs);
    const list = trades.get(print.instrumentId) ?? [];
    list.unshift(trade);
    trades.set(print.instrumentId, list);
  }

  #readTouches(atMs: number): void {
    for (const id of this.#touched) {
      const book = this.#options.engine.book(instrumentId(id), 'real', 1);
      this.#boards.get(id)?.seen({ bid: book.bids[0]?.price, ask: book.asks[0]?.price, atMs });
    }
    this.#touched.clear();
  }

  #publish(nowMs: number): void {
    const changed: Ticker[] = [];
    for (const [id, board] of this.#boards) {
      const isDue = board.takeChanged() || nowMs - (this.#sentAtMs.get(id) ?? 0) >= HEARTBEAT_MS;
      if (!isDue) continue;
      this.#sentAtMs.set(id, nowMs);
      changed.push(board.ticker());
    }
    if (changed.length > 0) this.#tickers.tell(changed);
    for (const { instrumentId: id, interval, bar } of this.#bars.takeChanged()) {
      this.#candles.tell(id, interval, wireCandle(bar, this.#board(id).listing));
    }
  }

  async #second(): Promise<void> {
    const nowMs = this.#nowMs();
    for (const index of this.#source.indices(nowMs)) {
      const value = indexValue(index, { source: this.#source, boards: this.#boards }, nowMs);
      if (value !== undefined) this.#boards.get(index.id)?.value(value, nowMs);
    }
    const isStopped = await this.#watchIndex(nowMs);
    await this.#advanceDay(nowMs, isStopped);
    for (const watched of this.#bars.watched()) {
      const bars = await this.#charts.whole(
        { ...watched, limit: 1 },
        this.#board(watched.instrumentId),
        this.#nowMs(),
      );
      const [bar] = bars;
      if (bar !== undefined) this.#bars.set(watched, bar);
    }
  }

  /** A great move of the first index stops the whole venue (rules 2.5). */
  async #watchIndex(nowMs: number): Promise<boolean> {
    const [first] = this.#source.indices(nowMs);
    const board = first && this.#boards.get(first.id);
    if (!first || !board) return false;
    const previousClose = this.#source.previousClose(first.id, nowMs);
    return this.#day.heardIndex({ change: board.price - previousClose, previousClose }, nowMs);
  }

  async #minute(): Promise<void> {
    const nowMs = this.#nowMs();
    // Whatever is told below is of the phase that the day is in, also where this comes before the second does.
    await this.#advanceDay(nowMs, false);
    this.#refreshDays(nowMs);
    await this.#saveTape(nowMs);
    await this.#told.tell(this.#references());
  }

  /** Writes every minute of the tape that is over. */
  #saveTape(nowMs: number): Promise<void> {
    for (const board of this.#boards.values()) {
      const chartMs = this.#source.chartTimeMs(instrumentId(board.listing.instrumentId), nowMs);
      this.#charts.close(board, board.closeMinuteBefore(Math.floor(chartMs / MINUTE_MS) * MINUTE_MS));
    }
    return this.#charts.flush();
  }

  /** Phases, halts and bands go on; what auctions would give is shown. */
  async #advanceDay(nowMs: number, isStopped: boolean): Promise<void> {
    const isNew = (await this.#day.advance(nowMs)) || isStopped || this.#hasNews;
    this.#hasNews ||= isNew;
    if (isNew) this.#refreshDays(nowMs);
    await this.#told.tell(isNew ? this.#references() : sessionsAt(this.#question()));
    if (isNew) this.#hasNews = false;
    this.#dayTold.heard(nowMs);
    if (isNew) this.#crowd.quoteAll();
    for (const [id, board] of this.#boards) {
      if (board.listing.kind !== 'stock') continue;
      const isSimple = this.hours === 'always' && this.#day.haltOf(id) === undefined;
      const state = isSimple ? undefined : this.#floor.stateOf(board.listing, nowMs);
      board.stand(state === undefined || isPlain(state) ? undefined : state);
    }
  }

  /** Stops one share until it is let go on, or until a time; without a halt it goes on. */
  async halt(id: string, halt: Halt | undefined): Promise<void> {
    await this.#day.halt(id, halt, this.#nowMs());
    await this.#told.tell(this.#references());
    this.#crowd.quoteAll();
  }

  #refreshDays(nowMs: number): void {
    const day = dayOf(nowMs, 'IST');
    const isNewDay = day !== this.#dayNumber;
    if (isNewDay) this.#crowd.setDefinitions(nowMs);
    this.#dayNumber = day;
    for (const board of this.#boards.values()) {
      if (isNewDay || board.listing.kind === 'spot') board.startDay(this.#dayFacts(board.listing, nowMs));
      const id = instrumentId(board.listing.instrumentId);
      if (isNewDay && !isSame(this.#source.sharesSince(id, nowMs - DAY_MS, nowMs))) board.restate();
    }
  }

  #question() {
    const { calendar } = this.#options;
    return { source: this.#source, calendar, hours: this.hours, day: this.#day, atMs: this.#nowMs() };
  }

  #references(): Reference[] {
    const question = this.#question();
    const { endSeeds: seeds } = this.#options;
    const isTold = (key: string): boolean => this.#told.knows(key);
    const ofSeeds = this.hours === 'calendar' ? endSeedReferences({ ...question, seeds, isTold }) : [];
    return [...referenceAt(question), ...ofSeeds];
  }
}

function bookOf({ instrumentId: id, lane }: { instrumentId: string; lane: string }): string {
  return `${lane} ${id}`;
}
