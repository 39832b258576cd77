import { dayFromText } from '#market/calendar/days.ts';
import type { DayPlan } from '#market/model/day-plan.ts';
import type { DayWords, WordPurpose } from '#market/model/day-words.ts';
import { chiSquaredOf, gaussianOf, uniformOf } from '#market/model/random.ts';

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
/**
 * A day's size is heavy-tailed, tamed by this power. Its minutes are as large as the day: were they not, half
 * a day's move would tell where the other half leads.
 */
const SIZE_POWER = 0.6;
/** Mean of a size to that power, so that the long-run volatility is the driver's. By degrees of freedom. */
const SIZE_MEAN: Readonly<Record<4 | 5, number>> = { 4: 0.887, 5: 0.923 };
/**
 * Words of a day's step: shock, gap, whether news comes overnight,
 * whether any, its size, volume, slow, fast; then the sizes.
 */
const STEP = { shock: 0, gap: 1, overnight: 2, news: 3, newsSize: 4, volume: 5, slow: 6, fast: 7 } as const;
const SIZE_WORDS = { from: 8, until: 13 };
const GAP_WORDS = { from: 13, until: 17 };

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
 * One source of movement (the market, a sector, an instrument's own), day by day
 * from the first day on: its log value at the open and the close, the volatility
 * of its session and a level of volume. Days are added when they are asked.
 */
export class DriverDays {
  readonly spec: DriverSpec;
  readonly plan: DayPlan;
  readonly #words: DayWords;
  readonly #step = new Uint32Array(GAP_WORDS.until);
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

  constructor(spec: DriverSpec, plan: DayPlan, words: DayWords) {
    this.spec = spec;
    this.plan = plan;
    this.#words = words;
    this.fill(this.#step, 'step', FIRST_DAY - 1);
    this.#slow = gaussianOf(this.#step[STEP.slow]);
    this.#fast = gaussianOf(this.#step[STEP.fast]);
  }

  /** The driver's own words of a day. */
  fill(words: Uint32Array, purpose: WordPurpose, day: number): void {
    this.#words.fill(words, { name: this.spec.name, purpose, day });
  }

  /** Whether nobody outside may know a day of it before it is over. */
  isSecret(day: number): boolean {
    return this.#words.isSecret(day);
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
    if (this.plan.trades(day)) this.#takeStep({ index, day, before });
  }

  #takeStep({ index, day, before }: { index: number; day: number; before: number }): void {
    const { spec } = this;
    const words = this.#step;
    this.fill(words, 'step', day);
    const own = SLOW.spread * this.#slow + FAST.spread * this.#fast;
    const logVolatility = spec.volatilityFrom
      ? SHARED * spec.volatilityFrom.logVolatilityOf(day) + OWN * own
      : own;
    const sigma =
      spec.dailyVolatility * Math.exp(logVolatility - LOG_VOLATILITY_VARIANCE) * this.plan.dayFactor(day);
    const rawSize =
      (spec.degrees - 2) /
      chiSquaredOf(words.subarray(SIZE_WORDS.from, SIZE_WORDS.until).subarray(0, spec.degrees));
    const size = rawSize ** SIZE_POWER / SIZE_MEAN[spec.degrees];
    const shock = gaussianOf(words[STEP.shock]);
    const jump = this.#newsOf(words);
    const gapSize = 2 / chiSquaredOf(words.subarray(GAP_WORDS.from, GAP_WORDS.until));
    const overnight = spec.gapShare > 0 && uniformOf(words[STEP.overnight]) < 0.5;
    const gap =
      sigma * Math.sqrt(spec.gapShare * gapSize) * gaussianOf(words[STEP.gap]) +
      (overnight ? jump : 0) +
      (spec.gapShare > 0 ? this.#carried : 0);
    const sessionSigma = sigma * Math.sqrt((1 - spec.gapShare) * size);
    const sessionJump = overnight ? 0 : jump;
    const move =
      sessionSigma * shock +
      sessionJump +
      this.#driftOf(index, before) +
      (spec.gapShare > 0 ? 0 : this.#carried);
    const held = this.#held(day, { gap, move });
    this.#open[index] = before + held.gap;
    this.#close[index] = before + held.gap + held.move;
    // A move that a limit stopped is not news that arrived.
    this.#jump[index] = held.move === move ? sessionJump : 0;
    this.#sigma[index] = sessionSigma;
    this.#logVolatility[index] = logVolatility;
    // How lively the day is, and not how far it goes: the morning's volume would tell of the close.
    this.#volume[index] = this.#volumeOfDay(words[STEP.volume], 1.08 * sigma * Math.sqrt(size));
    this.#advanceVolatility(words, shock);
  }

  #newsOf(words: Uint32Array): number {
    const { jumps } = this.spec;
    if (uniformOf(words[STEP.news]) >= jumps.aYear / this.plan.daysAYear) return 0;
    return jumps.mean + jumps.spread * gaussianOf(words[STEP.newsSize]);
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

  #volumeOfDay(word: number | undefined, size: number): number {
    this.#volumeLevel = VOLUME_KEEP * this.#volumeLevel + Math.sqrt(1 - VOLUME_KEEP ** 2) * gaussianOf(word);
    const liveliness = Math.min(5, Math.max(0.2, size / this.spec.dailyVolatility));
    return (
      Math.exp(VOLUME_SPREAD * this.#volumeLevel - VOLUME_SPREAD ** 2 / 2) * liveliness ** VOLUME_LIVELINESS
    );
  }

  #advanceVolatility(words: Uint32Array, shock: number): void {
    const { leverage } = this.spec;
    const rest = Math.sqrt(1 - leverage ** 2);
    const next = (keep: number, word: number | undefined): number =>
      Math.sqrt(1 - keep ** 2) * (leverage * shock + rest * gaussianOf(word));
    this.#slow = SLOW.keep * this.#slow + next(SLOW.keep, words[STEP.slow]);
    this.#fast = FAST.keep * this.#fast + next(FAST.keep, words[STEP.fast]);
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
