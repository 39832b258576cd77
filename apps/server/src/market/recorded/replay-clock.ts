import { DAY_MS, MINUTE_MS } from '@tarazu/core/values';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import type { HoursMode } from '#market/source.ts';
import { dayOf, dayStartMs, MINUTES_A_DAY, minuteOfDay } from '#platform/time/days.ts';
import type { ListedKind } from '#ports.ts';
import { tradesAlways } from '#products/list.ts';

/** The position of a replay: in which recorded session and how far into it. */
export interface ReplayPosition {
  /** Day number of the recorded session, in the zone of its venue. */
  readonly day: number;
  /** Milliseconds since the session's first minute; the session's length once it is over. */
  readonly elapsedMs: number;
  readonly isInSession: boolean;
}

export const STOCK_FIRST_MINUTE = 9 * 60 + 15;
export const STOCK_MINUTES = 375;
const STOCK_SESSION_MS = STOCK_MINUTES * MINUTE_MS;

/** Recorded sessions in order, and the one with which the replay starts, at first and after the last one. */
interface Timeline {
  readonly days: readonly number[];
  readonly first: number;
}

function timelineOf(days: Iterable<number>, startDay: number | undefined): Timeline {
  const ordered = [...new Set(days)].sort((a, b) => a - b);
  const found = startDay === undefined ? 0 : ordered.findIndex((day) => day >= startDay);
  return { days: ordered, first: Math.max(0, found) };
}

/** Day of the k-th session of the replay; the first one for times before the replay began. */
function sessionDay(timeline: Timeline, session: number): number {
  const length = timeline.days.length - timeline.first;
  if (length <= 0) throw new Error('Condition: a replay has at least one session');
  return timeline.days[timeline.first + (Math.max(0, session) % length)] ?? 0;
}

/**
 * Clock from the wall's time to the recording's: trading day k replays recorded session k, of coins UTC day
 * k. While the market is open always, sessions follow each other without a pause.
 */
export class ReplayClock {
  readonly #stocks: Timeline;
  readonly #coins: Timeline;
  readonly #setting: ReplaySetting;

  constructor(setting: ReplaySetting) {
    this.#setting = setting;
    this.#stocks = timelineOf(setting.stockDays, setting.startDay);
    this.#coins = timelineOf(setting.coinDays, setting.startDay);
  }

  get hasStocks(): boolean {
    return this.#stocks.days.length > 0;
  }

  coinPosition(atMs: number): ReplayPosition {
    const session = dayOf(atMs, 'UTC') - dayOf(this.#setting.startedAtMs, 'UTC');
    const elapsedMs = session < 0 ? 0 : atMs - dayStartMs(dayOf(atMs, 'UTC'), 'UTC');
    return { day: sessionDay(this.#coins, session), elapsedMs, isInSession: true };
  }

  stockPosition(atMs: number): ReplayPosition {
    return this.#setting.hours === 'always' ? this.#unbroken(atMs) : this.#byCalendar(atMs);
  }

  #unbroken(atMs: number): ReplayPosition {
    const sinceStart = Math.max(0, atMs - this.#setting.startedAtMs);
    const session = Math.floor(sinceStart / STOCK_SESSION_MS);
    const elapsedMs = sinceStart - session * STOCK_SESSION_MS;
    return { day: sessionDay(this.#stocks, session), elapsedMs, isInSession: true };
  }

  #byCalendar(atMs: number): ReplayPosition {
    const { calendar } = this.#setting;
    const today = dayOf(atMs, 'IST');
    const sinceOpenMs = (minuteOfDay(atMs, 'IST') - STOCK_FIRST_MINUTE) * MINUTE_MS;
    const hasOpened = calendar.isTradingDay(today) && sinceOpenMs >= 0;
    const sessionsOpened = this.#tradingDaysUntil(today) + (hasOpened ? 1 : 0);
    const day = sessionDay(this.#stocks, sessionsOpened - 1);
    // Before the first session opens nothing has been replayed: its opening price stands.
    if (sessionsOpened === 0) return { day, elapsedMs: 0, isInSession: false };
    if (!hasOpened || sinceOpenMs >= STOCK_SESSION_MS) {
      return { day, elapsedMs: STOCK_SESSION_MS, isInSession: false };
    }
    return { day, elapsedMs: Math.round(sinceOpenMs), isInSession: true };
  }

  /** Trading days from the replay's first day on, today not counted. */
  #tradingDaysUntil(today: number): number {
    let count = 0;
    for (let day = dayOf(this.#setting.startedAtMs, 'IST'); day < today; day += 1) {
      if (this.#setting.calendar.isTradingDay(day)) count += 1;
    }
    return count;
  }
}

export interface ReplaySetting {
  readonly stockDays: Iterable<number>;
  readonly coinDays: Iterable<number>;
  /** First recorded day to replay; the first one there is when absent or later than all. */
  readonly startDay?: number;
  /** Wall time at which the replay began, the same over restarts. */
  readonly startedAtMs: number;
  readonly hours: HoursMode;
  readonly calendar: TradingCalendar;
}

/** First minute of a recorded session, in recorded time. */
export function sessionStartMs(day: number, kind: ListedKind): number {
  return tradesAlways({ kind }) ? day * DAY_MS : dayStartMs(day, 'IST') + STOCK_FIRST_MINUTE * MINUTE_MS;
}

export function sessionMinutes(kind: ListedKind): number {
  return tradesAlways({ kind }) ? MINUTES_A_DAY : STOCK_MINUTES;
}
