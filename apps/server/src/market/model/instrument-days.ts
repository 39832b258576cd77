import type { TradingCalendar } from '#market/calendar/trading-calendar.ts';
import type { DayBars } from '#market/model/day-bars.ts';
import { firstMinuteMs, openMinutes } from '#market/model/day-plan.ts';
import { type DriverMinutes, fillDriverMinutes, type MinuteMaker } from '#market/model/driver-minutes.ts';
import { bitsAt, mix32 } from '#market/model/random.ts';
import { exponentialLower, exponentialUpper, noiseOf } from '#market/model/shock-tables.ts';
import { ANCHOR_DAY, type ModelInstrument } from '#market/model/universe.ts';

/** Trading comes in single trades, so that a minute's range is narrower than that of a continuous path. */
const RANGE_SHARE = 0.5;
/** Mean of the square root of a shock's size plus 0.2, which makes the mean volume right. */
const MEAN_LIVELINESS = 0.93;
/** Interest in a share comes and goes in waves of this length. */
const INTEREST_MINUTES = 45;

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
  readonly #calendar: TradingCalendar;
  readonly #scratch = new Map<number, DriverMinutes>();

  constructor(maker: MinuteMaker, calendar: TradingCalendar) {
    this.#maker = maker;
    this.#calendar = calendar;
  }

  /** Fills the bars of a day on which the instrument trades. */
  fill(instrument: ModelInstrument, day: number, bars: DayBars): void {
    this.fillPath(instrument, day, bars);
    this.#fillRanges(instrument, bars);
    this.#fillVolume(instrument, bars);
  }

  /** The closes and variances only: all that an index needs of its members. */
  fillPath(instrument: ModelInstrument, day: number, bars: DayBars): void {
    bars.day = day;
    bars.firstMs = firstMinuteMs(day, instrument.plan);
    bars.open = openOfDay(instrument, day);
    bars.openMinutes = openMinutes(day, { ...instrument, calendar: this.#calendar });
    bars.key = bitsAt(bitsAt(instrument.own.key, day), 2000);
    const { close, variance } = bars;
    close.fill(bars.open);
    variance.fill(0);
    for (const { driver, weight } of instrument.drivers) {
      const minutes =
        driver === instrument.own ? this.#ownMinutes(instrument, day) : this.#maker.minutes(driver, day);
      add({ close, variance, minutes, weight });
    }
    holdInside(close, closeOfDay(instrument, day - 1), instrument.logMoveMax);
    close[close.length - 1] = closeOfDay(instrument, day);
  }

  #ownMinutes(instrument: ModelInstrument, day: number): DriverMinutes {
    const length = instrument.plan.profile.minutes;
    let scratch = this.#scratch.get(length);
    if (scratch === undefined) {
      scratch = { path: new Float32Array(length), variance: new Float32Array(length) };
      this.#scratch.set(length, scratch);
    }
    fillDriverMinutes(instrument.own, day, scratch);
    return scratch;
  }

  #fillRanges(instrument: ModelInstrument, bars: DayBars): void {
    const { close, high, low, variance } = bars;
    const previous = closeOfDay(instrument, bars.day - 1);
    const edge = instrument.logMoveMax ?? Number.POSITIVE_INFINITY;
    let open = bars.open;
    for (let minute = 0; minute < close.length; minute += 1) {
      const end = close[minute] ?? open;
      const bits = mix32(bars.key + Math.imul(minute, 0x9e3779b1));
      const move = end - open;
      const spread = 2 * RANGE_SHARE * (variance[minute] ?? 0);
      const up = Math.sqrt(move * move + spread * exponentialUpper(bits));
      const down = Math.sqrt(move * move + spread * exponentialLower(bits));
      high[minute] = Math.max(open, end, Math.min(previous + edge, (open + end + up) / 2));
      low[minute] = Math.min(open, end, Math.max(previous - edge, (open + end - down) / 2));
      open = end;
    }
  }

  #fillVolume(instrument: ModelInstrument, bars: DayBars): void {
    const { close, variance, lots } = bars;
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
      if (minute % INTEREST_MINUTES === 0) interest = noiseOf(mix32(bars.key ^ (minute + 1)));
      const end = close[minute] ?? open;
      const shock = Math.abs(end - open) / Math.sqrt(dayVariance * (varianceProfile[minute] ?? 1));
      const bits = mix32(bars.key + Math.imul(minute, 0x9e3779b1));
      const expected = dayLots * (profile[minute] ?? 0) * interest * Math.sqrt(Math.min(6, shock) + 0.2);
      const traded = Math.max(1, Math.round(expected * noiseOf(bits)));
      const isOpen = minute < bars.openMinutes;
      lots[minute] = isOpen ? traded : 0;
      if (!isOpen) auction += traded;
      open = end;
    }
    bars.auctionLots = auction;
  }
}

function add(sum: {
  close: Float64Array;
  variance: Float32Array;
  minutes: DriverMinutes;
  weight: number;
}): void {
  const { close, variance, weight } = sum;
  const { path, variance: added } = sum.minutes;
  const square = weight * weight;
  for (let minute = 0; minute < close.length; minute += 1) {
    close[minute] = (close[minute] ?? 0) + weight * (path[minute] ?? 0);
    variance[minute] = (variance[minute] ?? 0) + square * (added[minute] ?? 0);
  }
}

function holdInside(close: Float64Array, centre: number, edge: number | undefined): void {
  if (edge === undefined) return;
  for (let minute = 0; minute < close.length; minute += 1) {
    const value = close[minute] ?? centre;
    close[minute] = Math.min(centre + edge, Math.max(centre - edge, value));
  }
}
