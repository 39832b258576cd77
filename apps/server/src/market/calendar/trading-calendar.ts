import { MINUTE_MS } from '@tarazu/core/values';
import { dayFromText, dayOf, dayStartMs, dayText, plainDateOf, weekdayOf } from '#market/calendar/days.ts';
import { fixedHolidays, type HolidayRow, holidayRows } from '#market/calendar/holidays.ts';

/** Shares bought become sellable, and proceeds usable in full, at 09:00 IST of the day they settle. */
const SETTLEMENT_MINUTE = 9 * 60;
/** Proceeds may be withdrawn from 17:30 IST of the next trading day. */
const WITHDRAWAL_MINUTE = 17 * 60 + 30;
const SATURDAY = 6;
/** No exchange rests so long: a search that goes on has another fault, and must not go on for ever. */
const REST_DAYS_MAX = 30;

/** The exchange's trading days. Days are IST day numbers. */
export class TradingCalendar {
  readonly #holidays: ReadonlyMap<number, HolidayRow>;
  readonly #listedYears: ReadonlySet<number>;
  readonly #knownDays = new Map<number, boolean>();

  constructor(rows: readonly HolidayRow[]) {
    this.#holidays = new Map(rows.map((row) => [dayFromText(row.date), row]));
    this.#listedYears = new Set(rows.map((row) => Temporal.PlainDate.from(row.date).year));
  }

  /** The holiday on that day, those on weekends included. */
  holidayOn(day: number): HolidayRow | undefined {
    const listed = this.#holidays.get(day);
    const date = plainDateOf(day);
    if (listed !== undefined || this.#listedYears.has(date.year)) return listed;
    const text = date.toString();
    const fixed = fixedHolidays.find((holiday) => text.endsWith(`-${holiday.monthDay}`));
    return fixed && { date: text, name: fixed.name, provisional: true };
  }

  isTradingDay(day: number): boolean {
    const known = this.#knownDays.get(day);
    if (known !== undefined) return known;
    const trades = weekdayOf(day) < SATURDAY && this.holidayOn(day) === undefined;
    // Twenty years of days at most: the model asks for the same range over and over.
    if (this.#knownDays.size < 8000) this.#knownDays.set(day, trades);
    return trades;
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
   * When a share bought at that instant may be sold: 09:00 IST of the first (or second) trading day after the
   * IST day of the trade. The exchange's calendar decides, also while a simulated market is open always.
   */
  settlesAtMs(tradeAtMs: number, lockDays: 1 | 2): number {
    const day = this.tradingDayAfter(dayOf(tradeAtMs, 'IST'), lockDays);
    return dayStartMs(day, 'IST') + SETTLEMENT_MINUTE * MINUTE_MS;
  }

  /**
   * When the proceeds of a sale at that instant are usable
   * in full, and when they may be withdrawn (rules 2.7).
   */
  proceedsAtMs(tradeAtMs: number): { readonly usable: number; readonly withdrawable: number } {
    const start = dayStartMs(this.tradingDayAfter(dayOf(tradeAtMs, 'IST'), 1), 'IST');
    return {
      usable: start + SETTLEMENT_MINUTE * MINUTE_MS,
      withdrawable: start + WITHDRAWAL_MINUTE * MINUTE_MS,
    };
  }

  /** `YYYY-MM-DD` of the IST day to which a trade at that instant belongs. */
  tradeDateOf(atMs: number): string {
    return dayText(dayOf(atMs, 'IST'));
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

export const exchangeCalendar = new TradingCalendar(holidayRows);
