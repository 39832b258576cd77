import { type Exchange, HOME_EXCHANGE } from '#market/exchanges.ts';
import type { HolidayList } from '#rules/families/holidays.ts';
import type { SessionRow, SpecialDays } from '#rules/families/sessions.ts';
import type { BlockWindows, OwnAuctionRows, SettlementTimes } from '#rules/families/times.ts';
import type { Rulebook } from '#rules/rulebook.ts';

/** All that a calendar goes by: plain data, so that another thread has the same one. Oldest first. */
export interface CalendarRules extends Pick<Exchange, 'zone' | 'weekdays' | 'fixedHolidays'> {
  readonly holidays: readonly HolidayList[];
  readonly sessions: readonly SessionRow[];
  readonly specialSessions: readonly SpecialDays[];
  readonly ownAuctions: readonly OwnAuctionRows[];
  readonly blockWindows: readonly BlockWindows[];
  readonly settlementTimes: readonly SettlementTimes[];
}

export function calendarRulesOf(rulebook: Rulebook, exchange: Exchange = HOME_EXCHANGE): CalendarRules {
  const { zone, weekdays, fixedHolidays, calendar } = exchange;
  return {
    zone,
    weekdays,
    fixedHolidays,
    holidays: rulebook.rows(calendar.holidays),
    sessions: rulebook.rows(calendar.sessions),
    specialSessions: calendar.specialSessions ? rulebook.rows(calendar.specialSessions) : [],
    ownAuctions: rulebook.rows(calendar.ownAuctions),
    blockWindows: calendar.blockWindows ? rulebook.rows(calendar.blockWindows) : [],
    settlementTimes: rulebook.rows(calendar.settlementTimes),
  };
}
