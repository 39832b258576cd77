import { greatestOf, MINUTE_MS } from '@tarazu/core/values';
import { hoursOf, ordinaryHoursOf } from '#market/calendar/sessions.ts';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import { intradayMargin } from '#market/reference/reference.ts';
import type { HoursMode, MarketSource } from '#market/source.ts';
import type { IntradayTimes } from '#ports.ts';
import type { RulesPort } from '#rules/family.ts';

const DAY_MINUTES = 24 * 60;

export interface IntradayTimesQuestion {
  readonly calendar: TradingCalendar;
  readonly hours: HoursMode;
  readonly closesByAuction: boolean;
}

/**
 * The published times around an instant, each by the hours of its own day: a conditions session squares off
 * in its own hour. A market that is always open squares off once every day, as on an ordinary one.
 */
export function intradayTimes(atMs: number, question: IntradayTimesQuestion): IntradayTimes {
  const at = (day: number, minutes: number) => question.calendar.startMs(day) + minutes * MINUTE_MS;
  const hoursAt = (day: number) => tradingHours(day, question);
  let last = question.calendar.dayOf(atMs);
  let lastHours = hoursAt(last);
  while (lastHours === undefined || at(last, lastHours.withinDay.squareOffMinute) > atMs) {
    last -= 1;
    lastHours = hoursAt(last);
  }
  let next = last + 1;
  let nextHours = hoursAt(next);
  while (nextHours === undefined) {
    next += 1;
    nextHours = hoursAt(next);
  }
  const opening = nextHours.phases.find(({ phase }) => phase === 'continuous')?.fromMinute ?? 0;
  return {
    lastSquareOffAtMs: at(last, lastHours.withinDay.squareOffMinute),
    lastSessionEndsAtMs: at(last, lastHours.phases.at(-1)?.untilMinute ?? DAY_MINUTES),
    warningAtMs: at(next, nextHours.withinDay.warningMinute),
    squareOffAtMs: at(next, nextHours.withinDay.squareOffMinute),
    reopensAtMs: at(next, opening),
  };
}

/** The newest hour of squaring off that has come, of whichever share. */
export function newestSquareOffAtMs(
  atMs: number,
  question: Pick<IntradayTimesQuestion, 'calendar' | 'hours'>,
): number {
  const { calendar, hours } = question;
  const ofShares = [true, false].map((closesByAuction) =>
    intradayTimes(atMs, { calendar, hours, closesByAuction }),
  );
  return greatestOf(ofShares.map(({ lastSquareOffAtMs }) => lastSquareOffAtMs));
}

function tradingHours(day: number, { calendar, hours, closesByAuction }: IntradayTimesQuestion) {
  const question = { calendar, hasDerivatives: closesByAuction };
  return hours === 'always' ? ordinaryHoursOf(day, question) : hoursOf(day, question);
}

/** The times of a share that is traded within the day; undefined for any other. */
export function intradayOf(
  instrumentId: string,
  atMs: number,
  {
    source,
    rules,
    ...question
  }: Pick<IntradayTimesQuestion, 'calendar' | 'hours'> & {
    readonly source: MarketSource;
    readonly rules: RulesPort;
  },
): IntradayTimes | undefined {
  const definition = source.instruments(atMs).find((instrument) => instrument.id === instrumentId);
  if (definition === undefined || intradayMargin(definition, { rules, atMs }) === undefined) return undefined;
  return intradayTimes(atMs, { ...question, closesByAuction: definition.hasDerivatives });
}
