import { MINUTE_MS } from '@tarazu/core/values';
import { type CalendarRules, calendarRulesOf } from '#market/calendar/calendar-rules.ts';
import {
  dayFromText,
  dayOf,
  dayStartMs,
  dayText,
  plainDateOf,
  weekdayOf,
  type Zone,
} from '#platform/time/days.ts';
import type { HolidayRow } from '#rules/families/holidays.ts';
import type { DayHours, ShareKind } from '#rules/families/sessions.ts';
import type { BlockWindow, OwnAuctionRow } from '#rules/families/times.ts';
import type { DatedRow } from '#rules/family.ts';
import { seedRulebook } from '#rules/rulebook.ts';

/** No exchange rests so long: a search that goes on has another fault, and must not go on for ever. */
const REST_DAYS_MAX = 30;
/** Twenty years of days at most: the model asks for the same range over and over. */
const KNOWN_DAYS_MAX = 8_000;

/** Rows by the day from which they hold, newest first. */
type ByDay<Row> = readonly { readonly fromDay: number; readonly row: Row }[];

function byDay<Row extends DatedRow>(rows: readonly Row[]): ByDay<Row> {
  return rows
    .map((row) => ({ fromDay: dayOf(row.effectiveFromMs, 'IST'), row }))
    .sort((one, other) => other.fromDay - one.fromDay);
}

const rowOn = <Row>(rows: ByDay<Row>, day: number): Row | undefined =>
  rows.find(({ fromDay }) => fromDay <= day)?.row;

interface Holidays {
  readonly days: ReadonlyMap<number, HolidayRow>;
  /** Years of which the list has at least one day. */
  readonly years: ReadonlySet<number>;
}

/** The exchange's trading days and the hours of each. Days are day numbers by its own clock. */
export class TradingCalendar {
  /** Counts the changes of the rules: what was worked out before one is worked out again. */
  revision = 0;
  #rules: ReturnType<typeof indexed>;
  /** The exchange's clock. */
  readonly zone: Zone;
  readonly #knownDays = new Map<number, boolean>();

  constructor(rules: CalendarRules) {
    this.#rules = indexed(rules);
    this.zone = rules.zone;
  }

  /** New rules were published: all begin later than today, so that no day that is over changes. */
  follow(rules: CalendarRules): void {
    this.#rules = indexed(rules);
    this.#knownDays.clear();
    this.revision += 1;
  }

  /** The day of an instant by the exchange's clock. */
  dayOf(atMs: number): number {
    return dayOf(atMs, this.zone);
  }

  /** When a day begins by the exchange's clock. */
  startMs(day: number): number {
    return dayStartMs(day, this.zone);
  }

