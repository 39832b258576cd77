import { instrumentId, MINUTE_MS, SECOND_MS } from '@tarazu/core/values';
import type { CandleInterval, Ticker } from '@tarazu/protocol';
import { takesAfterMarket } from '#market/calendar/after-market.ts';
import type { Calendars } from '#market/calendar/calendars.ts';
import type { EndSeeds } from '#market/calendar/random-end.ts';
import { exchangeAt } from '#market/exchanges.ts';
import type { DayKeys } from '#market/identity/day-keys.ts';
import { MarketMaker } from '#market/market-maker/market-maker.ts';
import { OrderFlow } from '#market/market-maker/order-flow.ts';
import type { DayWords } from '#market/model/day-words.ts';
import { describe } from '#market/reference/instrument-profile.ts';
import { intradayOf, newestSquareOffAtMs } from '#market/reference/intraday-times.ts';
import { SessionScheduler } from '#market/session/session-scheduler.ts';
import { SyncedFacts } from '#market/session/synced.ts';
import type { HoursMode, MarketSource } from '#market/source.ts';
import type { History } from '#market/tape/history.ts';
import { Tape } from '#market/tape/tape.ts';
import { TapeStore } from '#market/tape/tape-store.ts';
import type { Halt } from '#market/venue/halts.ts';
import { DayRecords, VenueDays } from '#market/venue/venue-days.ts';
import { VenueStatus } from '#market/venue/venue-status.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Scheduler } from '#platform/time/scheduler.ts';
import type {
  EndMixPort,
  EngineEvent,
  EnginePort,
  Listing,
  MarketOrigin,
  MarketPort,
  PastMarket,
} from '#ports.ts';
import { currencyRateAt } from '#rules/families/currency-rates.ts';
import type { RulesPort } from '#rules/family.ts';

const TICK_MS = 250;
/** Until then a start has the processors for itself: for the port that opens, and for the first orders. */
const LINES_AFTER_MS = 3_000;

export interface LiveMarketOptions {
  readonly source: MarketSource;
  readonly engine: EnginePort;
  readonly clock: Clock;
  readonly database: Queryable;
  readonly rules: RulesPort;
  readonly calendars: Calendars;
  readonly hours: HoursMode;
  /** The source of the market's chance. */
  readonly words: DayWords;
  /** The keys of its days, and what is to be said of the market itself. */
  readonly keys: DayKeys;
  readonly origin: MarketOrigin;
  readonly pastMarkets: readonly PastMarket[];
  readonly isTestMarket: boolean;
  readonly endSeeds: EndSeeds;
  readonly history: History;
  readonly endMix: EndMixPort;
  readonly scheduler: Scheduler;
  /** Told of what went wrong in background work; the market goes on at its next minute. */
  readonly onTrouble: (what: string, error: unknown) => void;
}

export interface LiveMarket extends MarketPort {
  /** Age of the newest tick of the whole market. */
  newestAgeMs(): number;
  /** False from a start or a recovery until the market maker quotes in every book whose venue is open. */
  areBooksQuoted(): boolean;
  stop(): Promise<void>;
}

/** Tells the engine what is listed, opens the books with quotes and starts the tape. */
export async function openMarket(options: LiveMarketOptions): Promise<LiveMarket> {
  const market = new Market(options);
  await market.start();
  return market;
}

/**
 * Joins the parts of the market and gives each its time: the
 * tape, the day, the market maker in its books and the venue.
 */
class Market implements LiveMarket {
  readonly hours: HoursMode;
  readonly rules: RulesPort;
  readonly #options: LiveMarketOptions;
  readonly #source: MarketSource;
  readonly #store: TapeStore;
  readonly #days: VenueDays;
  readonly #tape: Tape;
  readonly #venueStatus: VenueStatus;
  readonly #orderFlow: OrderFlow;
  readonly #marketMaker: MarketMaker;
  readonly #scheduler: SessionScheduler;
  readonly #stops: (() => void)[] = [];
  /**
   * Prices are made only while orders can be: a market that nobody can trade in does not pretend to be alive.
   */
  #isTrading = true;
  #isStopped = false;
  #daysKept: Promise<void> = Promise.resolve();

