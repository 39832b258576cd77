import { type DayBars, openOfMinute } from '#market/model/day-bars.ts';
import type { DayWords } from '#market/model/day-words.ts';
import { stepOf } from '#market/model/shock-tables.ts';

/** The value moves four times a second. */
export const POINTS_A_MINUTE = 240;
const LAST_POINT = POINTS_A_MINUTE - 1;

/**
 * How far the value is from the straight way through a minute: a random walk that ends where it began, as
 * wide as the shock of its minute was large. With the straight way it is one whose steps tell nothing of each
 * other: who has followed half of it knows no more of the other half.
 */
export function walkThrough(bars: DayBars, words: DayWords, name: string): DayBars['walk'] {
  let known = -1;
  const values = new Float64Array(POINTS_A_MINUTE);
  const room = new Uint32Array(POINTS_A_MINUTE);
  const { day } = bars;
  const spread = bars.isWalked ? bars.inside : bars.variance;
  return (minute) => {
    if (minute === known) return values;
    words.fill(room, { name, purpose: 'walk', day }, minute * POINTS_A_MINUTE);
    const deviation = Math.sqrt((spread[minute] ?? 0) / LAST_POINT);
    let sum = 0;
    for (let point = 1; point < POINTS_A_MINUTE; point += 1) {
      sum += stepOf(room[point] ?? 0);
      values[point] = sum;
    }
    for (let point = 1; point < POINTS_A_MINUTE; point += 1)
      values[point] = deviation * ((values[point] ?? 0) - (sum * point) / LAST_POINT);
    known = minute;
    return values;
  };
}

/**
 * Log price at a quarter second of a minute, 0 to 239. The first point is the open and the last the close.
 */
export function logPriceAt(bars: DayBars, minute: number, point: number): number {
  const open = openOfMinute(bars, minute);
  const close = bars.close[minute] ?? open;
  if (point <= 0) return open;
  if (point >= LAST_POINT) return close;
  const value = open + ((close - open) * point) / LAST_POINT + (bars.walk(minute)[point] ?? 0);
  if (bars.isWalked) return value;
  return Math.min(bars.high[minute] ?? value, Math.max(bars.low[minute] ?? value, value));
}

/** Highs and lows of a day as its ways through the minutes make them, as far as they are asked for. */
export function walkRanges(
  bars: DayBars,
  edges: { readonly low: number; readonly high: number; readonly untilMinute: number },
): void {
  for (let minute = bars.rangedMinutes; minute < edges.untilMinute; minute += 1) {
    const open = openOfMinute(bars, minute);
    const close = bars.close[minute] ?? open;
    const step = (close - open) / LAST_POINT;
    const walk = bars.walk(minute);
    let high = Math.max(open, close);
    let low = Math.min(open, close);
    for (let point = 1; point < LAST_POINT; point += 1) {
      const value = open + step * point + (walk[point] ?? 0);
      if (value > high) high = value;
      else if (value < low) low = value;
    }
    bars.high[minute] = Math.max(open, close, Math.min(edges.high, high));
    bars.low[minute] = Math.min(open, close, Math.max(edges.low, low));
  }
}
