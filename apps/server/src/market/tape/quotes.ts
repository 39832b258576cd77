import type { Print } from '@tarazu/core';
import { BASIS_POINTS, formatDecimal, greater, type Price, smaller } from '@tarazu/core/values';
import type { Ticker, Trade, VenueState } from '@tarazu/protocol';
import type { Listing } from '#ports.ts';

const TAPE_LENGTH = 100;
const PERCENT_SCALE = 2;

/**
 * The day (stocks: since its open; coins: the last 24
 * hours) as it stood when it was last read from the source.
 */
export interface DayFacts {
  readonly previousClose: Price;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly volume: bigint;
  readonly turnover: bigint;
  /** Whether it has a first price yet; until then all its prices are the previous close. */
  readonly isBegun: boolean;
}

/** One minute of the tape, or several joined. */
export interface TapeMinute {
  readonly openTimeMs: number;
  readonly open: bigint;
  readonly high: bigint;
  readonly low: bigint;
  readonly close: bigint;
  readonly volume: bigint;
  readonly turnover: bigint;
  readonly minuteCount: number;
}

/** Price facts of one listing, moved by the prints of the real environment and by nothing else. */
export class InstrumentQuote {
  readonly listing: Listing;
  readonly #trades: Trade[] = [];
  #day: DayFacts;
  #price: Price;
  #bid: Price | undefined;
  #ask: Price | undefined;
  #atMs: number;
  #minute: TapeMinute | undefined;
  #venueState: VenueState | undefined;
  #printCount = 0;
  #changed = true;

  constructor(listing: Listing, start: { day: DayFacts; price: Price; atMs: number }) {
    this.listing = listing;
    this.#day = start.day;
    this.#price = start.price;
    this.#atMs = start.atMs;
  }

  get price(): Price {
    return this.#price;
  }

  get atMs(): number {
    return this.#atMs;
  }

  /** The minute being made, without what older minutes hold. */
  get minute(): TapeMinute | undefined {
    return this.#minute;
  }

  /** What was paid last before the start. */
  beginAt(price: Price): void {
    this.#price = price;
  }

  /**
   * Takes the day as the source tells it. The price of now
   * lies within it, whatever the source would have paid.
   */
  startDay(day: DayFacts): void {
    this.#day = day.isBegun ? spanning(day, this.#price) : day;
    this.#changed = true;
  }

  /** The share is another one from today on: its last price is the close before, in shares of now. */
  adjust(): void {
    this.#price = this.#day.previousClose;
    this.#changed = true;
  }