  constructor(options: LiveMarketOptions) {
    const { source, history, engine, words } = options;
    const nowMs = () => options.clock.nowMs();
    const atMs = options.clock.nowMs();
    this.#options = options;
    this.#source = source;
    this.hours = options.hours;
    this.rules = options.rules;
    const store = new TapeStore(options.database);
    const records = new DayRecords({ ...options, store }, atMs);
    const { previousClose } = records;
    const tape = new Tape({ source, history, store, engine, previousClose, nowMs }, atMs);
    const days = new VenueDays(records, {
      ...options,
      randomEnd: options.endSeeds.randomEnd,
      store,
      lastPrice: (id) => tape.quote(id).price,
      saveTape: () => tape.save(nowMs()),
    });
    const venueStatus = new VenueStatus({ source, engine, days });
    const dayVolume = (id: string) => tape.quote(id).listing.averageDailyVolume;
    const orderFlow = new OrderFlow({ source, hours: options.hours, day: days, dayVolume, words, atMs });
    const synced = new SyncedFacts(engine, store, (error) => options.onTrouble('market facts', error));
    this.#store = store;
    this.#days = days;
    this.#tape = tape;
    this.#venueStatus = venueStatus;
    this.#orderFlow = orderFlow;
    this.#scheduler = new SessionScheduler({
      ...options,
      store,
      days,
      synced,
      tape,
      orderFlow,
      venueStatus: venueStatus,
      nowMs,
    });
    this.#marketMaker = new MarketMaker({ orderFlow, engine, store });
  }

  async start(): Promise<void> {
    const state = await this.#store.state();
    await this.#scheduler.begin(state);
    await this.#marketMaker.restore(state);
    const { engine } = this.#options;
    this.#stops.push(engine.onEvents((events) => this.#onEvents(events)));
    this.#stops.push(engine.onState((state) => this.#engineIs(state)));
    this.#every(TICK_MS, () => this.#tick());
    this.#schedule('market: second', SECOND_MS, () => this.#second());
    this.#schedule('market: minute', MINUTE_MS / 4, () => this.#minute());
    this.#marketMaker.comeBack(this.#moment());
    this.#tick();
    // Nobody waits for these at a start, but a restart soon after is the shorter for days that were kept.
    this.#daysKept = this.#tape.days
      .keepMade(() => this.#isStopped)
      .catch((error: unknown) => this.#options.onTrouble('days of the tape', error));
    const lines = setTimeout(() => this.#makeLines(), LINES_AFTER_MS).unref();
    this.#stops.push(() => clearTimeout(lines));
  }

  /** The lines of lists: whoever looks at one earlier has it made by that. */
  #makeLines(): void {
    void this.#daysKept.then(async () => {
      if (!this.#isStopped) await this.#tape.makeSparks();
    });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const stop of this.#stops) stop();
    await this.#daysKept;
    // The database may be gone already: the last minute of the
    // tape is then the source's, and the rest still stops.
    await this.#tape
      .save(this.#nowMs())
      .catch((error: unknown) => this.#options.onTrouble('market stop', error));
    await this.#options.history.stop();
  }

  label() {
    const nowMs = this.#nowMs();
    const isTest = this.#options.isTestMarket ? ({ isTest: true } as const) : {};
    if (this.#source.kind === 'simulated') return { kind: 'simulated', ...isTest } as const;
    const date = /\d{4}-\d{2}-\d{2}/.exec(this.#source.label(nowMs))?.[0];
    return { kind: 'recorded', ...(date === undefined ? {} : { date }) } as const;
  }

  origin: MarketPort['origin'] = () => this.#options.origin;
  pastMarkets: MarketPort['pastMarkets'] = () => this.#options.pastMarkets;

  listings(): readonly Listing[] {
    return this.#tape.listings;
  }

  listing(id: string): Listing | undefined {
    return this.#tape.quotes.get(id)?.listing;
  }

  auctionEnds: MarketPort['auctionEnds'] = (tradingDay) => this.#days.endsOf(tradingDay);

  corporateActions() {
    return this.#source.corporateActions(this.#nowMs());
  }

  worthChanges(id: string) {
    return this.#source.worthChanges(instrumentId(id), this.#nowMs());
  }

  ticker(id: string): Ticker {
    return this.#tape.quote(id).ticker();
  }

  spark(id: string): readonly string[] {
    return this.#tape.spark(id);
  }

  yearRange: MarketPort['yearRange'] = (id) => this.#tape.yearRange(id);

  profile(id: string): ReturnType<MarketPort['profile']> {
    const quote = this.#tape.quote(id);
    return describe({
      listing: quote.listing,
      ticker: quote.ticker(),
      spark: this.spark(id),
      source: this.#source,
      calendar: this.#options.calendars.of(id),
      rules: this.rules,
      hours: this.hours,
      day: this.#days.of(id),
      venueState: this.#venueStatus.stateOf(quote.listing, this.#nowMs()),
      label: this.label(),
      atMs: this.#nowMs(),
    });
  }

  intraday: MarketPort['intraday'] = (id) =>
    intradayOf(id, this.#nowMs(), { ...this.#options, calendar: this.#options.calendars.of(id) });

  newestSquareOffAtMs: MarketPort['newestSquareOffAtMs'] = () =>
    newestSquareOffAtMs(this.#nowMs(), { ...this.#options, calendar: this.#options.calendars.home });

  takesOrders: MarketPort['takesOrders'] = (id) =>
    this.#days.haltOf(instrumentId(id)) === undefined &&
    this.#days.sessionOf(instrumentId(id), this.#nowMs()).takesOrders;

  today: MarketPort['today'] = () => this.#scheduler.today();

  proceeds: MarketPort['proceeds'] = (id, soldAtMs) => this.#options.calendars.of(id).proceedsAtMs(soldAtMs);

  takesAfterMarket: MarketPort['takesAfterMarket'] = (id, atMs) =>
    takesAfterMarket(atMs, {
      ...{ rules: this.rules, calendar: this.#options.calendars.of(id), exchange: exchangeAt(id) },
    });

  currencyRate: MarketPort['currencyRate'] = (asset, atMs = this.#nowMs()) =>
    currencyRateAt(this.rules, asset, atMs);

  candles: MarketPort['candles'] = (query) => this.#tape.chart(query);

  trades: MarketPort['trades'] = (id, limit) => ({
    list: this.#tape.quote(id).trades(limit),
    beginsAtMs: this.#tape.beganAtMs,
  });

  watch(id: string): void {
    this.#orderFlow.watch(id, this.#nowMs());
  }

  watchCandles(id: string, interval: CandleInterval): () => void {
    return this.#tape.watchCandles(id, interval);
  }

  onTickers: MarketPort['onTickers'] = (listener) => this.#tape.tickers.add(listener);
  onTrades: MarketPort['onTrades'] = (listener) => this.#tape.trades.add(listener);
  onCandle: MarketPort['onCandle'] = (listener) => this.#tape.candles.add(listener);

  halt(id: string, halt: Halt | undefined): Promise<void> {
    return this.#scheduler.halt(id, halt);
  }

  /** The last price of a closed session is too old at any age: nobody quotes it any more. */
  ageMs(id: string): number {
    if (!this.#days.sessionOf(instrumentId(id), this.#nowMs()).takesOrders) return Number.POSITIVE_INFINITY;
    return Math.max(0, this.#nowMs() - this.#tape.quote(id).atMs);
  }

  newestAgeMs(): number {
    return Math.max(0, this.#nowMs() - this.#tape.newestAtMs());
  }

  areBooksQuoted(): boolean {
    return this.#isTrading && this.#marketMaker.isInItsBooks();
  }

  #nowMs(): number {
    return this.#options.clock.nowMs();
  }

  /**
   * Pulse of the market, four times a second and without the
   * scheduler's waits after failures, which health sees.
   */
  #every(periodMs: number, work: () => void): void {
    const timer = setInterval(work, periodMs);
    this.#stops.push(() => clearInterval(timer));
  }

  /** Work that waits for others, while the writer takes orders. */
  #schedule(name: string, everyMs: number, work: () => Promise<void>): void {
    const { scheduler } = this.#options;
    const run = async (): Promise<void> => {
      if (this.#isTrading) await work();
    };
    scheduler.add({ name, everyMs, problem: 'The market stays behind until its next turn.', run });
    this.#stops.push(() => void scheduler.remove(name));
  }

  #engineIs(state: 'open' | 'recovering'): void {
    this.#isTrading = state === 'open';
    if (this.#isTrading) this.#marketMaker.comeBack(this.#moment());
  }

  #onEvents(events: readonly EngineEvent[]): void {
    for (const event of events) {
      this.#marketMaker.onEvent(event);
      this.#venueStatus.onApplied(event.applied);
    }
    this.#tape.onEvents(events);
  }

  #tick(): void {
    if (!this.#isTrading) return;
    const moment = this.#moment();
    this.#tape.tick(this.#marketMaker.tick(moment), moment.nowMs);
  }

  #moment(): { readonly nowMs: number; readonly isDaySynced: boolean } {
    return { nowMs: this.#nowMs(), isDaySynced: this.#scheduler.isToday() };
  }

  async #minute(): Promise<void> {
    await this.#scheduler.minute();
    await this.#marketMaker.keepHeld(this.#nowMs());
  }

  async #second(): Promise<void> {
    this.#tape.valueIndices(this.#nowMs());
    await this.#scheduler.second();
    await this.#tape.save(this.#nowMs());
    await this.#tape.readBars();
  }
}
