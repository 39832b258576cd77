import { DAY_MS, INDIA_OFFSET_MS } from '@tarazu/core/units';

/** The months and days of the calendar: days are texts such as `2026-11-20`, of India. */

const WEEK = 7;
/** 1 January 1970 was a Thursday: three days after a Monday. */
const FIRST_WEEKDAY = 3;

/** `2026-11` of an instant, in India. */
export function monthOf(atMs: number): string {
  return new Date(atMs + INDIA_OFFSET_MS).toISOString().slice(0, 7);
}

/** `2026-11-20` of an instant, in India. */
export function dayOf(atMs: number): string {
  return new Date(atMs + INDIA_OFFSET_MS).toISOString().slice(0, 10);
}

/** The month some months later, or earlier. */
export function monthBeside(month: string, by: number): string {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** The days of a month, and how many places of its first week stand empty before a Monday's. */
export function daysOfMonth(month: string): { readonly days: readonly string[]; readonly before: number } {
  const first = Date.parse(`${month}-01T00:00:00Z`);
  const count = (Date.parse(`${monthBeside(month, 1)}-01T00:00:00Z`) - first) / DAY_MS;
  const days = Array.from({ length: count }, (_, index) =>
    new Date(first + index * DAY_MS).toISOString().slice(0, 10),
  );
  return { days, before: (first / DAY_MS + FIRST_WEEKDAY) % WEEK };
}

/** Noon of a day in India: shown as that day. */
export function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00+05:30`);
}
