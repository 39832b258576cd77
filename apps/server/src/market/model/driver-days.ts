import type { DayPlan } from '#market/model/day-plan.ts';
import type { DayWords, WordPurpose } from '#market/model/day-words.ts';
import { gaussianOf, gaussiansOf, uniformOf } from '#market/model/random.ts';
import { dayFromText } from '#platform/time/days.ts';

/** The model's first day. Nothing is known before it. */
export const FIRST_DAY = dayFromText('2016-01-01');

/** Log volatility: a slow and a fast factor, by half-life in days and standard deviation. */
const SLOW = factorOf({ keep: 0.5 ** (1 / 60), spread: 0.3 });
const FAST = factorOf({ keep: 0.5 ** (1 / 5), spread: 0.35 });
const LOG_VOLATILITY_VARIANCE = SLOW.spread ** 2 + FAST.spread ** 2;
/** Two thirds of the variance of log volatility are shared with the market. */
const SHARED = Math.sqrt(2 / 3);
const OWN = Math.sqrt(1 / 3);
const VOLUME_KEEP = 0.65;
const VOLUME_NEW = Math.sqrt(1 - VOLUME_KEEP ** 2);
const VOLUME_SPREAD = 0.36;
const VOLUME_MEAN = VOLUME_SPREAD ** 2 / 2;
/** Volume grows with this power of the day's size. */
const VOLUME_LIVELINESS = 0.75;
/** Power that tames a day's heavy-tailed size, and its minutes, of which half tells nothing of the rest. */
const SIZE_POWER = 0.6;
/** Mean of a size to that power, by degrees of freedom, so that the long-run volatility is the driver's. */
const SIZE_MEAN: Readonly<Record<4 | 5, number>> = { 4: 0.887, 5: 0.923 };
/**
 * Words of a day's step: shock, gap, whether news comes overnight,
 * whether any, its size, volume, slow, fast; then the sizes.
 */
