import {
  dayFromText,
  dayOf,
  dayStartMs,
  MINUTE_MS,
  MINUTES_A_DAY,
  minuteOfDay,
} from '#market/calendar/days.ts';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';

/** Stocks follow the exchange's calendar, or trade always so that a person who tries the app at night can trade. */
export type HoursMode = 'calendar' | 'always';

export type SessionPhase =
  | 'closed'
  | 'preOpen'
  | 'preOpenMatch'
  | 'continuous'
  | 'closingReference'
  | 'closingAuction'
  | 'closingMatch'
  | 'postClose';

export interface SessionState {
  readonly phase: SessionPhase;
  /** True while orders match as they arrive. */
  readonly isOpen: boolean;
  /** When the phase of now ends; absent when it never does. */
  readonly endsAtMs?: number;
  /** When continuous trading starts next; absent while it is on. */
  readonly opensAtMs?: number;
}

/** One phase of a trading day, in minutes since midnight IST, `until` not included. */
interface PhaseRow {
  readonly phase: SessionPhase;
  readonly fromMinute: number;
  readonly untilMinute: number;
}

interface TimetableRow {
  /** First IST day on which the row applies. */
  readonly effectiveFrom: string;
  readonly appliesTo: 'derivativeShares' | 'otherShares';
  readonly phases: readonly PhaseRow[];
}

const at = (hour: number, minute: number): number => hour * 60 + minute;

const morning: readonly PhaseRow[] = [
  { phase: 'preOpen', fromMinute: at(9, 0), untilMinute: at(9, 8) },
  { phase: 'preOpenMatch', fromMinute: at(9, 8), untilMinute: at(9, 15) },
];

const wholeDay: readonly PhaseRow[] = [
  ...morning,
  { phase: 'continuous', fromMinute: at(9, 15), untilMinute: at(15, 30) },
];

/** Sessions change by circular: a change is a new row, never an edit. Newest first. */
const timetable: readonly TimetableRow[] = [
  {
    effectiveFrom: '2026-08-03',
    appliesTo: 'derivativeShares',
    phases: [
      ...morning,
      { phase: 'continuous', fromMinute: at(9, 15), untilMinute: at(15, 15) },
      { phase: 'closingReference', fromMinute: at(15, 15), untilMinute: at(15, 20) },
      { phase: 'closingAuction', fromMinute: at(15, 20), untilMinute: at(15, 30) },
      { phase: 'closingMatch', fromMinute: at(15, 30), untilMinute: at(15, 35) },
      { phase: 'postClose', fromMinute: at(15, 50), untilMinute: at(16, 0) },
    ],
  },
  {
    effectiveFrom: '2026-08-03',
    appliesTo: 'otherShares',
    phases: [...wholeDay, { phase: 'postClose', fromMinute: at(15, 50), untilMinute: at(16, 0) }],
  },
  {
    effectiveFrom: '1994-11-03',
    appliesTo: 'derivativeShares',
    phases: [...wholeDay, { phase: 'postClose', fromMinute: at(15, 40), untilMinute: at(16, 0) }],
  },
  {
    effectiveFrom: '1994-11-03',
    appliesTo: 'otherShares',
    phases: [...wholeDay, { phase: 'postClose', fromMinute: at(15, 40), untilMinute: at(16, 0) }],
  },
];

const rows = timetable.map((row) => ({ ...row, fromDay: dayFromText(row.effectiveFrom) }));

export interface SessionQuestion {
  readonly calendar: TradingCalendar;
  readonly hours: HoursMode;
  readonly hasDerivatives: boolean;
}

/** Phases of a day on which the exchange trades; none on another day. */
export function phasesOf(day: number, question: Omit<SessionQuestion, 'hours'>): readonly PhaseRow[] {
  if (!question.calendar.isTradingDay(day)) return [];
  const appliesTo = question.hasDerivatives ? 'derivativeShares' : 'otherShares';
  return rows.find((row) => row.appliesTo === appliesTo && row.fromDay <= day)?.phases ?? [];
}

/** Minutes of continuous trading of a trading day; it always starts at 09:15 IST. */
export function continuousMinutes(day: number, question: Omit<SessionQuestion, 'hours'>): number {
  const phase = phasesOf(day, question).find((row) => row.phase === 'continuous');
  return phase === undefined ? 0 : phase.untilMinute - phase.fromMinute;
}

/** What a stock does at an instant. */
export function sessionAt(atMs: number, question: SessionQuestion): SessionState {
  if (question.hours === 'always') return { phase: 'continuous', isOpen: true };
  const day = dayOf(atMs, 'IST');
  const start = dayStartMs(day, 'IST');
  const minute = minuteOfDay(atMs, 'IST');
  const phases = phasesOf(day, question);
  const current = phases.find((row) => row.fromMinute <= minute && minute < row.untilMinute);
  if (current?.phase === 'continuous') {
    return { phase: 'continuous', isOpen: true, endsAtMs: start + current.untilMinute * MINUTE_MS };
  }
  const next = phases.find((row) => row.fromMinute > minute);
  const endMinute = current?.untilMinute ?? next?.fromMinute;
  return {
    phase: current?.phase ?? 'closed',
    isOpen: false,
    endsAtMs:
      endMinute === undefined
        ? firstPhaseMs(nextTradingDay(day, question), question)
        : start + endMinute * MINUTE_MS,
    opensAtMs: nextOpenMs(atMs, question),
  };
}

/** Start of the next continuous session; the instant itself while one is on. */
export function nextOpenMs(atMs: number, question: SessionQuestion): number {
  if (question.hours === 'always') return atMs;
  const day = dayOf(atMs, 'IST');
  const today = phasesOf(day, question).find((row) => row.phase === 'continuous');
  const minute = minuteOfDay(atMs, 'IST');
  if (today !== undefined && minute < today.untilMinute) {
    return minute >= today.fromMinute ? atMs : dayStartMs(day, 'IST') + today.fromMinute * MINUTE_MS;
  }
  const nextDay = nextTradingDay(day, question);
  const open = phasesOf(nextDay, question).find((row) => row.phase === 'continuous');
  return dayStartMs(nextDay, 'IST') + (open?.fromMinute ?? MINUTES_A_DAY) * MINUTE_MS;
}

function nextTradingDay(day: number, question: SessionQuestion): number {
  return question.calendar.tradingDayAfter(day, 1);
}

function firstPhaseMs(day: number, question: SessionQuestion): number {
  return dayStartMs(day, 'IST') + (phasesOf(day, question)[0]?.fromMinute ?? 0) * MINUTE_MS;
}
