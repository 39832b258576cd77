import { MINUTE_MS } from '@tarazu/core/values';
import { dayOf, dayStartMs } from '#market/calendar/days.ts';
import { exchangeCalendar } from '#market/calendar/trading-calendar.ts';

const FROM_MINUTE = 16 * 60 + 10;
const UNTIL_MINUTE = 8 * 60 + 55;

/**
 * Whether a closed market takes orders for its next session at an instant:
 * from 16:10 until 08:55 (rules 2.6), and at any time of a day without the
 * exchange's ordinary hours, such as a holiday or the Sunday of Muhurat.
 */
export function takesAfterMarket(atMs: number): boolean {
  const day = dayOf(atMs, 'IST');
  const minute = (atMs - dayStartMs(day, 'IST')) / MINUTE_MS;
  return !exchangeCalendar.isTradingDay(day) || minute >= FROM_MINUTE || minute < UNTIL_MINUTE;
}
