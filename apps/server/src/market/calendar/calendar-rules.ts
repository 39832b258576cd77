import { type Exchange, HOME_EXCHANGE } from '#market/exchanges.ts';
import { type HolidayList, holidays } from '#rules/families/holidays.ts';
import { type SessionRow, type SpecialDays, sessions, specialSessions } from '#rules/families/sessions.ts';
import {
  type BlockWindows,
  blockWindows,
  type OwnAuctionRows,
  ownAuctions,
  type SettlementTimes,
  settlementTimes,
} from '#rules/families/times.ts';
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
  const { zone, weekdays, fixedHolidays } = exchange;
  return {
    zone,
    weekdays,
    fixedHolidays,
    holidays: rulebook.rows(holidays),
    sessions: rulebook.rows(sessions),
    specialSessions: rulebook.rows(specialSessions),
    ownAuctions: rulebook.rows(ownAuctions),
    blockWindows: rulebook.rows(blockWindows),
    settlementTimes: rulebook.rows(settlementTimes),
  };
}
