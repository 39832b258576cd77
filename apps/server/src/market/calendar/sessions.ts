import type { SessionPhase } from '@tarazu/core';
import type { EndWindow } from '@tarazu/core/proof';
import { greatestOf, MINUTE_MS } from '@tarazu/core/values';
import { latestEnd, type RandomEnd } from '#market/calendar/random-end.ts';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import { dayText } from '#platform/time/days.ts';
import type { DayHours, PhaseRow } from '#rules/families/sessions.ts';
import type { BlockWindow } from '#rules/families/times.ts';

export type { SessionPhase };

/**
 * Stocks follow the exchange's calendar, or trade always
 * so that a person who tries the app at night can trade.
 */
export type HoursMode = 'calendar' | 'always';

export interface SessionState {
  readonly phase: SessionPhase;
  /** True while orders match as they arrive. */
  readonly isOpen: boolean;
  /** True while orders are taken in: to match, or for an auction. */
  readonly takesOrders: boolean;
  /** When the phase of now ends at the latest; absent when it never does. */
  readonly endsAtMs?: number;
  /** Whether it may end earlier, in a second that nobody chooses. */
  readonly endsAtRandom?: boolean;
  /** When orders are taken next; absent while they are. */
  readonly opensAtMs?: number;
}

const ALWAYS: SessionState = { phase: 'continuous', isOpen: true, takesOrders: true };
const MATCHING: ReadonlySet<SessionPhase> = new Set(['continuous', 'postClose']);
const COLLECTING: ReadonlySet<SessionPhase> = new Set([
  'preOpen',
  'closingAuction',
  'closingLimit',
  'reopeningAuction',
  'listingAuction',
]);

export function isCollecting(phase: SessionPhase): boolean {
  return COLLECTING.has(phase);
}

function takesOrders(phase: SessionPhase): boolean {
  return MATCHING.has(phase) || COLLECTING.has(phase);
}

export interface SessionQuestion {
  readonly calendar: TradingCalendar;
  readonly hours: HoursMode;
  readonly hasDerivatives: boolean;
  /** Decider of the ends that are random, which otherwise come at the latest. */
  readonly randomEnd?: RandomEnd | undefined;
}

type DayQuestion = Omit<SessionQuestion, 'hours'>;

/** Phases of a day on which the exchange trades; none on another day. */
export function phasesOf(day: number, question: DayQuestion): readonly PhaseRow[] {
  return hoursOf(day, question)?.phases ?? [];
}

/** The hours of a day on which the exchange trades; undefined on another day. */
export function hoursOf(day: number, { calendar, hasDerivatives }: DayQuestion): DayHours | undefined {
  const special = calendar.specialHours(day);
  if (special || !calendar.isTradingDay(day)) return special;
  return ordinaryHoursOf(day, { calendar, hasDerivatives });
}

/** The hours that an ordinary day has, whether or not it is one. */
export function ordinaryHoursOf(
  day: number,
  { calendar, hasDerivatives }: DayQuestion,
): DayHours | undefined {
  return calendar.ordinaryHours(day, hasDerivatives ? 'derivativeShares' : 'otherShares');
}

function ordinaryPhasesOf(day: number, question: DayQuestion): readonly PhaseRow[] {
  if (!question.calendar.isTradingDay(day)) return [];
  return ordinaryHoursOf(day, question)?.phases ?? [];
}

/** Minutes of continuous trading of an ordinary trading day; each exchange always starts at its minute. */
export function continuousMinutes(day: number, question: DayQuestion): number {
  const phase = ordinaryPhasesOf(day, question).find((row) => row.phase === 'continuous');
  return phase === undefined ? 0 : phase.untilMinute - phase.fromMinute;
}

/** The state of a stock at an instant. */
export function sessionAt(atMs: number, question: SessionQuestion): SessionState {
  if (question.hours === 'always') return ALWAYS;
  const day = question.calendar.dayOf(atMs);
  const timed = timedPhases(day, question);
  const current = timed.find((row) => row.fromMs <= atMs && atMs < row.untilMs);
  const phase = current?.phase ?? 'closed';
  const isTaking = takesOrders(phase);
  const next = current ?? nextPhase(atMs, question, () => true);
  const endsAtMs = current ? current.latestMs : next?.fromMs;
  const opens = isTaking ? undefined : nextPhase(atMs, question, takesOrders)?.fromMs;
  return {
    phase,
    isOpen: MATCHING.has(phase),
    takesOrders: isTaking,
    ...(endsAtMs === undefined ? {} : { endsAtMs }),
    ...(current?.endsAtRandom === true ? { endsAtRandom: true } : {}),
    ...(opens === undefined ? {} : { opensAtMs: opens }),
  };
}

/** Phases whose minutes are on the tape: continuous trading, and the trade of the closing auction. */
export function hasMinutes({ phase }: SessionState): boolean {
  return phase === 'continuous' || phase === 'closingMatch';
}

