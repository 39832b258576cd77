import { DAY_MS, INDIA_OFFSET_MS, MINUTE_MS } from '@tarazu/core/values';

/** A stretch of time in which some work is done once. */
export interface Period {
  /** Grows from one period to the next. */
  readonly number: number;
  /** When the next period begins. */
  readonly endsAtMs: number;
}

/** Says to which period an instant belongs. */
export type Calendar = (nowMs: number) => Period;

function calendarOf(lengthMs: number, offsetMs: number): Calendar {
  return (nowMs) => {
    const number = Math.floor((nowMs + offsetMs) / lengthMs);
    return { number, endsAtMs: (number + 1) * lengthMs - offsetMs };
  };
}

/** Days of the exchange, which begin at 00:00 in India. */
export const indianDays = calendarOf(DAY_MS, INDIA_OFFSET_MS);
/** The same a minute later: what was done before the day's end is durable by then, or never will be. */
export const indianDaysEnded = calendarOf(DAY_MS, INDIA_OFFSET_MS - MINUTE_MS);
/** Quarters of an hour, by the clock anywhere. */
export const quarterHours = calendarOf(15 * MINUTE_MS, 0);
