import type { SessionPhase } from '@tarazu/core';
import { dayFromText } from '#market/calendar/days.ts';

/** One phase of a trading day, in minutes since midnight IST, `untilMinute` not included. */
export interface PhaseRow {
  readonly phase: Exclude<SessionPhase, 'closed'>;
  readonly fromMinute: number;
  readonly untilMinute: number;
  /**
   * From this minute on each round of the beacon may end the phase; the phase after it then begins at once.
   */
  readonly randomFromMinute?: number;
}

/** When what is open within the day (MIS) must be closed, in minutes since midnight IST. */
export interface WithinDayRow {
  /** The last warning. */
  readonly warningMinute: number;
  readonly squareOffMinute: number;
}

/**
 * When large deals may be reported (rules 2.14): beside the phases,
 * because the afternoon one lies within continuous trading.
 */
export interface BlockWindow {
  readonly name: 'morning' | 'afternoon';
  readonly fromMinute: number;
  readonly untilMinute: number;
}

/** A call auction that a share has by itself, in minutes from its beginning. */
export interface OwnAuctionRow {
  /** First IST day on which the row applies. */
  readonly effectiveFrom: string;
  readonly kind: 'reopening' | 'listing';
  readonly collectMinutes: number;
  /** The last minutes of collecting, in which each round of the beacon may end it. */
  readonly randomMinutes: number;
  /** Until continuous trading: collecting, making the price, and a pause. */
  readonly wholeMinutes: number;
}

/** How a day trades, and when what is open within it is squared off. */
export type DayHours = Pick<TimetableRow, 'phases' | 'withinDay'>;

interface TimetableRow {
  /** First IST day on which the row applies. */
  readonly effectiveFrom: string;
  readonly appliesTo: 'derivativeShares' | 'otherShares';
  readonly phases: readonly PhaseRow[];
  readonly withinDay: WithinDayRow;
}

/** A day that trades by its own hours, whatever the calendar says of it. */
interface SpecialDay {
  readonly date: string;
  readonly name: string;
  /** True while no circular has given the time. */
  readonly provisional: boolean;
  readonly phases: readonly PhaseRow[];
  readonly withinDay: WithinDayRow;
}

const at = (hour: number, minute: number): number => hour * 60 + minute;

const morning: readonly PhaseRow[] = [
  { phase: 'preOpen', fromMinute: at(9, 0), untilMinute: at(9, 8), randomFromMinute: at(9, 7) },
  { phase: 'preOpenMatch', fromMinute: at(9, 8), untilMinute: at(9, 15) },
];

const wholeDay: readonly PhaseRow[] = [
  ...morning,
  { phase: 'continuous', fromMinute: at(9, 15), untilMinute: at(15, 30) },
];
const closeUntilAugust2026: readonly PhaseRow[] = [
  ...wholeDay,
  { phase: 'postClose', fromMinute: at(15, 40), untilMinute: at(16, 0) },
];

const untilTwenty: WithinDayRow = { warningMinute: at(15, 5), squareOffMinute: at(15, 20) };

/** Sessions change by circular: a change is a new row, never an edit. Newest first. Source: rules 2.6. */
const timetable: readonly TimetableRow[] = [
  {
    effectiveFrom: '2026-08-03',
    appliesTo: 'derivativeShares',
    phases: [
      ...morning,
      { phase: 'continuous', fromMinute: at(9, 15), untilMinute: at(15, 15) },
      { phase: 'closingReference', fromMinute: at(15, 15), untilMinute: at(15, 20) },
      { phase: 'closingAuction', fromMinute: at(15, 20), untilMinute: at(15, 25) },
      {
        phase: 'closingLimit',
        fromMinute: at(15, 25),
        untilMinute: at(15, 30),
        randomFromMinute: at(15, 28),
      },
      { phase: 'closingMatch', fromMinute: at(15, 30), untilMinute: at(15, 35) },
      { phase: 'postClose', fromMinute: at(15, 50), untilMinute: at(16, 0) },
    ],
    // Before continuous trading ends for the closing auction.
    withinDay: { warningMinute: at(15, 5), squareOffMinute: at(15, 10) },
  },
  {
    effectiveFrom: '2026-08-03',
    appliesTo: 'otherShares',
    phases: [...wholeDay, { phase: 'postClose', fromMinute: at(15, 50), untilMinute: at(16, 0) }],
    withinDay: untilTwenty,
  },
  {
    effectiveFrom: '1994-11-03',
    appliesTo: 'derivativeShares',
    phases: closeUntilAugust2026,
    withinDay: untilTwenty,
  },
  {
    effectiveFrom: '1994-11-03',
    appliesTo: 'otherShares',
    phases: closeUntilAugust2026,
    withinDay: untilTwenty,
  },
];

/** The hour of Diwali. The exchange gives its time by a circular of its own; until then these are ours. */
const muhurat: readonly PhaseRow[] = [
  { phase: 'preOpen', fromMinute: at(18, 0), untilMinute: at(18, 8), randomFromMinute: at(18, 7) },
  { phase: 'preOpenMatch', fromMinute: at(18, 8), untilMinute: at(18, 15) },
  { phase: 'continuous', fromMinute: at(18, 15), untilMinute: at(19, 15) },
];
/** As long before the end of continuous trading as on any day. */
const muhuratWithinDay: WithinDayRow = { warningMinute: at(18, 50), squareOffMinute: at(19, 5) };
const muhuratOn = (date: string): SpecialDay => ({
  date,
  name: 'Muhurat trading',
  provisional: true,
  phases: muhurat,
  withinDay: muhuratWithinDay,
});
export const specialDays: readonly SpecialDay[] = [muhuratOn('2026-11-08'), muhuratOn('2027-10-29')];

/** When the auction of a listing day begins. */
export const LISTING_MINUTE = at(9, 0);

/**
 * Newest first, as the timetable. The auction after a halt is as
 * long as the pre-open; the one of a listing day lasts until ten.
 */
export const ownAuctionRows: readonly OwnAuctionRow[] = [
  { effectiveFrom: '1994-11-03', kind: 'reopening', collectMinutes: 8, randomMinutes: 1, wholeMinutes: 15 },
  { effectiveFrom: '1994-11-03', kind: 'listing', collectMinutes: 45, randomMinutes: 10, wholeMinutes: 60 },
];

/** The hours of such an auction on a day. */
export function ownAuctionOn(day: number, kind: OwnAuctionRow['kind']): OwnAuctionRow | undefined {
  return ownAuctionRows.find((row) => row.kind === kind && dayFromText(row.effectiveFrom) <= day);
}

export const blockWindows: readonly BlockWindow[] = [
  { name: 'morning', fromMinute: at(8, 45), untilMinute: at(9, 0) },
  { name: 'afternoon', fromMinute: at(14, 5), untilMinute: at(14, 20) },
];

const rows = timetable.map((row) => ({ ...row, fromDay: dayFromText(row.effectiveFrom) }));
const special = new Map(specialDays.map((day) => [dayFromText(day.date), day]));

/** The hours of an ordinary trading day. */
export function ordinaryHours(day: number, appliesTo: TimetableRow['appliesTo']): DayHours | undefined {
  return rows.find((row) => row.appliesTo === appliesTo && row.fromDay <= day);
}

/** The hours of a day that has its own. */
export function specialHours(day: number): DayHours | undefined {
  return special.get(day);
}
