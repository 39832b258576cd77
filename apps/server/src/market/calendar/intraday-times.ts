import { dayOf, dayStartMs, MINUTE_MS } from '#market/calendar/days.ts';
import type { HoursMode } from '#market/calendar/sessions.ts';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import type { IntradayRow } from '#market/live/rules-seed.ts';
import type { IntradayTimes } from '#ports.ts';

export interface IntradayTimesQuestion {
  readonly calendar: TradingCalendar;
  readonly hours: HoursMode;
  readonly closesByAuction: boolean;
  readonly row: IntradayRow;
}

/** The published times around an instant. A market that is always open squares off once every day, at the same minute. */
export function intradayTimes(atMs: number, question: IntradayTimesQuestion): IntradayTimes {
  const { row, calendar, hours } = question;
  const minute = question.closesByAuction ? row.squareOffMinuteAuction : row.squareOffMinute;
  const at = (day: number, minutes: number) => dayStartMs(day, 'IST') + minutes * MINUTE_MS;
  const trades = (day: number) => hours === 'always' || calendar.isTradingDay(day);
  let last = dayOf(atMs, 'IST');
  while (!trades(last) || at(last, minute) > atMs) last -= 1;
  let next = last + 1;
  while (!trades(next)) next += 1;
  return {
    lastSquareOffAtMs: at(last, minute),
    warningAtMs: at(next, row.warningMinute),
    squareOffAtMs: at(next, minute),
  };
}
