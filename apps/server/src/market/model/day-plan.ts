import { MINUTE_MS } from '@tarazu/core/values';
import type { HoursMode } from '#market/calendar/sessions.ts';
import { continuousMinutes } from '#market/calendar/sessions.ts';
import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import type { Exchange } from '#market/exchanges.ts';
import { dayOf, dayStartMs, MINUTES_A_DAY, weekdayOf, type Zone } from '#platform/time/days.ts';

/** How activity is spread over the minutes of a day. Both profiles sum to one. */
export interface Profile {
  readonly minutes: number;
  /** Share of the day's variance in each minute. */
  readonly variance: Float64Array;
  readonly volume: Float64Array;
}

/** When a group of instruments trades. The model steps once for each day on which `trades` holds. */
export interface DayPlan {
  readonly zone: Zone;
  readonly profile: Profile;
  /** First minute of the profile, since midnight of the zone. */
  readonly firstMinute: number;
  /** Days a year on which it trades: scales yearly figures. */
  readonly daysAYear: number;
  /** Multiplies the volatility of each day. */
  dayFactor(day: number): number;
  trades(day: number): boolean;
  /**
   * Minutes with continuous trading of a share that has derivatives or none; those left are the closing
   * auction, whose one trade follows the last minute.
   */
  openMinutes(day: number, hasDerivatives: boolean): number;
}

/**
 * Absolute return of an index by half hour over its mean,
 * and share of volume; the last half hour has 15 minutes.
 */
const sessionMoves = [1.57, 1.04, 0.88, 0.87, 0.82, 0.8, 0.83, 0.87, 0.97, 1.05, 1.16, 1.23, 0.86];
const sessionVolumes = [
  0.118, 0.066, 0.066, 0.072, 0.061, 0.068, 0.063, 0.06, 0.055, 0.061, 0.075, 0.131, 0.208,
];

/** Half hours of the session from which the profiles come: longer and shorter ones are stretched to it. */
const HALF_HOURS = 12.5;

/** When continuous trading begins, in minutes since midnight, and how long a day of charts is. */
type Session = Pick<Exchange, 'openingMinute' | 'sessionMinutes'>;

const halfHourOf = (minute: number, { sessionMinutes }: Session): number =>
  Math.floor((minute * HALF_HOURS) / sessionMinutes);
const sessionMove = (minute: number, session: Session): number =>
  sessionMoves[halfHourOf(minute, session)] ?? 1;
const sessionVolume = (minute: number, session: Session): number =>
  (sessionVolumes[halfHourOf(minute, session)] ?? 0.07) * 13;

function profileOf(shape: {
  minutes: number;
  move: (minute: number) => number;
  volume: (minute: number) => number;
}): Profile {
  const variance = Float64Array.from({ length: shape.minutes }, (_, minute) => shape.move(minute) ** 2);
  const volume = Float64Array.from({ length: shape.minutes }, (_, minute) => shape.volume(minute));
  const normalise = (weights: Float64Array): Float64Array => {
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.map((weight) => weight / total);
  };
  return { minutes: shape.minutes, variance: normalise(variance), volume: normalise(volume) };
}

const sessionProfile = (session: Session): Profile =>
  profileOf({
    minutes: session.sessionMinutes,
    move: (minute) => sessionMove(minute, session),
    volume: (minute) => sessionVolume(minute, session),
  });

/** A share that trades day and night is livelier while the country works. */
function nightMove(minute: number, session: Session): number {
  const inSession = minute - session.openingMinute;
  if (inSession >= 0 && inSession < session.sessionMinutes) return sessionMove(inSession, session);
  return minute < 6 * 60 ? 0.5 : 0.7;
}

function alwaysProfile(session: Session): Profile {
  const move = (minute: number): number => nightMove(minute, session);
  return profileOf({ minutes: MINUTES_A_DAY, move, volume: move });
}

/** Coins: 1.25 in the afternoon of UTC, 0.8 before dawn, a smooth wave between. */
function coinMove(minute: number): number {
  const hour = minute / 60;
  return 1.025 + 0.225 * Math.cos(((hour - 15.5) / 24) * 2 * Math.PI);
}

const coinProfile = profileOf({
  minutes: MINUTES_A_DAY,
  move: coinMove,
  volume: (minute) => coinMove(minute) ** 2,
});

const WEEKEND_FACTOR = 0.75;
const isWeekend = (day: number): boolean => weekdayOf(day) >= 6;

/** Volatility of one of 365 days whose year is as volatile as one of 250 trading days. */
const ALWAYS_FACTOR = Math.sqrt(250 / 365) * 1.06;

export const coinPlan: DayPlan = {
  zone: 'UTC',
  profile: coinProfile,
  firstMinute: 0,
  daysAYear: 365,
  dayFactor: (day) => (isWeekend(day) ? WEEKEND_FACTOR : 1.07),
  trades: () => true,
  openMinutes: () => MINUTES_A_DAY,
};

export function stockPlan(hours: HoursMode, calendar: TradingCalendar, session: Session): DayPlan {
  const { zone } = calendar;
  if (hours === 'always') {
    return {
      zone,
      profile: alwaysProfile(session),
      firstMinute: 0,
      daysAYear: 365,
      dayFactor: (day) => (isWeekend(day) ? ALWAYS_FACTOR * WEEKEND_FACTOR : ALWAYS_FACTOR),
      trades: () => true,
      openMinutes: () => MINUTES_A_DAY,
    };
  }
  return {
    zone,
    profile: sessionProfile(session),
    firstMinute: session.openingMinute,
    daysAYear: 250,
    dayFactor: () => 1,
    trades: (day) => calendar.isTradingDay(day),
    openMinutes: (day, hasDerivatives) => continuousMinutes(day, { calendar, hasDerivatives }),
  };
}

export function firstMinuteMs(day: number, plan: DayPlan): number {
  return dayStartMs(day, plan.zone) + plan.firstMinute * MINUTE_MS;
}

export function dayOfPlan(atMs: number, plan: DayPlan): number {
  return dayOf(atMs, plan.zone);
}
