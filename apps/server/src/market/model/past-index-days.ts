import { type DayBars, openOfMinute } from '#market/model/day-bars.ts';
import type { DayWords } from '#market/model/day-words.ts';
import type { DriverDays } from '#market/model/driver-days.ts';
import type { DriverMinutes } from '#market/model/driver-minutes.ts';
import { exponentialLower, exponentialUpper } from '#market/model/shock-tables.ts';

/*
 * Days of an index before the market began, made from above: four prices first, minutes where somebody asks.
 * A chart of ten years needs no minute of fifty shares.
 */

/** Four prices of a day, as natural logarithms. */
export interface DayPrices {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

const word = new Uint32Array(1);

/**
 * The range around open and close: that of a continuous
 * path as volatile as the market that the index follows.
 */
export function pastPrices(
  ends: { readonly open: number; readonly close: number },
  of: { readonly market: DriverDays; readonly words: DayWords; readonly name: string; readonly day: number },
): DayPrices {
  const { open, close } = ends;
  of.words.fill(word, { name: of.name, purpose: 'step', day: of.day });
  const bits = word[0] ?? 0;
  const spread = 2 * of.market.sigmaOf(of.day) ** 2;
  const move = (close - open) ** 2;
  return {
    open,
    close,
    high: (open + close + Math.sqrt(move + spread * exponentialUpper(bits))) / 2,
    low: (open + close - Math.sqrt(move + spread * exponentialLower(bits))) / 2,
  };
}

/** Minutes that follow the market's and meet the day's four prices exactly. */
export function fillPastMinutes(bars: DayBars, prices: DayPrices, market: DriverMinutes): void {
  const { close, variance } = bars;
  const { path } = market;
  const last = close.length - 1;
  const total = market.variance.reduce((sum, minute) => sum + minute, 1e-15);
  const rest = prices.close - prices.open - (path[last] ?? 0);
  let passed = 0;
  bars.open = prices.open;
  for (let minute = 0; minute <= last; minute += 1) {
    variance[minute] = market.variance[minute] ?? 0;
    passed += variance[minute] ?? 0;
    close[minute] = prices.open + (path[minute] ?? 0) + (rest * passed) / total;
  }
  close[last] = prices.close;
  drawRanges(bars);
  stretch(bars, prices);
}

function drawRanges(bars: DayBars): void {
  const { close, high, low, variance, words } = bars;
  for (let minute = 0; minute < close.length; minute += 1) {
    const open = openOfMinute(bars, minute);
    const end = close[minute] ?? open;
    const bits = words[minute] ?? 0;
    const move = (end - open) ** 2;
    const spread = variance[minute] ?? 0;
    high[minute] = (open + end + Math.sqrt(move + spread * exponentialUpper(bits))) / 2;
    low[minute] = (open + end - Math.sqrt(move + spread * exponentialLower(bits))) / 2;
  }
}

/**
 * Stretches what lies above and below both ends of the day until its highest and lowest are those of the day.
 */
function stretch(bars: DayBars, prices: DayPrices): void {
  const { close, high, low } = bars;
  const upper = Math.max(prices.open, prices.close);
  const lower = Math.min(prices.open, prices.close);
  const highest = high.reduce((most, value) => Math.max(most, value), upper);
  const lowest = low.reduce((least, value) => Math.min(least, value), lower);
  const up = highest > upper ? (prices.high - upper) / (highest - upper) : 0;
  const down = lowest < lower ? (lower - prices.low) / (lower - lowest) : 0;
  const fit = (value: number): number => {
    if (value >= highest && highest > upper) return prices.high;
    if (value <= lowest && lowest < lower) return prices.low;
    if (value > upper) return upper + up * (value - upper);
    return value < lower ? lower - down * (lower - value) : value;
  };
  for (let minute = 0; minute < close.length; minute += 1) {
    close[minute] = fit(close[minute] ?? upper);
    high[minute] = fit(high[minute] ?? upper);
    low[minute] = fit(low[minute] ?? lower);
  }
}
