import {
  type AccountId,
  type Amount,
  type AssetId,
  amount,
  assetId,
  DAY_MS,
  type InstantMs,
  instantMs,
  MINUTE_MS,
} from '#values/index.ts';

/*
 * Limits that a person sets for an account of their own, each
 * a whole number, so that one rule tells which is stricter.
 */

type Period = 'day' | 'week' | 'month';

interface LimitKind {
  /**
   * Which of two values is stricter; of hours and of several at once the two together may be stricter than
   * either.
   */
  readonly stricter: 'lower' | 'higher' | 'together';
  /** Counted in an asset of money, one limit for each. */
  readonly isOfAsset?: true;
  /** Use of it begins with each period again. */
  readonly period?: Period;
  /** Ends by its own time and not before. */
  readonly isFinal?: true;
  readonly valueMax?: bigint;
}

/** Half hours of a day, of which the lowest bit is the first after midnight. */
export const HALF_HOURS = 48;
/** Every half hour: who wants that shuts themselves out. */
const ALL_DAY = (1n << BigInt(HALF_HOURS)) - 1n;
const LEVERAGE_MAX = 100n;
const ORDERS_MAX = 10_000n;

/** Every own limit, once. */
export const OWN_LIMITS = {
  /** Loss of a day, realised and open at the mark; its use is the day's realised profit. */
  dayLoss: { stricter: 'lower', isOfAsset: true, period: 'day' },
  /** Orders of a day that open something. */
  dayOrders: { stricter: 'lower', period: 'day', valueMax: ORDERS_MAX },
  /** Money that comes in from outside. */
  depositDay: { stricter: 'lower', isOfAsset: true, period: 'day' },
  depositWeek: { stricter: 'lower', isOfAsset: true, period: 'week' },
  depositMonth: { stricter: 'lower', isOfAsset: true, period: 'month' },
  /** So many times its margin an order may be worth. */
  leverage: { stricter: 'lower', valueMax: LEVERAGE_MAX },
  /** Half hours of the day, as bits, in which nothing opens. */
  nightLock: { stricter: 'together', valueMax: ALL_DAY - 1n },
  /** Money leaves to payout accounts on the person's list alone; 1 is on. */
  allowList: { stricter: 'higher', valueMax: 1n },
  /** Until this instant nothing opens. */
  exclusion: { stricter: 'higher', isFinal: true },
} as const satisfies Readonly<Record<string, LimitKind>>;
export type OwnLimitName = keyof typeof OWN_LIMITS;

const isName = (word: string): word is OwnLimitName => Object.hasOwn(OWN_LIMITS, word);
export const OWN_LIMIT_NAMES: readonly OwnLimitName[] = Object.keys(OWN_LIMITS).filter(isName);

const kindOf = (name: OwnLimitName): LimitKind => OWN_LIMITS[name];

/** Of a limit that is counted in no asset. */
export const NO_ASSET: AssetId = assetId('-');

/** A looser value waits so long. */
export const LOOSENS_AFTER_MS = DAY_MS;
/** Nobody shuts themselves out for longer than this at once. */
export const EXCLUSION_MAX_MS = 366 * DAY_MS;

/** One own limit of an account, with what is used of it. */
export interface OwnLimit {
  readonly accountId: AccountId;
  readonly name: OwnLimitName;
  readonly assetId: AssetId;
  /** Minutes by which the account's clock is ahead of UTC: its days begin by it. */
  readonly offsetMinutes: number;
  /** Absent: not limited. */
  readonly value?: Amount;
  /** From when the next value holds; absent while none waits. */
  readonly nextFromMs?: InstantMs;
  /** Absent: not limited then. */
  readonly nextValue?: Amount;
  /** The day, week or month of which `used` tells, by its number; 0 where the limit has none. */
  readonly period: number;
  readonly used: Amount;
}

/** The part of it that the checks before trade read. */
export type LimitTerms = Omit<OwnLimit, 'accountId'>;

/** Value that holds at an instant, by time alone; undefined for no limit. */
export function limitAt(
  { value, nextFromMs, nextValue }: Pick<OwnLimit, 'value' | 'nextFromMs' | 'nextValue'>,
  atMs: number,
): Amount | undefined {
  return nextFromMs !== undefined && atMs >= nextFromMs ? nextValue : value;
}

