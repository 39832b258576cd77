import type { Print } from '@tarazu/core';
import {
  amount,
  BASIS_POINTS,
  formatDecimal,
  greater,
  PERCENT_SCALE,
  type Price,
  quantity,
  smaller,
} from '@tarazu/core/values';
import type { Ticker, Trade, VenueState } from '@tarazu/protocol';
import type { Candle } from '#market/source.ts';
import { candleOf } from '#market/tape/candles.ts';
import { type DayFacts, factsOf, hasOwnPrice } from '#market/tape/day-facts.ts';
import { LastDay } from '#market/tape/last-day.ts';
import { MinuteInMaking, type TapeMinute } from '#market/tape/minutes.ts';
import type { Listing } from '#ports.ts';
import { tradesAlways } from '#products/list.ts';

const TAPE_LENGTH = 100;

/** Price facts of one listing, moved by the prints of the real environment and by nothing else. */
export class InstrumentQuote {
  readonly listing: Listing;
  readonly #trades: Trade[] = [];
  #day: DayFacts;
  #dayMs = 0;
  #price: Price;
  #bid: Price | undefined;
  #ask: Price | undefined;
  #atMs: number;
  readonly #minutes = new MinuteInMaking();
  /** Of a coin, whose day is the last 24 hours. */
  readonly #lastDay: LastDay | undefined;
  #venueState: VenueState | undefined;
  #printCount = 0;
  #changed = true;

  constructor(listing: Listing, start: { day: DayFacts; price: Price; atMs: number }) {
    this.listing = listing;
    this.#day = start.day;
    this.#price = start.price;
    this.#atMs = start.atMs;
    this.#lastDay = tradesAlways(listing) ? new LastDay() : undefined;
  }

  get price(): Price {
    return this.#price;
  }

  /** How many trades it has heard of. */
  get printCount(): number {
    return this.#printCount;
  }

  get atMs(): number {
    return this.#atMs;
  }

  /** The price from which the day's change counts; of a coin the one paid 24 hours ago. */
  get previousClose(): Price {
    return this.#day.previousClose;
  }

  /** The minute being made, without what older minutes hold. */
  get minute(): TapeMinute | undefined {
    return this.#minutes.minute;
  }

  /**
   * Day so far as a bar, of a coin since an instant, with
   * the price of now as close; undefined before a price.
   */
  dayBar(openTimeMs: number): Candle | undefined {
    if (this.#lastDay !== undefined) return this.#lastDay.since(openTimeMs, this.minute);
    const { open, high, low, volume, turnover, isBegun } = this.#day;
    if (!isBegun) return undefined;
    const [volumeSoFar, turnoverSoFar] = [quantity(volume), amount(turnover)];
    return { openTimeMs, open, high, low, close: this.#price, volume: volumeSoFar, turnover: turnoverSoFar };
  }

  /** The price that was paid last before the start. */
  beginAt(price: Price): void {
    this.#price = price;
  }

  /**
   * Takes the minutes of the day as they were told before the start,
   * of a coin of the last 24 hours; the last of them is the price.
   */
  begin(
    minutes: readonly Candle[],
    day: {
      readonly previousClose: Price;
      readonly startMs: number;
      readonly resumed: TapeMinute | undefined;
    },
  ): void {
    this.#dayMs = day.startMs;
    const last = minutes.at(-1);
    if (last !== undefined) this.#price = last.close;
    if (day.resumed !== undefined) this.#minutes.resume(day.resumed);
    this.#lastDay?.begin(minutes.filter(({ openTimeMs }) => openTimeMs !== this.minute?.openTimeMs));
    this.#day = factsOf(minutes, this.#lastDay ? (minutes[0]?.open ?? day.previousClose) : day.previousClose);
    this.#changed = true;
  }

  /** Takes the day as a recording has it, with the price of now within it. */
  startDay(day: DayFacts): void {
    this.#day = day.isBegun ? spanning(day, this.#price) : day;
    this.#changed = true;
  }

  /** A day begins: nothing is paid in it yet but in the minute that is being made, if that is one of it. */
  newDay(previousClose: Price, startMs: number): void {
    this.#dayMs = startMs;
    const { minute } = this;
    const made =
      minute !== undefined && minute.openTimeMs >= startMs && hasOwnPrice(minute, this.listing.kind);
    this.#day = factsOf(made ? [candleOf(minute)] : [], previousClose);
    this.#changed = true;
  }

  /** The last 24 hours of a coin go on. */
  roll(nowMs: number): void {
    if (this.#lastDay === undefined) return;
    const minutes = this.#lastDay.roll(nowMs, this.minute);
    this.#day = factsOf(minutes, minutes[0]?.open ?? this.#day.previousClose);
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

  /** Life of the market in a minute, also without a trade; gives the minutes that are over. */
  live(minuteMs: number): readonly TapeMinute[] {
    return this.#over(this.#minutes.live(minuteMs, this.#price));
  }

  /** The state of the instrument in its day; undefined while it simply trades. */
  stand(venueState: VenueState | undefined): void {
    if (JSON.stringify(venueState) !== JSON.stringify(this.#venueState)) this.#changed = true;
    this.#venueState = venueState;
  }

  /** An index has no tape: its value follows its members. */
  value(next: Price, atMs: number, minuteMs: number): readonly TapeMinute[] {
    this.#atMs = atMs;
    if (next !== this.#price || !this.#day.isBegun) this.#move(next);
    return this.#over(this.#minutes.value(next, minuteMs));
  }

  /** Puts a print on the tape; gives the minutes that it ends. */
  print(print: Print, minuteMs: number): { trade: Trade; closed: readonly TapeMinute[] } {
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
    const closed = this.#over(this.#minutes.print({ ...print, turnover }, minuteMs));
    this.#move(print.price);
    return { trade, closed };
  }

  /** The minute being made when it is another one than it was when last taken. */
  takeMinute(): TapeMinute | undefined {
    return this.#minutes.takeChanged();
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
    // Before the first price of a day the last of the day before lies within it.
    const day = this.#day.isBegun ? this.#day : spanning(this.#day, this.#price);
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

  #over(minutes: readonly TapeMinute[]): readonly TapeMinute[] {
    this.#lastDay?.add(minutes);
    // A minute in which nothing was traded begins the day of an instrument that could have been.
    for (const minute of minutes)
      if (!this.#day.isBegun && minute.openTimeMs >= this.#dayMs)
        this.#day = factsOf([candleOf(minute)], this.#day.previousClose);
    return minutes;
  }

  #move(next: Price): void {
    this.#price = next;
    this.#changed = true;
    this.#day = this.#day.isBegun
      ? spanning(this.#day, next)
      : { ...this.#day, open: next, high: next, low: next, isBegun: true };
  }
}

/** The day with a price in its range. */
function spanning(day: DayFacts, at: Price): DayFacts {
  if (at <= day.high && at >= day.low) return day;
  return { ...day, high: greater(at, day.high), low: smaller(at, day.low) };
}

/** A change in percent of its base with two decimals, rounded half away from zero. */
export function percentOf(change: bigint, base: bigint): string {
  if (base <= 0n) return formatDecimal(0n, PERCENT_SCALE);
  const magnitude = change < 0n ? -change : change;
  const hundredths = (2n * magnitude * BASIS_POINTS + base) / (2n * base);
  return formatDecimal(change < 0n ? -hundredths : hundredths, PERCENT_SCALE);
}