const STEP = { shock: 0, gap: 1, overnight: 2, news: 3, newsSize: 4, volume: 5, slow: 6, fast: 7 } as const;
const SIZE_WORDS = { from: 8, until: 13 };
const GAP_WORDS = { from: 13, count: 4 };

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
  readonly #step: Uint32Array;
  /** The same words as draws of the normal distribution, where the step takes them as such. */
  readonly #normal: Float64Array;
  /** Shares that are the same on each day, computed once for hundreds of thousands of them. */
  readonly #newsChance: number;
  readonly #trendADay: number;
  readonly #reversion: number;
  readonly #leverageRest: number;
  #capacity = 4096;
  #count = 0;
  #open = new Float64Array(this.#capacity);
  #close = new Float64Array(this.#capacity);
  #sigma = new Float64Array(this.#capacity);
  #jump = new Float64Array(this.#capacity);
  #logVolatility = new Float64Array(this.#capacity);
  #volumeLevel = new Float64Array(this.#capacity);
  #size = new Float64Array(this.#capacity);
  #slow = 0;
  #fast = 0;
  #level = 0;
  /** A move that the limit cut off, to be made the next day. */
  #carried = 0;

  constructor(spec: DriverSpec, plan: DayPlan, words: DayWords) {
    this.spec = spec;
    this.plan = plan;
    this.#words = words;
    const { jumps, trendAYear, reversionDays, leverage, gapShare } = spec;
    this.#newsChance = jumps.aYear / plan.daysAYear;
    this.#trendADay = trendAYear / plan.daysAYear;
    this.#reversion = 1 - 0.5 ** (1 / reversionDays);
    this.#leverageRest = Math.sqrt(1 - leverage ** 2);
    // Where trading never stops there is no gap to draw.
    this.#step = new Uint32Array(gapShare > 0 ? GAP_WORDS.from + GAP_WORDS.count : SIZE_WORDS.until);
    this.#normal = new Float64Array(this.#step.length);
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
    const index = this.#reach(day);
    const size = this.#size[index] ?? 0;
    if (size === 0) return 0;
    const level = this.#volumeLevel[index] ?? 0;
    const liveliness = Math.min(5, Math.max(0.2, size / this.spec.dailyVolatility));
    return Math.exp(VOLUME_SPREAD * level - VOLUME_MEAN) * liveliness ** VOLUME_LIVELINESS;
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
    const normal = this.#normal;
    this.fill(words, 'step', day);
    gaussiansOf(words, normal, STEP.shock, STEP.gap + 1);
    gaussiansOf(words, normal, STEP.volume, words.length);
    const own = SLOW.spread * this.#slow + FAST.spread * this.#fast;
    const logVolatility = spec.volatilityFrom
      ? SHARED * spec.volatilityFrom.logVolatilityOf(day) + OWN * own
      : own;
    const sigma =
      spec.dailyVolatility * Math.exp(logVolatility - LOG_VOLATILITY_VARIANCE) * this.plan.dayFactor(day);
    const rawSize = (spec.degrees - 2) / sumOfSquares(normal, SIZE_WORDS.from, spec.degrees);
    const size = rawSize ** SIZE_POWER / SIZE_MEAN[spec.degrees];
    const shock = normal[STEP.shock] ?? 0;
    const jump = this.#newsOf(words);
    const hasGap = spec.gapShare > 0;
    const overnight = hasGap && uniformOf(words[STEP.overnight]) < 0.5;
    const gap = hasGap ? this.#gapOf(sigma) + (overnight ? jump : 0) + this.#carried : 0;
    const sessionSigma = sigma * Math.sqrt((1 - spec.gapShare) * size);
    const sessionJump = overnight ? 0 : jump;
    const move =
      sessionSigma * shock + sessionJump + this.#driftOf(index, before) + (hasGap ? 0 : this.#carried);
    const held = this.#held(day, { gap, move });
    this.#open[index] = before + held.gap;
    this.#close[index] = before + held.gap + held.move;
    // A move that a limit stopped is not news that arrived.
    this.#jump[index] = held.move === move ? sessionJump : 0;
    this.#sigma[index] = sessionSigma;
    this.#logVolatility[index] = logVolatility;
    // How lively the day is, and not how far it goes: the morning's volume would tell of the close.
    this.#size[index] = 1.08 * sigma * Math.sqrt(size);
    this.#level = VOLUME_KEEP * this.#level + VOLUME_NEW * (normal[STEP.volume] ?? 0);
    this.#volumeLevel[index] = this.#level;
    this.#advanceVolatility(shock);
  }

  #gapOf(sigma: number): number {
    const normal = this.#normal;
    const size = 2 / sumOfSquares(normal, GAP_WORDS.from, GAP_WORDS.count);
    return sigma * Math.sqrt(this.spec.gapShare * size) * (normal[STEP.gap] ?? 0);
  }

  #newsOf(words: Uint32Array): number {
    const { jumps } = this.spec;
    if (uniformOf(words[STEP.news]) >= this.#newsChance) return 0;
    return jumps.mean + jumps.spread * gaussianOf(words[STEP.newsSize]);
  }

  #driftOf(index: number, before: number): number {
    // The trend runs by calendar days, the step by trading days.
    const trend = (this.spec.trendAYear * index) / 365;
    return this.#trendADay - (before - trend) * this.#reversion;
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

  #advanceVolatility(shock: number): void {
    const normal = this.#normal;
    const shared = this.spec.leverage * shock;
    const rest = this.#leverageRest;
    this.#slow = SLOW.keep * this.#slow + SLOW.fresh * (shared + rest * (normal[STEP.slow] ?? 0));
    this.#fast = FAST.keep * this.#fast + FAST.fresh * (shared + rest * (normal[STEP.fast] ?? 0));
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
    this.#volumeLevel = grown(this.#volumeLevel);
    this.#size = grown(this.#size);
  }
}

function factorOf({ keep, spread }: { keep: number; spread: number }) {
  return { keep, spread, fresh: Math.sqrt(1 - keep ** 2) };
}

/** Chi-squared with as many degrees as draws are taken. */
function sumOfSquares(normal: Float64Array, from: number, degrees: number): number {
  let sum = 0;
  for (let index = from; index < from + degrees; index += 1) {
    const value = normal[index] ?? 0;
    sum += value * value;
  }
  return sum;
}

function clamp(value: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, value));
}