/** Amount used in the period of an instant. */
export function usedAt(limit: Pick<OwnLimit, 'name' | 'offsetMinutes' | 'period' | 'used'>, atMs: number) {
  return limit.period === periodAt(limit, atMs) ? limit.used : amount(0n);
}

const DAYS_OF_WEEK = 7;
/** 1 January 1970 was a Thursday; weeks begin on Mondays. */
const DAYS_SINCE_MONDAY = 3;

/** Number of the day, week or month of an instant; 0 for a limit without one. */
export function periodAt(
  { name, offsetMinutes }: Pick<OwnLimit, 'name' | 'offsetMinutes'>,
  atMs: number,
): number {
  const { period } = kindOf(name);
  if (period === undefined) return 0;
  return PERIOD_OF_DAY[period](Math.floor((atMs + offsetMinutes * MINUTE_MS) / DAY_MS));
}

/** Number of the period in which a day since 1970 lies. */
const PERIOD_OF_DAY: Readonly<Record<Period, (day: number) => number>> = {
  day: (day) => day,
  week: (day) => Math.floor((day + DAYS_SINCE_MONDAY) / DAYS_OF_WEEK),
  month: monthOf,
};

/** Number of the month in which a day since 1970 lies (Gregorian, whatever the machine). */
function monthOf(day: number): number {
  // Years begin in March, so that a leap day is the last of its year.
  const shifted = day + 719_468;
  const era = Math.floor(shifted / 146_097);
  const dayOfEra = shifted - era * 146_097;
  const year = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1_460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
  const month = Math.floor((5 * dayOfYear + 2) / 153);
  return (year + era * 400) * 12 + month;
}

/** The value by which both hold; absent is the loosest. */
export function stricterOf(
  name: OwnLimitName,
  one: Amount | undefined,
  other: Amount | undefined,
): Amount | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  switch (kindOf(name).stricter) {
    case 'lower':
      return one < other ? one : other;
    case 'higher':
      return one > other ? one : other;
    case 'together':
      return amount(one | other);
  }
}

/** Whether one value holds back all that the other does. */
export function isAsStrict(name: OwnLimitName, one: Amount | undefined, other: Amount | undefined): boolean {
  return stricterOf(name, one, other) === one;
}

/**
 * The limit with another value: a stricter one from now on, a looser one a day later, and until then both. A
 * value that a looser one waits for already keeps its hour.
 */
export function withValue(
  limit: OwnLimit,
  wanted: Amount | undefined,
  atMs: InstantMs,
): Pick<OwnLimit, 'value' | 'nextFromMs' | 'nextValue'> {
  const { name } = limit;
  const now = limitAt(limit, atMs);
  const value = stricterOf(name, now, wanted);
  const given = value === undefined ? {} : { value };
  if (value === wanted) return given;
  const waits = limit.nextFromMs !== undefined && atMs < limit.nextFromMs;
  const keepsHour = waits && isAsStrict(name, wanted, limit.nextValue);
  const nextFromMs = keepsHour ? limit.nextFromMs : instantMs(atMs + LOOSENS_AFTER_MS);
  return { ...given, nextFromMs, ...(wanted !== undefined && { nextValue: wanted }) };
}

/** Why a value can't be set, as a word; undefined where it can. */
export function valueProblem(
  { name, assetId: of, value }: { name: OwnLimitName; assetId: AssetId; value: Amount | undefined },
  atMs: InstantMs,
): 'asset' | 'value' | undefined {
  const { isOfAsset, valueMax } = kindOf(name);
  if ((isOfAsset === true) === (of === NO_ASSET)) return 'asset';
  if (value === undefined) return undefined;
  if (value <= 0n || (valueMax !== undefined && value > valueMax)) return 'value';
  if (name !== 'exclusion') return undefined;
  return value > atMs && value <= atMs + EXCLUSION_MAX_MS ? undefined : 'value';
}

/** Whether a limit may never be loosened: it ends by its own time. */
export function isFinal(name: OwnLimitName): boolean {
  return kindOf(name).isFinal === true;
}
