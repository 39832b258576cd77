/**
 * Days as numbers since 1970-01-01 in the zone of the venue: that of its exchange for stocks, UTC for coins.
 * No exchange changes its clocks, so that the way between instants and days is plain arithmetic.
 */
import { DAY_MS, INDIA_OFFSET_MS, MINUTE_MS } from '@tarazu/core/values';

export const MINUTES_A_DAY = 1440;

/** India's, UTC, or that of an exchange, by how much its clock is ahead of UTC. */
export type Zone = 'IST' | 'UTC' | { readonly offsetMs: number };

const OFFSETS_MS = { IST: INDIA_OFFSET_MS, UTC: 0 };
const offsetMsOf = (zone: Zone): number => (typeof zone === 'string' ? OFFSETS_MS[zone] : zone.offsetMs);

export function dayOf(atMs: number, zone: Zone): number {
  return Math.floor((atMs + offsetMsOf(zone)) / DAY_MS);
}

export function dayStartMs(day: number, zone: Zone): number {
  return day * DAY_MS - offsetMsOf(zone);
}

/** Minutes since midnight of the zone, with a fraction. */
export function minuteOfDay(atMs: number, zone: Zone): number {
  return (atMs - dayStartMs(dayOf(atMs, zone), zone)) / MINUTE_MS;
}

/** Monday is 1, Sunday 7. */
export function weekdayOf(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1;
}

const epoch = Temporal.PlainDate.from('1970-01-01');

export function dayFromText(date: string): number {
  return epoch.until(Temporal.PlainDate.from(date)).days;
}

export function plainDateOf(day: number): Temporal.PlainDate {
  return epoch.add({ days: day });
}

/** `YYYY-MM-DD` */
export function dayText(day: number): string {
  return plainDateOf(day).toString();
}

/** First day of the week (Monday) that holds the day. */
export function weekStart(day: number): number {
  return day - (weekdayOf(day) - 1);
}

export function monthStart(day: number): number {
  return day - (plainDateOf(day).day - 1);
}
