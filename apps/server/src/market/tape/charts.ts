import {
  DAY_MS,
  greater,
  type InstrumentId,
  instrumentId,
  MINUTE_MS,
  type Price,
  smaller,
} from '@tarazu/core/values';
import type { CandleInterval } from '@tarazu/protocol';
import { hasMinutes } from '#market/calendar/sessions.ts';
import { zoneOf } from '#market/exchanges.ts';
import type { Candle, ChartCaller, MarketSource } from '#market/source.ts';
import { ascending, candleOf, foldCandles, publishedMinutes } from '#market/tape/candles.ts';
import type { History } from '#market/tape/history.ts';
import type { TapeMinute } from '#market/tape/minutes.ts';
import {
  inNewShares,
  type MinuteSpan,
  minuteLine,
  minutesRequest,
  tapeEndMs,
} from '#market/tape/published-bars.ts';
import type { InstrumentQuote } from '#market/tape/quotes.ts';
import type { TapeDay } from '#market/tape/tape-day.ts';
import type { TapeBar, TapeRange, TapeStore } from '#market/tape/tape-store.ts';
import { dayOf, dayStartMs, MINUTES_A_DAY, type Zone } from '#platform/time/days.ts';
import { tradesAlways } from '#products/list.ts';

/** Bars that may wait for a database that does not take them: some hours of everything that is listed. */
const WAITING_MAX = 20_000;
const BARS_MAX = 2000;
const MINUTES_KEPT_MS = 14 * DAY_MS;
/** At a time, after a stop of weeks. */
const COARSENED_DAYS = 7;

export interface BarsQuery {
  readonly instrumentId: string;
  readonly interval: CandleInterval;
  readonly beforeMs?: number;
  readonly limit: number;
  /** Caller who asks for it; absent: the server itself. */
  readonly caller?: ChartCaller;
}

/** A day until now. */
export interface DaySoFar {
  readonly minutes: readonly Candle[];
  /** The minute of now as far as a server before had come with it. */
  readonly resumed: TapeMinute | undefined;
  /** The source was asked for some of it. */
  readonly wasMade: boolean;
}

interface ChartOf {
  readonly query: BarsQuery;
  readonly quote: InstrumentQuote;
  readonly nowMs: number;
}

/**
 * Bars as charts show them: folds of the minutes that were
 * told. Keeps the tape's minutes until they are saved.
 */
export class Charts {
  readonly #source: MarketSource;
  readonly #history: Pick<History, 'candles' | 'joined' | 'fold'>;
  readonly #store: TapeStore;
  #waiting = new Map<string, TapeBar>();
  #flushing: Promise<void> = Promise.resolve();
  #flushes = 0;

  constructor(parts: {
    source: MarketSource;
    history: Pick<History, 'candles' | 'joined' | 'fold'>;
    store: TapeStore;
  }) {
    this.#source = parts.source;
    this.#history = parts.history;
    this.#store = parts.store;
  }

