import { greater, MINUTE_MS, type Price, type Quantity, smaller } from '@tarazu/core/values';

/**
 * Pause of which nothing is known, longer than a session
 * and shorter than a night, so that a day's minutes agree.
 */
const PAUSE_MINUTES_MAX = 480;
export const PAUSE_MAX_MS = PAUSE_MINUTES_MAX * MINUTE_MS;

/** One minute of the tape, or several joined. A minute without volume is the price that stood in it. */
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

export interface MinutePrint {
  readonly price: Price;
  readonly quantity: Quantity;
  readonly turnover: bigint;
}

/**
 * The minute that an instrument's tape is making. Every minute
 * in which the market lived has one, also without a trade.
 */
export class MinuteInMaking {
  #minute: TapeMinute | undefined;
  #isChanged = false;

  get minute(): TapeMinute | undefined {
    return this.#minute;
  }

  /** Goes on with the minute that a server before had begun. */
  resume(minute: TapeMinute): void {
    this.#minute = minute;
  }

  /** Life of the market in a minute at a price; gives the minutes that are over. */
  live(minuteMs: number, at: bigint): readonly TapeMinute[] {
    const before = this.#minute;
    if (before !== undefined && minuteMs <= before.openTimeMs) return [];
    this.#minute = flat(minuteMs, at);
    this.#isChanged = true;
    return before === undefined ? [] : [before, ...between(before, minuteMs)];
  }

  /** A trade; returns what is over by it. */
  print(print: MinutePrint, minuteMs: number): readonly TapeMinute[] {
    const over = this.live(minuteMs, print.price);
    const current = this.#minute ?? flat(minuteMs, print.price);
    const { price: at, quantity: volume, turnover } = print;
    const one = { ...flat(current.openTimeMs, at), volume, turnover };
    this.#minute = current.volume === 0n ? one : { ...joinMinutes(current, one), minuteCount: 1 };
    this.#isChanged = true;
    return over;
  }

  /** The value of an index, which has no trades; returns the minutes that are over. */
  value(at: bigint, minuteMs: number): readonly TapeMinute[] {
    const over = this.live(minuteMs, at);
    const current = this.#minute;
    if (current !== undefined && current.close !== at) {
      this.#minute = {
        ...current,
        high: greater(current.high, at),
        low: smaller(current.low, at),
        close: at,
      };
      this.#isChanged = true;
    }
    return over;
  }

  /** The minute when it is another one than it was when last taken. */
  takeChanged(): TapeMinute | undefined {
    if (!this.#isChanged) return undefined;
    this.#isChanged = false;
    return this.#minute;
  }
}

/** The bar of two bars of which the first is the earlier. */
function joinMinutes(first: TapeMinute, second: TapeMinute): TapeMinute {
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

function flat(openTimeMs: number, at: bigint): TapeMinute {
  return { openTimeMs, open: at, high: at, low: at, close: at, volume: 0n, turnover: 0n, minuteCount: 1 };
}

/** Minutes of a pause of this process: nothing traded, the price stood. */
function between(before: TapeMinute, untilMs: number): TapeMinute[] {
  const count = (untilMs - before.openTimeMs) / MINUTE_MS - 1;
  if (count > PAUSE_MINUTES_MAX) return [];
  return Array.from({ length: count }, (_, index) =>
    flat(before.openTimeMs + (index + 1) * MINUTE_MS, before.close),
  );
}
