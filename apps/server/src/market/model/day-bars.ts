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
  /** Volume of each minute in lots; those of the closing auction stand together in `auctionLots`. */
  readonly lots: Float64Array;
  auctionLots: number;
  /** Seeds what happens inside the minutes. */
  key: number;
}

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
    lots: new Float64Array(minutes),
    auctionLots: 0,
    key: 0,
  };
}

/** Log price at which a minute starts. */
export function openOfMinute(bars: DayBars, minute: number): number {
  return minute === 0 ? bars.open : (bars.close[minute - 1] ?? bars.open);
}
