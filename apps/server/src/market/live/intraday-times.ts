import { dayOf, dayStartMs, MINUTE_MS } from '#market/calendar/days.ts';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import { intradayMargin } from '#market/live/reference.ts';
import { type IntradayRow, intradayRows, ruleAt } from '#market/live/rules-seed.ts';
import type { HoursMode, MarketSource } from '#market/source.ts';
import type { IntradayTimes } from '#ports.ts';

/** Continuous trading begins at 09:15. */
const OPENING_MINUTE = 9 * 60 + 15;

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
    reopensAtMs: at(next, OPENING_MINUTE),
  };
}

/** The times of a share that is traded within the day; undefined for any other. */
export function intradayOf(
  instrumentId: string,
  atMs: number,
  {
    source,
    ...question
  }: Pick<IntradayTimesQuestion, 'calendar' | 'hours'> & { readonly source: MarketSource },
): IntradayTimes | undefined {
  const definition = source.instruments(atMs).find((instrument) => instrument.id === instrumentId);
  if (definition === undefined || intradayMargin(definition, atMs) === undefined) return undefined;
  const row = ruleAt(intradayRows, atMs);
  return intradayTimes(atMs, { ...question, closesByAuction: definition.hasDerivatives, row });
}
