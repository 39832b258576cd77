import type { SessionPhase } from '@tarazu/core';
import { dayFromText } from '#market/calendar/days.ts';

/** One phase of a trading day, in minutes since midnight IST, `untilMinute` not included. */
export interface PhaseRow {
  readonly phase: Exclude<SessionPhase, 'closed'>;
  readonly fromMinute: number;
  readonly untilMinute: number;
  /** From this minute on each round of the beacon may end the phase; the phase after it then begins at once. */
  readonly randomFromMinute?: number;
}

/** When large deals may be reported (rules 2.14): beside the phases, because the afternoon one lies within continuous trading. */
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

interface TimetableRow {
  /** First IST day on which the row applies. */
  readonly effectiveFrom: string;
  readonly appliesTo: 'derivativeShares' | 'otherShares';
  readonly phases: readonly PhaseRow[];
}

/** A day that trades by its own hours, whatever the calendar says of it. */
interface SpecialDay {
  readonly date: string;
  readonly name: string;
  /** True while no circular has given the time. */
  readonly provisional: boolean;
  readonly phases: readonly PhaseRow[];
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
  },
  {
    effectiveFrom: '2026-08-03',
    appliesTo: 'otherShares',
    phases: [...wholeDay, { phase: 'postClose', fromMinute: at(15, 50), untilMinute: at(16, 0) }],
  },
  { effectiveFrom: '1994-11-03', appliesTo: 'derivativeShares', phases: closeUntilAugust2026 },
  { effectiveFrom: '1994-11-03', appliesTo: 'otherShares', phases: closeUntilAugust2026 },
];

/** The hour of Diwali. The exchange gives its time by a circular of its own; until then these are ours. */
const muhurat: readonly PhaseRow[] = [
  { phase: 'preOpen', fromMinute: at(18, 0), untilMinute: at(18, 8), randomFromMinute: at(18, 7) },
  { phase: 'preOpenMatch', fromMinute: at(18, 8), untilMinute: at(18, 15) },
  { phase: 'continuous', fromMinute: at(18, 15), untilMinute: at(19, 15) },
];
export const specialDays: readonly SpecialDay[] = [
  { date: '2026-11-08', name: 'Muhurat trading', provisional: true, phases: muhurat },
  { date: '2027-10-29', name: 'Muhurat trading', provisional: true, phases: muhurat },
];

/** When the auction of a listing day begins. */
export const LISTING_MINUTE = at(9, 0);

/** Newest first, as the timetable. The auction after a halt is as long as the pre-open; the one of a listing day lasts until ten. */
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
const special = new Map(specialDays.map((day) => [dayFromText(day.date), day.phases]));

/** The phases of an ordinary trading day. */
export function ordinaryPhases(day: number, appliesTo: TimetableRow['appliesTo']): readonly PhaseRow[] {
  return rows.find((row) => row.appliesTo === appliesTo && row.fromDay <= day)?.phases ?? [];
}

/** The phases of a day with hours of its own. */
export function specialPhases(day: number): readonly PhaseRow[] | undefined {
  return special.get(day);
}
