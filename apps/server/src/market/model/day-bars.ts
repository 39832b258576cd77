/** One instrument's (or index's) day by the minute. Prices are natural logarithms of whole quote units. */
export interface DayBars {
  day: number;
  /** Instant of the first minute. */
  firstMs: number;
  /** Log price at the first moment of the session. */
  open: number;
  /** Minutes in which orders match as they arrive; the minutes after them belong to the closing auction. */
  openMinutes: number;
  readonly close: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  /** Expected variance of each minute's log move. */
  readonly variance: Float32Array;
  /** The variance of which its move came, where the day is walked: large moves come of large variances. */
  readonly inside: Float32Array;
  /** Volume of each minute in lots; those of the closing auction stand together in `auctionLots`. */
  readonly lots: Float64Array;
  auctionLots: number;
  /** Volume that the first minute is expected to have, in lots. */
  firstLots: number;
  /**
   * Minutes whose highs and lows have been made: they are
   * dear on days whose ways through the minutes are walked.
   */
  rangedMinutes: number;
  /**
   * Whether the day's way through each minute was or is
   * followed live, so that it never leaves what its bar shows.
   */
  isWalked: boolean;
  /**
   * A word of chance for each minute's range and volume, then one
   * for the side of its prices, then one for each wave of interest.
   */
  words: Uint32Array;
  /** How far the value is from the straight way through a minute, at each of its points. */
  walk: (minute: number) => Float64Array;
}

export const INTEREST_MINUTES = 45;

/** Words that a day of so many minutes takes for what is done with it. */
export function tradeWords(minutes: number): Uint32Array {
  return new Uint32Array(2 * minutes + Math.ceil(minutes / INTEREST_MINUTES));
}

const STRAIGHT = new Float64Array(0);

export function emptyDayBars(minutes: number): DayBars {
  return {
    day: 0,
    firstMs: 0,
    open: 0,
    openMinutes: minutes,
    close: new Float64Array(minutes),
    high: new Float64Array(minutes),
    low: new Float64Array(minutes),
    variance: new Float32Array(minutes),
    inside: new Float32Array(minutes),
    lots: new Float64Array(minutes),
    auctionLots: 0,
    firstLots: 0,
    rangedMinutes: 0,
    isWalked: false,
    words: tradeWords(minutes),
    walk: () => STRAIGHT,
  };
}

/** Log price at which a minute starts. */
export function openOfMinute(bars: DayBars, minute: number): number {
  return minute === 0 ? bars.open : (bars.close[minute - 1] ?? bars.open);
}
