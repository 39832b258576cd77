import { dayFromText } from '#market/calendar/days.ts';
import type { DayPlan } from '#market/model/day-plan.ts';
import { bitsAt, chiSquaredAt, gaussianAt, streamKey, uniformAt } from '#market/model/random.ts';

/** The model's first day. Nothing is known before it. */
export const FIRST_DAY = dayFromText('2016-01-01');

/** Log volatility: a slow and a fast factor, by half-life in days and standard deviation. */
const SLOW = { keep: 0.5 ** (1 / 60), spread: 0.3 };
const FAST = { keep: 0.5 ** (1 / 5), spread: 0.35 };
const LOG_VOLATILITY_VARIANCE = SLOW.spread ** 2 + FAST.spread ** 2;
/** Two thirds of the variance of log volatility are shared with the market. */
const SHARED = Math.sqrt(2 / 3);
const OWN = Math.sqrt(1 / 3);
const VOLUME_KEEP = 0.65;
const VOLUME_SPREAD = 0.36;
/** Volume grows with this power of the day's size. */
const VOLUME_LIVELINESS = 0.75;
/** How much of a day's extraordinary size shows in the size of its minutes. */
const MINUTE_SHARE_OF_SIZE = 0.6;
/** Mean of a day's size to that power, so that the minutes are as volatile as the day. By degrees of freedom. */
const MINUTE_SIZE_MEAN: Readonly<Record<4 | 5, number>> = { 4: 0.887, 5: 0.923 };

export interface DriverSpec {
  readonly name: string;
  /** Long-run standard deviation of a day's log return. */
  readonly dailyVolatility: number;
  /** Share of the day's variance between the close and the next open; 0 where trading never stops. */
  readonly gapShare: number;
  /** Degrees of freedom of a day's shock: the fewer, the heavier its tails. */
  readonly degrees: 4 | 5;
  readonly jumps: { readonly aYear: number; readonly mean: number; readonly spread: number };
  /** Correlation between a day's return and the next day's volatility. */
  readonly leverage: number;
  readonly trendAYear: number;
  /** Half-life of the return to the trend, in days. */
  readonly reversionDays: number;
  /** The driver with which two thirds of the volatility are shared. */
  readonly volatilityFrom?: DriverDays;
  /** A limit on the day's move of an instrument whose own driver this is. */
  readonly limit?: MoveLimit;
}

export interface MoveLimit {
  /** Largest absolute log move of a day. */
  readonly logMove: number;
  readonly others: readonly WeightedDriver[];
}

export interface WeightedDriver {
  readonly driver: DriverDays;
  readonly weight: number;
}

/**
 * One source of movement (the market, a sector, an instrument's own), day by day from the first day on: its log value at
 * the open and the close, the volatility of its session and a level of volume. Days are added when they are asked.
 */
export class DriverDays {
  readonly spec: DriverSpec;
  readonly plan: DayPlan;
  readonly key: number;
  #capacity = 4096;
  #count = 0;
  #open = new Float64Array(this.#capacity);
  #close = new Float64Array(this.#capacity);
  #sigma = new Float64Array(this.#capacity);
  #jump = new Float64Array(this.#capacity);
  #logVolatility = new Float64Array(this.#capacity);
  #volume = new Float64Array(this.#capacity);
  #slow = 0;
  #fast = 0;
  #volumeLevel = 0;
  /** A move that the limit cut off, to be made the next day. */
  #carried = 0;

  constructor(spec: DriverSpec, plan: DayPlan, seed: number) {
    this.spec = spec;
    this.plan = plan;
    this.key = streamKey(seed, spec.name);
    this.#slow = gaussianAt(this.key, -1);
    this.#fast = gaussianAt(this.key, -2);
  }

  openOf(day: number): number {
    return this.#open[this.#reach(day)] ?? 0;
  }

  closeOf(day: number): number {
    if (day < FIRST_DAY) return 0;
    return this.#close[this.#reach(day)] ?? 0;
  }

  /** Standard deviation of the session's move; 0 on a day without trading. */
  sigmaOf(day: number): number {
    return this.#sigma[this.#reach(day)] ?? 0;
  }

  /** The part of the session's move that comes at once, as news. */
  jumpOf(day: number): number {
    return this.#jump[this.#reach(day)] ?? 0;
  }

  logVolatilityOf(day: number): number {
    return this.#logVolatility[this.#reach(day)] ?? 0;
  }

  /** Volume of the day over its long-run mean. */
  volumeOf(day: number): number {
    return this.#volume[this.#reach(day)] ?? 0;
  }

  #reach(day: number): number {
    const index = day - FIRST_DAY;
    if (index < 0) throw new Error('Condition: the market starts on 2016-01-01');
    while (this.#count <= index) this.#addDay();
    return index;
  }

