import { MINUTE_MS } from '@tarazu/core/values';
import type { CandleInterval } from '#market/source.ts';
import { dayOf, dayStartMs, monthStart, weekStart, type Zone } from '#platform/time/days.ts';

const minutesOf: Readonly<Partial<Record<CandleInterval, number>>> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '4h': 240,
};

export const CANDLES_MAX = 2000;

/** Minutes of an interval inside a day; undefined for days, weeks and months. */
export function intervalMinutes(interval: CandleInterval): number | undefined {
  return minutesOf[interval];
}

/** First day of the daily, weekly or monthly candle that holds the day. */
export function firstDayOf(interval: CandleInterval, day: number): number {
  if (interval === '1w') return weekStart(day);
  if (interval === '1M') return monthStart(day);
  return day;
}

/**
 * Opening time of the candle that holds an instant. Candles inside a day count from the first minute of its
 * session, so that the first hour of a session from 09:15 ends at 10:15.
 */
export function bucketStartMs(
  atMs: number,
  bucket: { interval: CandleInterval; zone: Zone; firstMinuteMs: number },
): number {
  const minutes = intervalMinutes(bucket.interval);
  if (minutes === undefined) {
    return dayStartMs(firstDayOf(bucket.interval, dayOf(atMs, bucket.zone)), bucket.zone);
  }
  const length = minutes * MINUTE_MS;
  return bucket.firstMinuteMs + Math.floor((atMs - bucket.firstMinuteMs) / length) * length;
}