  /** Takes minutes to save, but of a recording, which has its own bars. */
  close(quote: InstrumentQuote, minutes: readonly TapeMinute[]): void {
    if (this.#source.kind !== 'simulated') return;
    const { instrumentId: id } = quote.listing;
    for (const bar of minutes)
      this.#waiting.set(`${id} ${bar.openTimeMs}`, { instrumentId: id, interval: '1m', bar });
  }

  /** When what was taken before is saved, or waits again. */
  flushed(): Promise<void> {
    return this.#flushing;
  }

  /**
   * Saves what was taken, up to a command of the journal; of
   * what can't be saved the oldest gives way to the source's.
   */
  async flush(sequence: number): Promise<void> {
    const bars = this.#waiting;
    this.#waiting = new Map();
    this.#flushes += 1;
    const saved = this.#store.save([...bars.values()], sequence);
    this.#flushing = saved.catch(() => {
      this.#waiting = new Map([...bars, ...this.#waiting].slice(-WAITING_MAX));
    });
    await saved;
  }

  /** Bars, oldest first, the newest of which ends at the ticker's price, also before its first trade. */
  async whole(query: BarsQuery, quote: InstrumentQuote, nowMs: number): Promise<readonly Candle[]> {
    if (this.#source.kind !== 'simulated') return this.#sourceBars(query, nowMs);
    const bars = await this.#told({ query, quote, nowMs });
    return query.beforeMs === undefined ? endingAt(bars, quote.price) : bars;
  }

  /**
   * Day as it was told before a start, of a coin 24 hours,
   * of which what was stored or taped is not made again.
   */
  async daySoFar(quote: InstrumentQuote, nowMs: number, kept?: TapeDay): Promise<DaySoFar> {
    const id = instrumentId(quote.listing.instrumentId);
    const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
    const fromMs = daySoFarFromMs(quote, nowMs);
    const known = kept && isOfDay(kept, { quote, fromMs, minuteMs }) ? kept : undefined;
    const sinceMs = known?.untilMs ?? fromMs;
    const range = { instrumentId: id, fromMs: sinceMs, untilMs: nowMs + MINUTE_MS };
    const tape = await this.#tape(quote, { ...range, interval: '1m' });
    const made = tape.filter(({ openTimeMs }) => openTimeMs < minuteMs + MINUTE_MS);
    const span = { fromMs: sinceMs, untilMs: minuteMs, nowMs };
    const missing = this.#missing(id, made, span);
    const later = await this.#joined(id, made, { span, missing });
    const before = known?.bars.filter(({ openTimeMs }) => openTimeMs >= fromMs) ?? [];
    const resumed = tape.findLast((one) => one.openTimeMs >= minuteMs);
    return { minutes: [...before, ...later], resumed, wasMade: missing !== undefined };
  }

  /** A day so far as it is kept: its minutes before an instant, which are saved or the source's. */
  dayToStore(quote: InstrumentQuote, minutes: readonly Candle[], untilMs: number): TapeDay {
    const fromMs = Math.min(untilMs, daySoFarFromMs(quote, untilMs));
    const over = minutes.filter(({ openTimeMs }) => openTimeMs < untilMs);
    if (tradesAlways(quote.listing)) return { fromMs, untilMs, bars: over };
    const fold = foldCandles(over, fromMs);
    return { fromMs, untilMs, bars: fold === undefined ? [] : [fold] };
  }

  /**
   * Minutes that are old become the days that they were: a tape of years keeps days, and weeks of minutes.
   */
  async coarsen(quote: InstrumentQuote, nowMs: number): Promise<void> {
    const { instrumentId: id } = quote.listing;
    const zone = zoneOf(quote.listing);
    const untilMs = dayStartOf(nowMs - MINUTES_KEPT_MS, zone);
    const [firstMs] = await this.#store.daysOfMinutes(
      { instrumentId: id, fromMs: 0, untilMs },
      -dayStartMs(0, zone),
    );
    if (firstMs === undefined) return;
    const range = {
      instrumentId: id,
      fromMs: firstMs,
      untilMs: Math.min(untilMs, firstMs + COARSENED_DAYS * DAY_MS),
    };
    await this.#finished(quote, range, await this.#store.read({ ...range, interval: '1d' }));
    await this.#store.forgetMinutes(range);
  }

  #told(of: ChartOf): Promise<readonly Candle[]> {
    const { interval } = of.query;
    if (interval === '1d') return this.#days(of);
    return interval === '1w' || interval === '1M' ? this.#longer(of) : this.#inside(of);
  }

  #sourceBars({ caller, ...query }: BarsQuery, nowMs: number): Promise<readonly Candle[]> {
    return this.#history.candles({ ...query, instrumentId: instrumentId(query.instrumentId), nowMs }, caller);
  }

  /** The source's minutes of a span of a day at most. */
  async #minutesOf(id: InstrumentId, span: MinuteSpan): Promise<readonly Candle[]> {
    const request = minutesRequest(this.#source, id, span);
    const bars = request === undefined ? [] : await this.#history.candles(request);
    return bars.filter(({ openTimeMs }) => openTimeMs >= span.fromMs);
  }

  /** The tape's minutes of a span, with the source's where no server was. */
  async #joined(
    id: InstrumentId,
    made: readonly TapeMinute[],
    { span, missing }: { span: MinuteSpan; missing: MinuteSpan | undefined },
  ): Promise<readonly Candle[]> {
    if (missing === undefined) return made.filter((one) => this.#isShown(id, one, span)).map(candleOf);
    const isInside = ({ openTimeMs }: TapeMinute): boolean =>
      openTimeMs >= missing.fromMs && openTimeMs < missing.untilMs;
    const filled = publishedMinutes(await this.#minutesOf(id, missing), made.filter(isInside));
    const rest = made.filter((one) => !isInside(one) && this.#isShown(id, one, span));
    return ascending([...filled, ...rest.map(candleOf)]);
  }

  /** From the first to the last minute of a span that the tape has not though trading went on. */
  #missing(id: InstrumentId, made: readonly TapeMinute[], span: MinuteSpan): MinuteSpan | undefined {
    if (made.length === 0) return span.fromMs < span.untilMs ? span : undefined;
    const known = new Set(made.map(({ openTimeMs }) => openTimeMs));
    let [fromMs, untilMs] = [span.untilMs, span.fromMs];
    for (let atMs = span.fromMs; atMs < span.untilMs; atMs += MINUTE_MS) {
      if (known.has(atMs) || !hasMinutes(this.#source.sessionState(id, atMs))) continue;
      fromMs = Math.min(fromMs, atMs);
      untilMs = atMs + MINUTE_MS;
    }
    return fromMs < untilMs ? { ...span, fromMs, untilMs } : undefined;
  }

  /** A minute without a trade is told while trading went on, once it is over. */
  #isShown(id: InstrumentId, { openTimeMs, volume }: TapeMinute, { untilMs }: MinuteSpan): boolean {
    return volume > 0n || (openTimeMs < untilMs && this.#trades(id, openTimeMs));
  }

  #trades(id: InstrumentId, atMs: number): boolean {
    return this.#source.sessionState(id, atMs).phase === 'continuous';
  }

  /** Bars within a day: joined on the other thread, to which the tape's minutes go as text. */
  #inside({ query: { caller, ...query }, quote, nowMs }: ChartOf): Promise<readonly Candle[]> {
    const { instrumentId: text } = query;
    const request = { ...query, instrumentId: instrumentId(text), nowMs };
    const untilMs = tapeEndMs(request);
    const readMinutes = (fromMs: number): Promise<string> =>
      this.#tapeText(quote, { instrumentId: text, interval: '1m', fromMs, untilMs });
    return this.#history.joined(request, readMinutes, caller);
  }

  /** Days: today's as the ticker tells it, those before as they were told when they were over. */
  async #days({ query, quote, nowMs }: ChartOf): Promise<readonly Candle[]> {
    const days = new Map((await this.#sourceBars(query, nowMs)).map((bar) => [bar.openTimeMs, bar]));
    const first = days.keys().next().value;
    if (first === undefined) return [];
    const todayMs = dayStartOf(nowMs, zoneOf(quote.listing));
    const range = {
      instrumentId: query.instrumentId,
      fromMs: first,
      untilMs: Math.min(query.beforeMs ?? todayMs, todayMs),
    };
    const id = instrumentId(query.instrumentId);
    const kept = await this.#store.read({ ...range, interval: '1d' });
    for (const day of await this.#finished(quote, range, kept))
      days.set(day.openTimeMs, candleOf(inNewShares(this.#source, day, { instrumentId: id, nowMs })));
    if (query.beforeMs === undefined) {
      const today = quote.dayBar(todayMs);
      if (today === undefined) days.delete(todayMs);
      else days.set(todayMs, today);
    }
    return ascending(days.values()).slice(-query.limit);
  }

  /** Days that are over and of which there is a tape, each folded once and kept. */
  async #finished(
    quote: InstrumentQuote,
    range: Omit<TapeRange, 'interval'>,
    kept: readonly TapeMinute[],
  ): Promise<readonly TapeMinute[]> {
    const zone = zoneOf(quote.listing);
    const offsetMs = -dayStartMs(0, zone);
    const known = new Set(kept.map(({ openTimeMs }) => openTimeMs));
    const days = await this.#store.daysOfMinutes(range, offsetMs);
    const made: TapeMinute[] = [];
    for (const openTimeMs of days) {
      if (known.has(openTimeMs)) continue;
      const day = await this.#foldDay(quote, openTimeMs);
      if (day !== undefined) made.push(day);
    }
    if (made.length > 0) {
      const { instrumentId: id } = range;
      await this.#store.save(made.map((bar) => ({ instrumentId: id, interval: '1d', bar })));
    }
    return [...kept, ...made];
  }

  /** In the shares of that day. */
  async #foldDay(quote: InstrumentQuote, openTimeMs: number): Promise<TapeMinute | undefined> {
    const { instrumentId: text } = quote.listing;
    const untilMs = openTimeMs + DAY_MS;
    const nowMs = tradesAlways(quote.listing) ? untilMs : untilMs - 1;
    const range = { instrumentId: text, interval: '1m', fromMs: openTimeMs, untilMs } as const;
    const span = { fromMs: openTimeMs, untilMs, nowMs };
    const bar = await this.#history.fold(instrumentId(text), span, () => this.#tapeText(quote, range));
    return bar === undefined ? undefined : { ...bar, minuteCount: MINUTES_A_DAY };
  }

  /** Weeks and months: folds of days from the first bar on in which the tape was. */
  async #longer(of: ChartOf): Promise<readonly Candle[]> {
    const { query, quote, nowMs } = of;
    const bars = await this.#sourceBars(query, nowMs);
    const first = bars[0];
    if (first === undefined) return bars;
    const endMs = query.beforeMs ?? nowMs;
    const range = { instrumentId: query.instrumentId, fromMs: first.openTimeMs, untilMs: endMs };
    const firstTapedMs = (await this.#store.firstOf(range)) ?? dayStartOf(nowMs, zoneOf(quote.listing));
    const fromMs = bars.findLast(({ openTimeMs }) => openTimeMs <= firstTapedMs)?.openTimeMs;
    if (fromMs === undefined || firstTapedMs >= endMs) return bars;
    const limit = Math.min(BARS_MAX, Math.ceil((endMs - fromMs) / DAY_MS));
    const days = await this.#days({ ...of, query: { ...query, interval: '1d', limit } });
    const joined = new Map(bars.map((bar) => [bar.openTimeMs, bar]));
    let next = 0;
    for (const [index, { openTimeMs }] of bars.entries()) {
      if (openTimeMs < fromMs) continue;
      const untilMs = bars[index + 1]?.openTimeMs ?? Number.POSITIVE_INFINITY;
      const within: Candle[] = [];
      for (let day = days[next]; day !== undefined && day.openTimeMs < untilMs; day = days[next]) {
        if (day.openTimeMs >= openTimeMs) within.push(day);
        next += 1;
      }
      const bar = foldCandles(within, openTimeMs);
      if (bar !== undefined) joined.set(openTimeMs, bar);
    }
    return ascending(joined.values());
  }

  /**
   * The minutes of a range, saved or not: read again when a save came between, so that none is of before it.
   */
  async #tape(quote: InstrumentQuote, range: TapeRange): Promise<readonly TapeMinute[]> {
    const { kept, newer } = await this.#read(quote, range, () => this.#store.read(range));
    const all = new Map([...kept, ...newer].map((minute) => [minute.openTimeMs, minute]));
    return ascending(all.values());
  }

  /** The same as text; of two lines of one minute the later holds. */
  async #tapeText(quote: InstrumentQuote, range: TapeRange): Promise<string> {
    const { kept, newer } = await this.#read(quote, range, () => this.#store.readText(range));
    return [kept, ...newer.map(minuteLine)].join('\n');
  }

  /** The saved part of a range, and the part that is newer than that. */
  async #read<Kept>(
    quote: InstrumentQuote,
    range: TapeRange,
    read: () => Promise<Kept>,
  ): Promise<{ readonly kept: Kept; readonly newer: readonly TapeMinute[] }> {
    await this.#flushing;
    const flushes = this.#flushes;
    const kept = await read();
    if (flushes !== this.#flushes) return this.#read(quote, range, read);
    const { instrumentId: id, fromMs, untilMs } = range;
    const unsaved = [...this.#waiting.values()].filter((row) => row.instrumentId === id);
    const making = quote.minute === undefined ? [] : [quote.minute];
    const newer = [...unsaved.map(({ bar }) => bar), ...making].filter(
      ({ openTimeMs }) => openTimeMs >= fromMs && openTimeMs < untilMs,
    );
    return { kept, newer };
  }
}

function endingAt(bars: readonly Candle[], at: Price): readonly Candle[] {
  const last = bars.at(-1);
  if (last === undefined || last.close === at) return bars;
  return [
    ...bars.slice(0, -1),
    { ...last, close: at, high: greater(last.high, at), low: smaller(last.low, at) },
  ];
}

/** The beginning of the day that is told: of a coin 24 hours before. */
function daySoFarFromMs(quote: InstrumentQuote, nowMs: number): number {
  const minuteMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS;
  return tradesAlways(quote.listing)
    ? minuteMs - DAY_MS + MINUTE_MS
    : dayStartOf(nowMs, zoneOf(quote.listing));
}

function isOfDay(
  kept: TapeDay,
  { quote, fromMs, minuteMs }: { quote: InstrumentQuote; fromMs: number; minuteMs: number },
): boolean {
  const isSameDay = tradesAlways(quote.listing) ? kept.untilMs > fromMs : kept.fromMs === fromMs;
  return isSameDay && kept.fromMs <= fromMs && kept.untilMs <= minuteMs;
}

function dayStartOf(atMs: number, zone: Zone): number {
  return dayStartMs(dayOf(atMs, zone), zone);
}