  /** The touch of the real book, and that the market was alive at that instant. */
  seen(touch: { bid: Price | undefined; ask: Price | undefined; atMs: number }): void {
    if (touch.bid !== this.#bid || touch.ask !== this.#ask) this.#changed = true;
    this.#bid = touch.bid;
    this.#ask = touch.ask;
    this.#atMs = touch.atMs;
  }

  /**
   * The market quoted at that instant, whether or not its price moved: the price is that old and no older.
   */
  alive(atMs: number): void {
    this.#atMs = atMs;
  }

  /** Where the instrument is in its day; undefined while it simply trades. */
  stand(venueState: VenueState | undefined): void {
    if (JSON.stringify(venueState) !== JSON.stringify(this.#venueState)) this.#changed = true;
    this.#venueState = venueState;
  }

  /** An index has no tape: its value follows its members. */
  value(next: Price, atMs: number): void {
    this.#atMs = atMs;
    if (next === this.#price && this.#day.isBegun) return;
    this.#move(next);
  }

  /**
   * Puts a print on the tape.
   * Returns the minute that it closed, if it opened a new one.
   */
  print(print: Print, minuteMs: number): { trade: Trade; closed: TapeMinute | undefined } {
    const { listing } = this;
    this.#printCount += 1;
    const trade: Trade = {
      id: `${print.atMs}-${this.#printCount}`,
      price: formatDecimal(print.price, listing.priceScale),
      quantity: formatDecimal(print.quantity, listing.baseScale),
      takerSide: print.takerSide,
      atMs: print.atMs,
    };
    this.#trades.unshift(trade);
    if (this.#trades.length > TAPE_LENGTH) this.#trades.pop();
    const shift = 10n ** BigInt(listing.priceScale + listing.baseScale - listing.quoteScale);
    const turnover = (print.price * print.quantity) / shift;
    this.#day = {
      ...this.#day,
      volume: this.#day.volume + print.quantity,
      turnover: this.#day.turnover + turnover,
    };
    this.#move(print.price);
    return { trade, closed: this.#countMinute({ print, minuteMs, turnover }) };
  }

  /**
   * The minute being made when it lies before the given one: for minutes in which nothing more was traded.
   */
  closeMinuteBefore(minuteMs: number): TapeMinute | undefined {
    if (this.#minute === undefined || this.#minute.openTimeMs >= minuteMs) return undefined;
    const closed = this.#minute;
    this.#minute = undefined;
    return closed;
  }

  trades(limit: number): readonly Trade[] {
    return this.#trades.slice(0, limit);
  }

  /** Whether the ticker changed since this was last asked. */
  takeChanged(): boolean {
    const changed = this.#changed;
    this.#changed = false;
    return changed;
  }

  ticker(): Ticker {
    const { priceScale, baseScale, quoteScale, instrumentId } = this.listing;
    const day = this.#day;
    const change = this.#price - day.previousClose;
    const text = (value: bigint) => formatDecimal(value, priceScale);
    return {
      instrumentId,
      price: text(this.#price),
      change: text(change),
      changePercent: percentOf(change, day.previousClose),
      open: text(day.open),
      high: text(day.high),
      low: text(day.low),
      previousClose: text(day.previousClose),
      volume: formatDecimal(day.volume, baseScale),
      turnover: formatDecimal(day.turnover, quoteScale),
      ...(this.#bid === undefined ? {} : { bid: text(this.#bid) }),
      ...(this.#ask === undefined ? {} : { ask: text(this.#ask) }),
      ...(this.#venueState === undefined ? {} : { venueState: this.#venueState }),
      atMs: this.#atMs,
    };
  }

  #move(next: Price): void {
    this.#price = next;
    this.#changed = true;
    this.#day = this.#day.isBegun
      ? spanning(this.#day, next)
      : { ...this.#day, open: next, high: next, low: next, isBegun: true };
  }

  #countMinute(printed: { print: Print; minuteMs: number; turnover: bigint }): TapeMinute | undefined {
    const { print, minuteMs, turnover } = printed;
    const current = this.#minute;
    if (current === undefined || current.openTimeMs !== minuteMs) {
      const at = print.price;
      this.#minute = {
        openTimeMs: minuteMs,
        open: at,
        high: at,
        low: at,
        close: at,
        volume: print.quantity,
        turnover,
        minuteCount: 1,
      };
      return current;
    }
    const next = joinMinutes(current, {
      ...current,
      open: print.price,
      high: print.price,
      low: print.price,
      close: print.price,
      volume: print.quantity,
      turnover,
    });
    this.#minute = { ...next, minuteCount: 1 };
    return undefined;
  }
}

/** The day with a price in its range. */
function spanning(day: DayFacts, at: Price): DayFacts {
  if (at <= day.high && at >= day.low) return day;
  return { ...day, high: greater(at, day.high), low: smaller(at, day.low) };
}

/** The bar of two bars of which the first is the earlier. */
export function joinMinutes(first: TapeMinute, second: TapeMinute): TapeMinute {
  return {
    openTimeMs: first.openTimeMs,
    open: first.open,
    high: greater(first.high, second.high),
    low: smaller(first.low, second.low),
    close: second.close,
    volume: first.volume + second.volume,
    turnover: first.turnover + second.turnover,
    minuteCount: first.minuteCount + second.minuteCount,
  };
}

/** A change in percent of its base with two decimals, rounded half away from zero. */
export function percentOf(change: bigint, base: bigint): string {
  if (base <= 0n) return formatDecimal(0n, PERCENT_SCALE);
  const magnitude = change < 0n ? -change : change;
  const hundredths = (2n * magnitude * BASIS_POINTS + base) / (2n * base);
  return formatDecimal(change < 0n ? -hundredths : hundredths, PERCENT_SCALE);
}
