import { type DayBars, INTEREST_MINUTES } from '#market/model/day-bars.ts';
import { firstMinuteMs } from '#market/model/day-plan.ts';
import type { DayWords } from '#market/model/day-words.ts';
import type { DriverDays } from '#market/model/driver-days.ts';
import {
  type DriverMinutes,
  emptyDriverMinutes,
  fillDriverMinutes,
  type MinuteMaker,
} from '#market/model/driver-minutes.ts';
import { walkRanges, walkThrough } from '#market/model/minute-walk.ts';
import { exponentialLower, exponentialUpper, noiseOf } from '#market/model/shock-tables.ts';
import { ANCHOR_DAY, type ModelInstrument } from '#market/model/universe.ts';

/** Trading comes in single trades, so that a minute's range is narrower than that of a continuous path. */
const RANGE_SHARE = 0.5;
/** Mean of the square root of a shock's size plus 0.2, which makes the mean volume right. */
const MEAN_LIVELINESS = 0.93;

/** Log price of an instrument at the close of a day; on a day without trading, of the last one before. */
export function closeOfDay(instrument: ModelInstrument, day: number): number {
  let value = Math.log(instrument.anchorLevel);
  for (const { driver, weight } of instrument.drivers) {
    value += weight * (driver.closeOf(day) - driver.closeOf(ANCHOR_DAY - 1));
  }
  return value;
}

export function openOfDay(instrument: ModelInstrument, day: number): number {
  let value = Math.log(instrument.anchorLevel);
  for (const { driver, weight } of instrument.drivers) {
    value += weight * (driver.openOf(day) - driver.closeOf(ANCHOR_DAY - 1));
  }
  return value;
}

/** Makes instruments' days by the minute. Scratch memory is reused, nothing else is kept. */
export class DayMaker {
  readonly #maker: MinuteMaker;
  readonly #words: DayWords;
  readonly #scratch = new Map<number, DriverMinutes>();

  constructor(setting: { maker: MinuteMaker; words: DayWords }) {
    this.#maker = setting.maker;
    this.#words = setting.words;
  }

  /**
   * Fills the bars of a day on which the instrument trades;
   * `fillRanges` makes the highs and lows of one that is followed live.
   */
  fill(instrument: ModelInstrument, day: number, bars: DayBars): void {
    this.fillPath(instrument, day, bars);
    this.#words.fill(bars.words, { name: instrument.id, purpose: 'trades', day });
    bars.isWalked = this.#words.isSecret(day);
    bars.walk = walkThrough(bars, this.#words, instrument.id);
    this.#fillVolume(instrument, bars);
    bars.rangedMinutes = 0;
    if (!bars.isWalked) this.fillRanges(instrument, bars, bars.close.length);
  }

  /** Highs and lows: drawn for days of the far past, walked for those that are followed live. */
  fillRanges(instrument: ModelInstrument, bars: DayBars, wanted: number): void {
    const untilMinute = Math.min(wanted, bars.close.length);
    if (bars.rangedMinutes >= untilMinute) return;
    const previous = closeOfDay(instrument, bars.day - 1);
    const edge = instrument.logMoveMax ?? Number.POSITIVE_INFINITY;
    const edges = { low: previous - edge, high: previous + edge, untilMinute };
    if (bars.isWalked) walkRanges(bars, edges);
    else drawRanges(bars, edges);
    bars.rangedMinutes = untilMinute;
  }

  /** The closes and variances only: all that an index needs of its members. */
  fillPath(instrument: ModelInstrument, day: number, bars: DayBars): void {
    bars.day = day;
    bars.firstMs = firstMinuteMs(day, instrument.plan);
    bars.open = openOfDay(instrument, day);
    bars.openMinutes = instrument.plan.openMinutes(day, instrument.hasDerivatives);
    const { close, variance, inside } = bars;
    close.fill(bars.open);
    variance.fill(0);
    inside.fill(0);
    for (const { driver, weight } of instrument.drivers) {
      const minutes =
        driver === instrument.own ? this.#ownMinutes(instrument, day) : this.#maker.minutes(driver, day);
      add({ close, variance, inside, minutes, weight });
    }
    holdInside(close, closeOfDay(instrument, day - 1), instrument.logMoveMax);
    close[close.length - 1] = closeOfDay(instrument, day);
  }

  /** A shared driver's day by the minute. */
  sharedMinutes(driver: DriverDays, day: number): DriverMinutes {
    return this.#maker.minutes(driver, day);
  }

  #ownMinutes(instrument: ModelInstrument, day: number): DriverMinutes {
    const length = instrument.plan.profile.minutes;
    let scratch = this.#scratch.get(length);
    if (scratch === undefined) {
      scratch = emptyDriverMinutes(length);
      this.#scratch.set(length, scratch);
    }
    fillDriverMinutes(instrument.own, day, scratch);
    return scratch;
  }