/** The window of large deals that is open at an instant. */
export function blockWindowAt(atMs: number, question: SessionQuestion): BlockWindow | undefined {
  const day = question.calendar.dayOf(atMs);
  if (!question.calendar.isTradingDay(day)) return undefined;
  const minute = (atMs - question.calendar.startMs(day)) / MINUTE_MS;
  return question.calendar
    .blockWindowsOn(day)
    .find((window) => window.fromMinute <= minute && minute < window.untilMinute);
}

/** Start of the next continuous session; the instant itself while one is on. */
export function nextOpenMs(atMs: number, question: SessionQuestion): number {
  if (question.hours === 'always') return atMs;
  if (sessionAt(atMs, question).phase === 'continuous') return atMs;
  return nextPhase(atMs, question, (phase) => phase === 'continuous')?.fromMs ?? atMs;
}

/** A phase of one day in instants. */
interface TimedPhase {
  readonly phase: SessionPhase;
  readonly fromMs: number;
  readonly untilMs: number;
  /** When it ends at the latest: what is published beforehand of a phase whose end is random. */
  readonly latestMs: number;
  readonly endsAtRandom: boolean;
}

/** Days that were worked out, by what decides their random ends. */
const knownBy = new WeakMap<RandomEnd, WeakMap<TradingCalendar, Map<string, readonly TimedPhase[]>>>();
const KNOWN_MAX = 64;

/** The phases that random ends decided are worked out anew once their source has learnt something. */
export function forgetPhases(randomEnd: RandomEnd): void {
  knownBy.delete(randomEnd);
}

/**
 * The phases of a day with the ends that the beacon gives them: a phase begins when the one before it ended.
 */
function timedPhases(day: number, question: DayQuestion): readonly TimedPhase[] {
  const { randomEnd = latestEnd } = question;
  const { calendar, hasDerivatives } = question;
  const known = knownBy
    .getOrInsertComputed(randomEnd, () => new WeakMap<TradingCalendar, Map<string, readonly TimedPhase[]>>())
    .getOrInsertComputed(calendar, () => new Map<string, readonly TimedPhase[]>());
  const key = `${day} ${hasDerivatives} ${calendar.isTradingDay(day)} ${calendar.revision}`;
  const before = known.get(key);
  if (before) return before;
  if (known.size >= KNOWN_MAX) known.clear();
  const start = calendar.startMs(day);
  const timed: TimedPhase[] = [];
  for (const row of phasesOf(day, question)) {
    const last = timed.at(-1);
    const scheduledMs = start + row.fromMinute * MINUTE_MS;
    const latestMs = start + row.untilMinute * MINUTE_MS;
    timed.push({
      phase: row.phase,
      fromMs: last?.latestMs === scheduledMs ? last.untilMs : scheduledMs,
      untilMs: randomEnd(dayText(day), windowOf(row, latestMs)),
      latestMs,
      endsAtRandom: row.randomFromMinute !== undefined,
    });
  }
  known.set(key, timed);
  return timed;
}

/** A phase with a fixed end has a window of nothing. */
function windowOf({ phase, randomFromMinute, untilMinute }: PhaseRow, latestMs: number): EndWindow {
  return { name: phase, latestMs, windowMs: (untilMinute - (randomFromMinute ?? untilMinute)) * MINUTE_MS };
}

/** The windows in which the auctions of a day end at random. */
export function endWindowsOf(day: number, question: DayQuestion): EndWindow[] {
  const start = question.calendar.startMs(day);
  return phasesOf(day, question)
    .map((row) => windowOf(row, start + row.untilMinute * MINUTE_MS))
    .filter(({ windowMs }) => windowMs > 0);
}

/** When the last phase of a day is over, for every share; undefined on a day without any. */
export function dayOverMs(day: number, calendar: TradingCalendar): number | undefined {
  const last = [true, false]
    .flatMap((hasDerivatives) => phasesOf(day, { calendar, hasDerivatives }))
    .map(({ untilMinute }) => untilMinute);
  return last.length === 0 ? undefined : calendar.startMs(day) + greatestOf(last) * MINUTE_MS;
}

/** Days to look ahead for a phase: longer than any closure of the exchange. */
const DAYS_AHEAD = 14;

/** The first phase of a kind that begins after an instant. */
function nextPhase(
  atMs: number,
  question: SessionQuestion,
  isWanted: (phase: SessionPhase) => boolean,
): TimedPhase | undefined {
  const day = question.calendar.dayOf(atMs);
  for (let ahead = 0; ahead <= DAYS_AHEAD; ahead += 1) {
    const found = timedPhases(day + ahead, question).find(
      ({ phase, fromMs }) => fromMs > atMs && isWanted(phase),
    );
    if (found) return found;
  }
  return undefined;
}
