import { type DayBars, emptyDayBars } from '#market/model/day-bars.ts';
import { firstMinuteMs } from '#market/model/day-plan.ts';
import type { DayWords } from '#market/model/day-words.ts';
import type { DriverDays } from '#market/model/driver-days.ts';
import { closeOfDay, type DayMaker, openOfDay } from '#market/model/instrument-days.ts';
import { walkThrough } from '#market/model/minute-walk.ts';
import { type DayPrices, fillPastMinutes, pastPrices } from '#market/model/past-index-days.ts';
import { exponentialLower, exponentialUpper } from '#market/model/shock-tables.ts';
import type { ModelIndex, ModelIndices, ModelInstrument } from '#market/model/universe.ts';

const RANGE_SHARE = 0.5;

/** Log value of an index at the close of a day: the weighted sum of its members' closes. */
export function indexCloseOfDay(index: ModelIndex, day: number): number {
  return logSum(index, (instrument) => closeOfDay(instrument, day));
}

function logSum(index: ModelIndex, logPrice: (instrument: ModelInstrument) => number): number {
  let sum = 0;
  for (const { instrument, units } of index.members) sum += units * Math.exp(logPrice(instrument));
  return Math.log(sum);
}

/**
 * Days of an exchange's indices by the minute, made together because they share members. At each whole minute
 * the value is exactly the weighted sum of the members' fair values, between minutes it wanders in the bar.
 */
export class IndexMaker {
  readonly #indices: ModelIndices;
  readonly #maker: DayMaker;
  readonly #words: DayWords;
  readonly #members: readonly ModelInstrument[];
  #scratch: DayBars | undefined;

  constructor(setting: { indices: ModelIndices; maker: DayMaker; words: DayWords }) {
    this.#indices = setting.indices;
    this.#maker = setting.maker;
    this.#words = setting.words;
    const all = [...setting.indices.values()].flatMap((index) => index.members);
    this.#members = [...new Set(all.map((member) => member.instrument))];
  }

  /** A day's four prices without its minutes, for days before the market began; undefined for those since. */
  pastPrices(id: string, day: number): DayPrices | undefined {
    const index = this.#indices.get(id);
    return index && !this.#words.isSecret(day) ? this.#pastPricesOf(index, day) : undefined;
  }

  #pastPricesOf(index: ModelIndex, day: number): DayPrices {
    const ends = {
      open: logSum(index, (instrument) => openOfDay(instrument, day)),
      close: indexCloseOfDay(index, day),
    };
    return pastPrices(ends, { market: this.#marketDriver(), words: this.#words, name: index.id, day });
  }

  /** The driver that all members follow. */
  #marketDriver(): DriverDays {
    const driver = this.#members[0]?.drivers[0]?.driver;
    if (driver === undefined) throw new Error('Invariant: members of an index follow the market');
    return driver;
  }

  /** All indices' days by the minute. */
  make(day: number): ReadonlyMap<string, DayBars> {
    return this.#words.isSecret(day) ? this.#makeOfMembers(day) : this.#makePast(day);
  }

  #makePast(day: number): ReadonlyMap<string, DayBars> {
    const market = this.#marketDriver();
    const minutes = this.#maker.sharedMinutes(market, day);
    const made = new Map<string, DayBars>();
    for (const [id, index] of this.#indices) {
      const bars = emptyDayBars(market.plan.profile.minutes);
      bars.day = day;
      bars.firstMs = firstMinuteMs(day, market.plan);
      this.#takeWords(index, day, bars);
      fillPastMinutes(bars, this.#pastPricesOf(index, day), minutes);
      made.set(id, bars);
    }
    return made;
  }

  #takeWords(index: ModelIndex, day: number, bars: DayBars): void {
    this.#words.fill(bars.words, { name: index.id, purpose: 'trades', day });
    bars.walk = walkThrough(bars, this.#words, index.id);
    bars.rangedMinutes = bars.close.length;
  }

  #makeOfMembers(day: number): ReadonlyMap<string, DayBars> {
    const minutes = this.#members[0]?.plan.profile.minutes ?? 0;
    this.#scratch ??= emptyDayBars(minutes);
    const made = new Map<string, DayBars>();
    for (const id of this.#indices.keys()) made.set(id, emptyDayBars(minutes));
    for (const member of this.#members) this.#addMember(member, { day, scratch: this.#scratch, made });
    for (const [id, index] of this.#indices) {
      const bars = made.get(id);
      if (bars !== undefined) this.#finish(index, day, { bars, scratch: this.#scratch });
    }
    return made;
  }

  #addMember(
    member: ModelInstrument,
    work: { day: number; scratch: DayBars; made: ReadonlyMap<string, DayBars> },
  ): void {
    const { scratch } = work;
    this.#maker.fillPath(member, work.day, scratch);
    const prices = scratch.low;
    exponentials(scratch.close, prices);
    for (const [id, index] of this.#indices) {
      const units = index.members.find((entry) => entry.instrument === member)?.units;
      const bars = work.made.get(id);
      if (units === undefined || bars === undefined) continue;
      const { close } = bars;
      for (let minute = 0; minute < close.length; minute += 1) {
        close[minute] = (close[minute] ?? 0) + units * (prices[minute] ?? 0);
      }
    }
  }

  #finish(index: ModelIndex, day: number, work: { bars: DayBars; scratch: DayBars }): void {
    const { bars, scratch } = work;
    bars.day = day;
    bars.firstMs = scratch.firstMs;
    this.#takeWords(index, day, bars);
    bars.open = logSum(index, (instrument) => openOfDay(instrument, day));
    const { close, high, low, words } = bars;
    for (let minute = 0; minute < close.length; minute += 1) close[minute] = Math.log(close[minute] ?? 1);
    close[close.length - 1] = indexCloseOfDay(index, day);
    fillIndexVariance(bars);
    let open = bars.open;
    for (let minute = 0; minute < close.length; minute += 1) {
      const end = close[minute] ?? open;
      const bits = words[minute] ?? 0;
      const move = end - open;
      const spread = 2 * RANGE_SHARE * (bars.variance[minute] ?? 0);
      high[minute] = (open + end + Math.sqrt(move * move + spread * exponentialUpper(bits))) / 2;
      low[minute] = (open + end - Math.sqrt(move * move + spread * exponentialLower(bits))) / 2;
      open = end;
    }
  }
}

/** The index's own moves, smoothed, say how lively it is: half-life some 15 minutes. */
function fillIndexVariance(bars: DayBars): void {
  const { close, variance } = bars;
  const total = close.reduce(
    (sum, end, minute) => sum + (end - (minute === 0 ? bars.open : (close[minute - 1] ?? end))) ** 2,
    0,
  );
  let level = total / close.length;
  let open = bars.open;
  for (let minute = 0; minute < close.length; minute += 1) {
    const end = close[minute] ?? open;
    variance[minute] = level;
    level += 0.045 * ((end - open) ** 2 - level);
    open = end;
  }
}

/**
 * Exponentials of values that differ little from the first:
 * a series is as exact as needed and four times faster.
 */
function exponentials(logs: Float64Array, target: Float64Array): void {
  const centre = logs[0] ?? 0;
  const base = Math.exp(centre);
  for (let position = 0; position < logs.length; position += 1) {
    const offset = (logs[position] ?? centre) - centre;
    const series = 1 + offset * (1 + offset * (1 / 2 + offset * (1 / 6 + offset * (1 / 24 + offset / 120))));
    target[position] = base * series;
  }
}