  #addDay(): void {
    if (this.#count === this.#capacity) this.#grow();
    const index = this.#count;
    const day = FIRST_DAY + index;
    const before = index === 0 ? 0 : (this.#close[index - 1] ?? 0);
    this.#open[index] = before;
    this.#close[index] = before;
    this.#logVolatility[index] = index === 0 ? 0 : (this.#logVolatility[index - 1] ?? 0);
    this.#count += 1;
    if (this.plan.trades(day)) this.#step({ index, day, before });
  }

  #step({ index, day, before }: { index: number; day: number; before: number }): void {
    const { spec } = this;
    const key = bitsAt(this.key, day);
    const own = SLOW.spread * this.#slow + FAST.spread * this.#fast;
    const logVolatility = spec.volatilityFrom
      ? SHARED * spec.volatilityFrom.logVolatilityOf(day) + OWN * own
      : own;
    const sigma =
      spec.dailyVolatility * Math.exp(logVolatility - LOG_VOLATILITY_VARIANCE) * this.plan.dayFactor(day);
    const size = (spec.degrees - 2) / chiSquaredAt(bitsAt(key, 1), spec.degrees);
    const shock = gaussianAt(key, 2);
    const jump = this.#newsOf(key);
    const gapSize = 2 / chiSquaredAt(bitsAt(key, 3), 4);
    const overnight = spec.gapShare > 0 && uniformAt(key, 5) < 0.5;
    const gap =
      sigma * Math.sqrt(spec.gapShare * gapSize) * gaussianAt(key, 4) +
      (overnight ? jump : 0) +
      (spec.gapShare > 0 ? this.#carried : 0);
    const sessionSigma = sigma * Math.sqrt(1 - spec.gapShare);
    const sessionJump = overnight ? 0 : jump;
    const move =
      sessionSigma * Math.sqrt(size) * shock +
      sessionJump +
      this.#driftOf(index, before) +
      (spec.gapShare > 0 ? 0 : this.#carried);
    const held = this.#held(day, { gap, move });
    this.#open[index] = before + held.gap;
    this.#close[index] = before + held.gap + held.move;
    // A move that a limit stopped is not news that arrived.
    this.#jump[index] = held.move === move ? sessionJump : 0;
    this.#sigma[index] =
      (sessionSigma * size ** (MINUTE_SHARE_OF_SIZE / 2)) / Math.sqrt(MINUTE_SIZE_MEAN[spec.degrees]);
    this.#logVolatility[index] = logVolatility;
    this.#volume[index] = this.#volumeOfDay(
      key,
      0.6 * sigma * Math.sqrt(size) + 0.6 * Math.abs(held.gap + held.move),
    );
    this.#advanceVolatility(key, shock);
  }

  #newsOf(key: number): number {
    const { jumps } = this.spec;
    if (uniformAt(key, 6) >= jumps.aYear / this.plan.daysAYear) return 0;
    return jumps.mean + jumps.spread * gaussianAt(key, 7);
  }

  #driftOf(index: number, before: number): number {
    const { trendAYear, reversionDays } = this.spec;
    // The trend runs by calendar days, the step by trading days.
    const trend = (trendAYear * index) / 365;
    return trendAYear / this.plan.daysAYear - (before - trend) * (1 - 0.5 ** (1 / reversionDays));
  }

  /** Keeps the instrument's move of the day inside its limit and carries what is cut off. */
  #held(day: number, own: { gap: number; move: number }): { gap: number; move: number } {
    this.#carried = 0;
    const { limit } = this.spec;
    if (limit === undefined) return own;
    let othersGap = 0;
    let othersMove = 0;
    for (const { driver, weight } of limit.others) {
      othersGap += weight * (driver.openOf(day) - driver.closeOf(day - 1));
      othersMove += weight * (driver.closeOf(day) - driver.openOf(day));
    }
    const gap = clamp(othersGap + own.gap, limit.logMove) - othersGap;
    const total = othersGap + othersMove + own.gap + own.move;
    const allowed = clamp(total, limit.logMove);
    if (allowed === total && gap === own.gap) return own;
    this.#carried = total - allowed;
    return { gap, move: allowed - othersGap - othersMove - gap };
  }

  #volumeOfDay(key: number, size: number): number {
    this.#volumeLevel =
      VOLUME_KEEP * this.#volumeLevel + Math.sqrt(1 - VOLUME_KEEP ** 2) * gaussianAt(key, 8);
    const liveliness = Math.min(5, Math.max(0.2, size / this.spec.dailyVolatility));
    return (
      Math.exp(VOLUME_SPREAD * this.#volumeLevel - VOLUME_SPREAD ** 2 / 2) * liveliness ** VOLUME_LIVELINESS
    );
  }

  #advanceVolatility(key: number, shock: number): void {
    const { leverage } = this.spec;
    const rest = Math.sqrt(1 - leverage ** 2);
    this.#slow =
      SLOW.keep * this.#slow + Math.sqrt(1 - SLOW.keep ** 2) * (leverage * shock + rest * gaussianAt(key, 9));
    this.#fast =
      FAST.keep * this.#fast +
      Math.sqrt(1 - FAST.keep ** 2) * (leverage * shock + rest * gaussianAt(key, 10));
  }

  #grow(): void {
    this.#capacity *= 2;
    const grown = (old: Float64Array): Float64Array<ArrayBuffer> => {
      const next = new Float64Array(this.#capacity);
      next.set(old);
      return next;
    };
    this.#open = grown(this.#open);
    this.#close = grown(this.#close);
    this.#sigma = grown(this.#sigma);
    this.#jump = grown(this.#jump);
    this.#logVolatility = grown(this.#logVolatility);
    this.#volume = grown(this.#volume);
  }
}

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}
