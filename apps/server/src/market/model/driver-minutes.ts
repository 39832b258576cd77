import type { DriverDays } from '#market/model/driver-days.ts';
import { LruMap } from '#market/model/lru.ts';
import { bitsAt, gaussianAt, mix32 } from '#market/model/random.ts';
import { shockOf } from '#market/model/shock-tables.ts';

/** One driver's day by the minute, relative to its value at the open. */
export interface DriverMinutes {
  /** Log value at the end of each minute over the open. */
  readonly path: Float32Array;
  /** Expected variance of each minute's log move. */
  readonly variance: Float32Array;
}

/** Volatility inside a day wanders: half-life 40 minutes, in steps of 5. */
const BLOCK_MINUTES = 5;
const BLOCK_KEEP = 0.5 ** (BLOCK_MINUTES / 40);
const BLOCK_SPREAD = 0.34;
/** And flares up for a block at a time. */
const FLARE_SPREAD = 0.36;
const BLOCK_VARIANCE = BLOCK_SPREAD ** 2 + FLARE_SPREAD ** 2;
/** News spreads over some minutes: each takes this share of what is left. */
const NEWS_MINUTES = 12;
const NEWS_SHARE = 0.3;

/** Most driver-days kept; about 9 KB each when trading never stops. */
const KEPT_MAX = 1536;

/** Makes and keeps the minutes of drivers. Shared ones (the market's) serve every instrument. */
export class MinuteMaker {
  readonly #kept = new LruMap<string, DriverMinutes>(KEPT_MAX);

  minutes(driver: DriverDays, day: number): DriverMinutes {
    const name = `${driver.spec.name}:${day}`;
    const kept = this.#kept.get(name);
    if (kept !== undefined) return kept;
    const length = driver.plan.profile.minutes;
    const made = { path: new Float32Array(length), variance: new Float32Array(length) };
    fillDriverMinutes(driver, day, made);
    this.#kept.set(name, made);
    return made;
  }
}

/** Minutes of one driver's day, bridged in variance time so that the last one meets the day's close. */
export function fillDriverMinutes(driver: DriverDays, day: number, target: DriverMinutes): void {
  const { path, variance } = target;
  const profile = driver.plan.profile.variance;
  const sigma = driver.sigmaOf(day);
  const dayKey = bitsAt(bitsAt(driver.key, day), 1000);
  const blockKey = bitsAt(dayKey, -1);
  const keep = BLOCK_KEEP;
  const fresh = Math.sqrt(1 - keep * keep);
  let level = gaussianAt(blockKey, 0);
  let factor = 1;
  let deviation = 1;
  let sum = 0;
  let varianceSum = 0;
  for (let minute = 0; minute < path.length; minute += 1) {
    if (minute % BLOCK_MINUTES === 0) {
      level = keep * level + fresh * gaussianAt(blockKey, minute + 1);
      const flare = FLARE_SPREAD * gaussianAt(blockKey, minute + 2);
      factor = sigma * sigma * Math.exp(2 * (BLOCK_SPREAD * level + flare - BLOCK_VARIANCE));
    }
    const minuteVariance = factor * (profile[minute] ?? 0);
    deviation = Math.sqrt(minuteVariance);
    sum += deviation * shockOf(mix32(dayKey + Math.imul(minute, 0x9e3779b1)));
    varianceSum += minuteVariance;
    path[minute] = sum;
    variance[minute] = minuteVariance;
  }
  bridge({ driver, day, target, varianceSum, dayKey });
}

function bridge(day: {
  driver: DriverDays;
  day: number;
  target: DriverMinutes;
  varianceSum: number;
  dayKey: number;
}): void {
  const { path, variance } = day.target;
  const jump = day.driver.jumpOf(day.day);
  const last = path.length - 1;
  const move = day.driver.closeOf(day.day) - day.driver.openOf(day.day);
  const newsMinute = jump === 0 ? -1 : mix32(day.dayKey) % Math.max(1, path.length - NEWS_MINUTES);
  const pull = day.varianceSum > 0 ? (move - jump - (path[last] ?? 0)) / day.varianceSum : 0;
  let passed = 0;
  let left = jump;
  for (let minute = 0; minute <= last; minute += 1) {
    passed += variance[minute] ?? 0;
    if (newsMinute >= 0 && minute >= newsMinute) {
      const isLast = minute >= newsMinute + NEWS_MINUTES - 1;
      left = isLast ? 0 : left * (1 - NEWS_SHARE);
    }
    path[minute] = (path[minute] ?? 0) + pull * passed + (jump - left);
  }
  path[last] = move;
}
