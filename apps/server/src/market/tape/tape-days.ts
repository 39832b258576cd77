import { setImmediate as turn } from 'node:timers/promises';
import { DAY_MS, type InstrumentId, instrumentId, MINUTE_MS, type Price } from '@tarazu/core/values';
import { type Exchange, exchangeAt } from '#market/exchanges.ts';
import { isSame } from '#market/model/share-ratios.ts';
import type { MarketSource } from '#market/source.ts';
import type { Charts, DaySoFar } from '#market/tape/charts.ts';
import { type DayFacts, recordedDayOf } from '#market/tape/day-facts.ts';
import type { InstrumentQuote } from '#market/tape/quotes.ts';
import type { TapeDay } from '#market/tape/tape-day.ts';
import type { TapeStore } from '#market/tape/tape-store.ts';
import { dayOf, dayStartMs } from '#platform/time/days.ts';
import type { Listing } from '#ports.ts';
import { tradesAlways } from '#products/list.ts';

/** A day that is told to have begun later than this began without this process. */
const LATE_MS = 120_000;

interface TapeDaysParts {
  readonly source: MarketSource;
  readonly store: TapeStore;
  readonly charts: Charts;
  readonly quotes: ReadonlyMap<string, InstrumentQuote>;
  readonly previousClose: (id: InstrumentId, atMs: number) => Price;
}

/** The day of each quote: how it begins, goes over into the next, and is kept for another start. */
export class TapeDays {
  readonly #parts: TapeDaysParts;
  /** Days that the start made and that are not kept yet. */
  readonly #unkept = new Map<string, TapeDay>();
  #keptCount = 0;

  constructor(parts: TapeDaysParts) {
    this.#parts = parts;
  }

  previousClose({ instrumentId: id }: Listing, atMs: number): Price {
    return this.#parts.previousClose(instrumentId(id), atMs);
  }

  /** Every quote takes what was told of its day so far; those of one exchange where it is given. */
  async begin(atMs: number, exchange?: Exchange): Promise<void> {
    const { source, store } = this.#parts;
    const kept = source.kind === 'recorded' ? new Map<string, TapeDay>() : await store.storedDays();
    for (const [id, quote] of this.#quotesOf(exchange)) {
      await this.#begin(quote, atMs, kept.get(id));
      await turn();
    }
  }

  /**
   * Every quote of an exchange takes the day that has begun there, and
   * a share that is another one since the day before its last price.
   */
  async newDay(exchange: Exchange, atMs: number): Promise<void> {
    const { source } = this.#parts;
    const startMs = dayStartMs(dayOf(atMs, exchange.zone), exchange.zone);
    const quotes = this.#quotesOf(exchange);
    for (const [text, quote] of quotes) {
      const id = instrumentId(text);
      if (source.kind === 'recorded') quote.startDay(this.#recordedDay(quote.listing, atMs));
      else if (!tradesAlways(quote.listing)) quote.newDay(this.previousClose(quote.listing, atMs), startMs);
      if (!isSame(source.sharesSince(id, atMs - DAY_MS, atMs))) quote.adjust();
    }
    // A process that slept into the day takes what was told of it since its begin from the source.
    if (atMs - startMs > LATE_MS) await this.begin(atMs, exchange);
    // Days that begin while the server runs are kept in their turn.
    for (const [id] of quotes) this.#unkept.delete(id);
  }

  /** Coins are with home. */
  #quotesOf(exchange: Exchange | undefined): [id: string, quote: InstrumentQuote][] {
    return [...this.#parts.quotes].filter(([id]) => exchange === undefined || exchangeAt(id) === exchange);
  }

  /** The day of a coin is its last 24 hours, which go on. */
  async rollCoins(atMs: number): Promise<void> {
    for (const quote of this.#parts.quotes.values()) {
      if (!tradesAlways(quote.listing)) continue;
      if (this.#parts.source.kind === 'simulated') quote.roll(atMs);
      else {
        quote.startDay(this.#recordedDay(quote.listing, atMs));
        await turn();
      }
    }
  }

  /** Keeps what a start had to make of the day, so that the next need not; a stop ends it. */
  async keepMade(isStopped: () => boolean): Promise<void> {
    for (const [id, day] of this.#unkept) {
      if (isStopped()) return;
      this.#unkept.delete(id);
      await this.#parts.store.keepDay(id, day);
      await turn();
    }
  }

  /**
   * Keeps the day so far of one listing, of another at each call, up to the minutes that are surely saved.
   */
  async keepNext(nowMs: number): Promise<void> {
    if (this.#parts.source.kind === 'recorded') return;
    const ids = [...this.#parts.quotes.keys()];
    const id = ids[this.#keptCount % ids.length];
    this.#keptCount += 1;
    const quote = id === undefined ? undefined : this.#parts.quotes.get(id);
    if (id === undefined || quote === undefined) return;
    const kept = (await this.#parts.store.storedDays(id)).get(id);
    const { minutes } = await this.#parts.charts.daySoFar(quote, nowMs, kept);
    await this.#parts.store.keepDay(
      id,
      this.#parts.charts.dayToStore(quote, minutes, minuteStartMs(nowMs) - MINUTE_MS),
    );
  }

  #recordedDay(listing: Listing, atMs: number): DayFacts {
    const { instrumentId: text, kind } = listing;
    const previousClose = this.previousClose(listing, atMs);
    return recordedDayOf(this.#parts.source, { instrumentId: instrumentId(text), kind, previousClose }, atMs);
  }

  async #begin(quote: InstrumentQuote, atMs: number, kept: TapeDay | undefined): Promise<void> {
    const { listing } = quote;
    if (this.#parts.source.kind === 'recorded') return quote.startDay(this.#recordedDay(listing, atMs));
    let printCount = -1;
    let daySoFar: DaySoFar = { minutes: [], resumed: undefined, wasMade: false };
    // A trade that comes while the minutes are read is in none of them: they are read again.
    while (printCount !== quote.printCount) {
      printCount = quote.printCount;
      daySoFar = await this.#parts.charts.daySoFar(quote, atMs, kept);
    }
    const { minutes, resumed, wasMade } = daySoFar;
    if (wasMade)
      this.#unkept.set(
        listing.instrumentId,
        this.#parts.charts.dayToStore(quote, minutes, minuteStartMs(atMs)),
      );
    const { zone } = exchangeAt(listing.instrumentId);
    const startMs = dayStartMs(dayOf(atMs, zone), zone);
    quote.begin(minutes, { previousClose: this.previousClose(listing, atMs), startMs, resumed });
  }
}

function minuteStartMs(atMs: number): number {
  return Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
}
