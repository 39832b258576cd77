import { MINUTE_MS } from '@tarazu/core/values';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import { afterMarketTimes } from '#rules/families/times.ts';
import type { RulesPort } from '#rules/family.ts';

/**
 * Whether a closed market takes orders for its next session at an instant:
 * from 16:10 until 08:55 (rules 2.6), and at any time of a day without the
 * exchange's ordinary hours, such as a holiday or the Sunday of Muhurat.
 */
export function takesAfterMarket(
  atMs: number,
  { calendar, rules }: { readonly calendar: TradingCalendar; readonly rules: RulesPort },
): boolean {
  const day = calendar.dayOf(atMs);
  const minute = (atMs - calendar.startMs(day)) / MINUTE_MS;
  const { fromMinute, untilMinute } = rules.at(afterMarketTimes, atMs);
  return !calendar.isTradingDay(day) || minute >= fromMinute || minute < untilMinute;
}
