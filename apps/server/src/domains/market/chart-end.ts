import { MINUTE_MS } from '@tarazu/core/values';
import type { CandleInterval } from '@tarazu/protocol';

/** A quarter of an hour: longer candles open on one too, in each time zone of a venue. */
const GRID_MINUTES_MAX = 15;

/**
 * The end of a chart of the past, rounded up to where the next candle may open. The candles that open before
 * it are the same, and no caller makes charts of their own by naming other milliseconds.
 */
export function chartEndMs(interval: CandleInterval, beforeMs: number): number {
  const minutes = interval.endsWith('m') ? Number.parseInt(interval, 10) : GRID_MINUTES_MAX;
  const gridMs = Math.min(minutes, GRID_MINUTES_MAX) * MINUTE_MS;
  return Math.ceil(beforeMs / gridMs) * gridMs;
}
