import { greater, instrumentId, MINUTE_MS, type Price, smaller } from '@tarazu/core/values';
import type { CandleInterval } from '@tarazu/protocol';
import { dayOf, dayStartMs } from '#market/calendar/days.ts';
import type { History } from '#market/history/history.ts';
import { isSame, newPrice, newQuantity } from '#market/model/share-ratios.ts';
import type { Candle, MarketSource } from '#market/source.ts';
import { intervalMs, tapeIntervalOf, withTape } from '#market/tape/candles.ts';
import { type InstrumentQuote, joinMinutes, type TapeMinute } from '#market/tape/quotes.ts';
import { joined, type TapeBar, type TapeRange, type TapeStore } from '#market/tape/tape-store.ts';

/**
 * Bars that may wait for a database that does not take them: about two hours of everything that is listed.
 */
const WAITING_MAX = 100_000;

export interface BarsQuery {
  readonly instrumentId: string;
  readonly interval: CandleInterval;
  readonly beforeMs?: number;
  readonly limit: number;
}

/**
 * Bars as charts show them: the source's, with the tape put
 * in. Keeps the tape's closed minutes until they are saved.
 */
export class Charts {
  readonly #source: MarketSource;
  readonly #history: Pick<History, 'candles'>;
  readonly #store: TapeStore;
  #waiting: TapeBar[] = [];
  #flushing: Promise<void> = Promise.resolve();
  #flushes = 0;

  constructor(parts: { source: MarketSource; history: Pick<History, 'candles'>; store: TapeStore }) {
    this.#source = parts.source;
    this.#history = parts.history;
    this.#store = parts.store;
  }

  /** Takes a minute that is over. A recording keeps its own bars. */
  close(quote: InstrumentQuote, minute: TapeMinute | undefined): void {
    if (minute === undefined || this.#source.kind !== 'simulated') return;
    const id = quote.listing.instrumentId;
    this.#waiting.push({ instrumentId: id, interval: '1m', bar: minute });
    this.#waiting.push({
      instrumentId: id,
      interval: '1d',
      bar: { ...minute, openTimeMs: dayStartOf(quote, minute) },
    });
  }

  /**
   * Saves what is over. What could not be saved waits; past a bound the oldest is let go, and the source's
   * bar stands in its place.
   */
  async flush(): Promise<void> {
    await this.#flushing;
    const bars = this.#waiting;
    this.#waiting = [];
    this.#flushes += 1;
    const saved = this.#store.save(bars);
    this.#flushing = saved.catch(() => {
      this.#waiting = [...joined([...bars, ...this.#waiting]).values()].slice(-WAITING_MAX);
    });
    await saved;
  }

  /** Oldest first. The newest bar ends at the price that the ticker shows, also before its first trade. */
  async whole(query: BarsQuery, quote: InstrumentQuote, nowMs: number): Promise<readonly Candle[]> {
    const id = instrumentId(query.instrumentId);
    const bars = await this.#history.candles({ ...query, instrumentId: id, nowMs });
    if (this.#source.kind !== 'simulated') return bars;
    const taped = quote.listing.kind === 'index' ? bars : await this.#withTape(bars, { query, quote, nowMs });
    return query.beforeMs === undefined ? endingAt(taped, quote.price) : taped;
  }

  async #withTape(
    bars: readonly Candle[],
    of: { readonly query: BarsQuery; readonly quote: InstrumentQuote; readonly nowMs: number },
  ): Promise<readonly Candle[]> {
    const { query, quote, nowMs } = of;
    const first = bars[0];
    if (first === undefined) return bars;
    const interval = tapeIntervalOf(query.interval);
    const range = { fromMs: first.openTimeMs, untilMs: query.beforeMs ?? nowMs + MINUTE_MS };
    const tape = await this.#tape(quote, { instrumentId: query.instrumentId, interval, ...range });
    const nowChartMs = this.#source.chartTimeMs(instrumentId(query.instrumentId), nowMs);
    const inNewShares = tape.map((bar) => this.#inNewShares(bar, query.instrumentId, nowMs));
    return withTape(bars, inNewShares, { barMs: intervalMs(query.interval), nowChartMs });
  }

  /** What traded before a split, in shares of now. */
  #inNewShares(bar: TapeMinute, id: string, nowMs: number): TapeMinute {
    const ratio = this.#source.sharesSince(instrumentId(id), bar.openTimeMs, nowMs);
    if (isSame(ratio)) return bar;
    const at = (old: bigint) => newPrice(old, ratio);
    const prices = { open: at(bar.open), high: at(bar.high), low: at(bar.low), close: at(bar.close) };
    return { ...bar, ...prices, volume: newQuantity(bar.volume, ratio) };
  }

  /**
   * The tape of a range, saved or not: read again when a save came
   * between, so that no minute is counted twice or not at all.
   */
  async #tape(quote: InstrumentQuote, range: TapeRange): Promise<TapeMinute[]> {
    await this.#flushing;
    const flushes = this.#flushes;
    const unsaved = this.#unsaved(quote, range.interval);
    const kept = await this.#store.read(range);
    return flushes === this.#flushes ? withUnsaved(kept, unsaved, range) : await this.#tape(quote, range);
  }

  /** Minutes (or their days) that are not in the database yet. */
  #unsaved(quote: InstrumentQuote, interval: '1m' | '1d'): TapeMinute[] {
    const id = quote.listing.instrumentId;
    const waiting = this.#waiting
      .filter((row) => row.instrumentId === id && row.interval === interval)
      .map((row) => row.bar);
    const { minute } = quote;
    if (minute === undefined) return waiting;
    const openTimeMs = interval === '1m' ? minute.openTimeMs : dayStartOf(quote, minute);
    return [...waiting, { ...minute, openTimeMs }];
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

/** Days of coins are UTC days, those of stocks IST days. */
function dayStartOf(quote: InstrumentQuote, minute: TapeMinute): number {
  const zone = quote.listing.kind === 'spot' ? 'UTC' : 'IST';
  return dayStartMs(dayOf(minute.openTimeMs, zone), zone);
}

function withUnsaved(
  kept: readonly TapeMinute[],
  unsaved: readonly TapeMinute[],
  range: { fromMs: number; untilMs: number },
): TapeMinute[] {
  const tape = [...kept];
  for (const minute of unsaved) {
    if (minute.openTimeMs < range.fromMs || minute.openTimeMs >= range.untilMs) continue;
    const last = tape.at(-1);
    if (last !== undefined && last.openTimeMs === minute.openTimeMs)
      tape[tape.length - 1] = joinMinutes(last, minute);
    else tape.push(minute);
  }
  return tape;
}