  #fillVolume(instrument: ModelInstrument, bars: DayBars): void {
    const { close, variance, lots, words } = bars;
    const profile = instrument.plan.profile.volume;
    const varianceProfile = instrument.plan.profile.variance;
    const dayVariance = variance.reduce((sum, minute) => sum + minute, 1e-15);
    const dayLots =
      (instrument.averageDailyUnits / instrument.lotUnits / MEAN_LIVELINESS) *
      instrument.own.volumeOf(bars.day);
    let open = bars.open;
    let auction = 0;
    let interest = 1;
    for (let minute = 0; minute < close.length; minute += 1) {
      if (minute % INTEREST_MINUTES === 0)
        interest = noiseOf(words[2 * close.length + minute / INTEREST_MINUTES] ?? 0);
      const end = close[minute] ?? open;
      const shock = Math.abs(end - open) / Math.sqrt(dayVariance * (varianceProfile[minute] ?? 1));
      const expected = dayLots * (profile[minute] ?? 0) * interest * Math.sqrt(Math.min(6, shock) + 0.2);
      const traded = Math.max(1, Math.round(expected * noiseOf(words[minute] ?? 0)));
      const isOpen = minute < bars.openMinutes;
      lots[minute] = isOpen ? traded : 0;
      if (!isOpen) auction += traded;
      open = end;
    }
    bars.auctionLots = auction;
    bars.firstLots = dayLots * (profile[0] ?? 0);
  }
}

function drawRanges(bars: DayBars, edges: { readonly low: number; readonly high: number }): void {
  const { close, high, low, variance, words } = bars;
  let open = bars.open;
  for (let minute = 0; minute < close.length; minute += 1) {
    const end = close[minute] ?? open;
    const bits = words[minute] ?? 0;
    const move = end - open;
    const spread = 2 * RANGE_SHARE * (variance[minute] ?? 0);
    const up = Math.sqrt(move * move + spread * exponentialUpper(bits));
    const down = Math.sqrt(move * move + spread * exponentialLower(bits));
    high[minute] = Math.max(open, end, Math.min(edges.high, (open + end + up) / 2));
    low[minute] = Math.min(open, end, Math.max(edges.low, (open + end - down) / 2));
    open = end;
  }
}

function add(sum: {
  close: Float64Array;
  variance: Float32Array;
  inside: Float32Array;
  minutes: DriverMinutes;
  weight: number;
}): void {
  const { close, variance, inside, weight } = sum;
  const { path, variance: added, inside: addedInside } = sum.minutes;
  const square = weight * weight;
  for (let minute = 0; minute < close.length; minute += 1) {
    close[minute] = (close[minute] ?? 0) + weight * (path[minute] ?? 0);
    variance[minute] = (variance[minute] ?? 0) + square * (added[minute] ?? 0);
    inside[minute] = (inside[minute] ?? 0) + square * (addedInside[minute] ?? 0);
  }
}

function holdInside(close: Float64Array, centre: number, edge: number | undefined): void {
  if (edge === undefined) return;
  for (let minute = 0; minute < close.length; minute += 1) {
    const value = close[minute] ?? centre;
    close[minute] = Math.min(centre + edge, Math.max(centre - edge, value));
  }
}
