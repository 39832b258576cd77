import { MINUTE_MS } from '@tarazu/core/values';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import type { Exchange } from '#market/exchanges.ts';
import type { RulesPort } from '#rules/family.ts';

/**
 * Whether a closed market takes orders for its next session at an instant: in its hours for that (of home
 * from 16:10 until 08:55, rules 2.6), and at any time of a day without the exchange's ordinary hours.
 */
export function takesAfterMarket(
  atMs: number,
  by: {
    readonly calendar: TradingCalendar;
    readonly rules: RulesPort;
    readonly exchange: Pick<Exchange, 'calendar'>;
  },
): boolean {
  const { calendar, rules, exchange } = by;
  const day = calendar.dayOf(atMs);
  const minute = (atMs - calendar.startMs(day)) / MINUTE_MS;
  const { fromMinute, untilMinute } = rules.at(exchange.calendar.afterMarketTimes, atMs);
  return !calendar.isTradingDay(day) || minute >= fromMinute || minute < untilMinute;
}
