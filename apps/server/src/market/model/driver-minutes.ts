import type { DriverDays } from '#market/model/driver-days.ts';
import { LruMap } from '#market/model/lru.ts';
import { gaussianOf } from '#market/model/random.ts';
import { shockOf, varianceBehind } from '#market/model/shock-tables.ts';

/** One driver's day by the minute, relative to its value at the open. */
export interface DriverMinutes {
  /** Log value at the end of each minute over the open. */
  readonly path: Float32Array;
  /** Expected variance of each minute's log move. */
  readonly variance: Float32Array;
  /** The variance of which each minute's shock came, on days that are followed live. */
  readonly inside: Float32Array;
}

/** Volatility inside a day wanders: half-life 40 minutes, in steps of 5. */
const BLOCK_MINUTES = 5;
const BLOCK_KEEP = 0.5 ** (BLOCK_MINUTES / 40);
const BLOCK_SPREAD = 0.34;
/** And flares up for a block at a time. */
const FLARE_SPREAD = 0.36;
const BLOCK_VARIANCE = BLOCK_SPREAD ** 2 + FLARE_SPREAD ** 2;
/**
 * News is found out over some minutes, each with this share of the
 * uncertainty that is left: nobody knows where the next leads.
 */
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
    const made = emptyDriverMinutes(length);
    fillDriverMinutes(driver, day, made);
    this.#kept.set(name, made);
    return made;
  }
}

export function emptyDriverMinutes(length: number): DriverMinutes {
  const column = (): Float32Array => new Float32Array(length);
  return { path: column(), variance: column(), inside: column() };
}

/**
 * Words of a day: a shock for each minute, the first level, two for each block, one for each minute of news,
 * when it comes, variances.
 */
function wordsOf(minutes: number) {
  const blocks = minutes + 1;
  const news = blocks + 2 * Math.ceil(minutes / BLOCK_MINUTES);
  const inside = news + NEWS_MINUTES + 1;
  return { level: minutes, blocks, news, inside, count: inside + minutes };
}

/** Words are read and done with: one room for them is enough for each length. */
const rooms = new Map<number, Uint32Array>();

function roomOf(count: number): Uint32Array {
  const known = rooms.get(count);
  if (known !== undefined) return known;
  const room = new Uint32Array(count);
  rooms.set(count, room);
  return room;
}

/**
 * Minutes of one driver's day, bridged in variance time so that the last one meets the day's close. Their
 * variances add up to that of the day's move: so no part of the way tells where the rest of it leads.
 */
export function fillDriverMinutes(driver: DriverDays, day: number, target: DriverMinutes): void {
  const { path, variance, inside } = target;
  const profile = driver.plan.profile.variance;
  const place = wordsOf(path.length);
  const isWalked = driver.isSecret(day);
  const words = roomOf(isWalked ? place.count : place.inside);
  driver.fill(words, 'minutes', day);
  const fresh = Math.sqrt(1 - BLOCK_KEEP * BLOCK_KEEP);
  let level = gaussianOf(words[place.level]);
  let factor = 1;
  let sum = 0;
  let varianceSum = 0;
  for (let minute = 0; minute < path.length; minute += 1) {
    if (minute % BLOCK_MINUTES === 0) {
      const block = place.blocks + (2 * minute) / BLOCK_MINUTES;
      level = BLOCK_KEEP * level + fresh * gaussianOf(words[block]);
      const flare = FLARE_SPREAD * gaussianOf(words[block + 1]);
      factor = Math.exp(2 * (BLOCK_SPREAD * level + flare - BLOCK_VARIANCE));
    }
    const minuteVariance = factor * (profile[minute] ?? 0);
    const shock = shockOf(words[minute] ?? 0);
    sum += Math.sqrt(minuteVariance) * shock;
    varianceSum += minuteVariance;
    path[minute] = sum;
    variance[minute] = minuteVariance;
    if (isWalked) inside[minute] = minuteVariance * varianceBehind(shock, words[place.inside + minute] ?? 0);
  }
  bridge({ driver, day, target, varianceSum });
  addNews({ driver, day, target, words: words.subarray(place.news) });
  path[path.length - 1] = driver.closeOf(day) - driver.openOf(day);
}

/** Scales the minutes to the day's volatility and leads them to its close, without its news. */
function bridge(of: { driver: DriverDays; day: number; target: DriverMinutes; varianceSum: number }): void {
  const { path, variance, inside } = of.target;
  const sigma = of.driver.sigmaOf(of.day);
  const move = of.driver.closeOf(of.day) - of.driver.openOf(of.day) - of.driver.jumpOf(of.day);
  const scale = of.varianceSum > 0 ? sigma / Math.sqrt(of.varianceSum) : 0;
  const last = path.length - 1;
  const pull = of.varianceSum > 0 ? (move - scale * (path[last] ?? 0)) / of.varianceSum : 0;
  let passed = 0;
  for (let minute = 0; minute <= last; minute += 1) {
    const weight = variance[minute] ?? 0;
    passed += weight;
    path[minute] = scale * (path[minute] ?? 0) + pull * passed;
    variance[minute] = scale * scale * weight;
    inside[minute] = scale * scale * (inside[minute] ?? 0);
  }
}

/**
 * The mean of news of its kind comes at once; the rest is found out in steps that do not tell of each other.
 */
function addNews(of: { driver: DriverDays; day: number; target: DriverMinutes; words: Uint32Array }): void {
  const { path, variance, inside } = of.target;
  const { jumps } = of.driver.spec;
  const jump = of.driver.jumpOf(of.day);
  if (jump === 0) return;
  const from = (of.words[NEWS_MINUTES] ?? 0) % Math.max(1, path.length - NEWS_MINUTES);
  const shares = Array.from({ length: NEWS_MINUTES }, (_, step) =>
    step === NEWS_MINUTES - 1 ? (1 - NEWS_SHARE) ** step : NEWS_SHARE * (1 - NEWS_SHARE) ** step,
  );
  const steps = shares.map((share, step) => jumps.spread * Math.sqrt(share) * gaussianOf(of.words[step]));
  const rest = jump - jumps.mean - steps.reduce((sum, step) => sum + step, 0);
  let come = jumps.mean;
  for (let minute = from; minute < path.length; minute += 1) {
    const step = minute - from;
    const share = shares[step] ?? 0;
    if (step < NEWS_MINUTES) come += (steps[step] ?? 0) + share * rest;
    path[minute] = (path[minute] ?? 0) + come;
    inside[minute] = (inside[minute] ?? 0) + share * jumps.spread ** 2;
    // The first minute surprises the market maker too: a spread that widens beforehand would tell of it.
    if (step > 0) variance[minute] = (variance[minute] ?? 0) + share * jumps.spread ** 2;
  }
}