  /** The holiday on that day, those on weekends included. */
  holidayOn(day: number): HolidayRow | undefined {
    const list = rowOn(this.#rules.holidays, day);
    const listed = list?.days.get(day);
    const date = plainDateOf(day);
    if (listed !== undefined || list?.years.has(date.year) === true) return listed;
    const text = date.toString();
    const fixed = this.#rules.fixedHolidays.find((holiday) => text.endsWith(`-${holiday.monthDay}`));
    return fixed && { date: text, name: fixed.name, provisional: true };
  }

  isTradingDay(day: number): boolean {
    const known = this.#knownDays.get(day);
    if (known !== undefined) return known;
    const trades = this.#rules.weekdays.includes(weekdayOf(day)) && this.holidayOn(day) === undefined;
    if (this.#knownDays.size < KNOWN_DAYS_MAX) this.#knownDays.set(day, trades);
    return trades;
  }

  /** The hours that an ordinary trading day has, whether or not this is one. */
  ordinaryHours(day: number, of: ShareKind): DayHours | undefined {
    return rowOn(this.#rules.sessions, day)?.hours[of];
  }

  /** The hours of a day that has its own. */
  specialHours(day: number): DayHours | undefined {
    return rowOn(this.#rules.specialSessions, day)?.get(day);
  }

  /** The hours of a call auction that a share has by itself. */
  ownAuctionOn(day: number, kind: 'reopening' | 'listing'): OwnAuctionRow | undefined {
    return rowOn(this.#rules.ownAuctions, day)?.[kind];
  }

  /** When the auction of a listing day begins. */
  listingMinuteOn(day: number): number | undefined {
    return rowOn(this.#rules.ownAuctions, day)?.listingMinute;
  }

  blockWindowsOn(day: number): readonly BlockWindow[] {
    return rowOn(this.#rules.blockWindows, day)?.windows ?? [];
  }

  /** The n-th trading day strictly after the day (n from 1). */
  tradingDayAfter(day: number, count: number): number {
    let current = day;
    for (let left = count; left > 0; left -= 1) current = this.#nearestTradingDay(current, 1);
    return current;
  }

  tradingDayBefore(day: number): number {
    return this.#nearestTradingDay(day, -1);
  }

  /**
   * Instant of settlement, on the first or second trading day after a purchase, from which it may be sold.
   */
  settlesAtMs(tradeAtMs: number, lockDays: 1 | 2): number {
    const day = this.tradingDayAfter(this.dayOf(tradeAtMs), lockDays);
    return this.startMs(day) + this.#settlementOn(day).settlementMinute * MINUTE_MS;
  }

  /**
   * When the proceeds of a sale at that instant are usable
   * in full, and when they may be withdrawn (rules 2.7).
   */
  proceedsAtMs(tradeAtMs: number): { readonly usable: number; readonly withdrawable: number } {
    const soldOn = this.dayOf(tradeAtMs);
    const day = this.tradingDayAfter(soldOn, this.#settlementOn(soldOn).proceedsDays);
    const start = this.startMs(day);
    const { settlementMinute, withdrawalMinute } = this.#settlementOn(day);
    return {
      usable: start + settlementMinute * MINUTE_MS,
      withdrawable: start + withdrawalMinute * MINUTE_MS,
    };
  }

  /** `YYYY-MM-DD` of the day to which a trade at that instant belongs. */
  tradeDateOf(atMs: number): string {
    return dayText(this.dayOf(atMs));
  }

  #settlementOn(day: number) {
    const rows = this.#rules.settlementTimes;
    const row = rowOn(rows, day) ?? rows.at(-1)?.row;
    if (row === undefined) throw new Error('Condition: a calendar knows when trades settle');
    return row;
  }

  /** Strictly after the day, or before it. */
  #nearestTradingDay(day: number, step: 1 | -1): number {
    for (let away = 1; away <= REST_DAYS_MAX; away += 1) {
      const found = day + step * away;
      if (this.isTradingDay(found)) return found;
    }
    throw new Error(`Invariant: the exchange trades within ${REST_DAYS_MAX} days of day ${day}`);
  }
}

function indexed(rules: CalendarRules) {
  const { weekdays, fixedHolidays } = rules;
  return {
    ...{ weekdays, fixedHolidays },
    holidays: byDay(rules.holidays).map(({ fromDay, row }) => ({ fromDay, row: holidaysOf(row.holidays) })),
    sessions: byDay(rules.sessions),
    specialSessions: byDay(rules.specialSessions).map(({ fromDay, row }) => ({
      fromDay,
      row: new Map<number, DayHours>(row.days.map((day) => [dayFromText(day.date), day])),
    })),
    ownAuctions: byDay(rules.ownAuctions),
    blockWindows: byDay(rules.blockWindows),
    settlementTimes: byDay(rules.settlementTimes),
  };
}

const holidaysOf = (rows: readonly HolidayRow[]): Holidays => ({
  days: new Map(rows.map((row) => [dayFromText(row.date), row])),
  years: new Set(rows.map((row) => Temporal.PlainDate.from(row.date).year)),
});

/** The calendar of the first rules: for tests, and for what runs without a database. */
export const exchangeCalendar = new TradingCalendar(calendarRulesOf(seedRulebook));
