import { amount, price, quantity } from '@tarazu/core/values';
import type { Candle } from '#market/source.ts';

/**
 * A candle in whole numbers: prices scaled by the instrument's decimals,
 * volume in lots, turnover in hundredths of the quote unit. All of them
 * fit a number exactly; they become money-typed only where they leave.
 */
export interface RawBar {
  openTimeMs: number;
  open: number;
  high: number;
  low: number;
  close: number;
  lots: number;
  turnoverHundredths: number;
}

/** The meaning of a folded bar in the instrument's units. */
export interface BarUnits {
  /** Base-asset units of one lot. */
  readonly lotSize: bigint;
  readonly quoteScale: number;
}

export function toCandle(bar: RawBar, units: BarUnits): Candle {
  const quoteFactor = 10n ** BigInt(units.quoteScale - 2);
  return {
    openTimeMs: bar.openTimeMs,
    open: price(BigInt(bar.open)),
    high: price(BigInt(bar.high)),
    low: price(BigInt(bar.low)),
    close: price(BigInt(bar.close)),
    volume: quantity(BigInt(bar.lots) * units.lotSize),
    turnover: amount(BigInt(bar.turnoverHundredths) * quoteFactor),
  };
}

/** Adds a later bar to an earlier one, which keeps its open and its time. */
export function addLater(bar: RawBar, later: RawBar): void {
  bar.high = Math.max(bar.high, later.high);
  bar.low = Math.min(bar.low, later.low);
  bar.close = later.close;
  bar.lots += later.lots;
  bar.turnoverHundredths += later.turnoverHundredths;
}

/** Folds ascending bars into buckets; `bucketOf` gives the opening time of the bucket of a bar. */
export function foldBars(bars: Iterable<RawBar>, bucketOf: (openTimeMs: number) => number): RawBar[] {
  const folded: RawBar[] = [];
  for (const bar of bars) {
    const openTimeMs = bucketOf(bar.openTimeMs);
    const last = folded.at(-1);
    if (last?.openTimeMs === openTimeMs) addLater(last, bar);
    else folded.push({ ...bar, openTimeMs });
  }
  return folded;
}
