import { MINUTE_MS } from '@tarazu/core/values';
import type { Calendars } from '#market/calendar/calendars.ts';
import type { HoursMode } from '#market/calendar/sessions.ts';
import { type DayBars, emptyDayBars } from '#market/model/day-bars.ts';
import { type DayPlan, dayOfPlan, firstMinuteMs } from '#market/model/day-plan.ts';
import type { DayWords } from '#market/model/day-words.ts';
import { MinuteMaker } from '#market/model/driver-minutes.ts';
import type { FairValue } from '#market/model/fair-value.ts';
import { IndexMaker, indexCloseOfDay } from '#market/model/index-days.ts';
import { closeOfDay, DayMaker } from '#market/model/instrument-days.ts';
import { LruMap } from '#market/model/lru.ts';
import { logPriceAt, POINTS_A_MINUTE } from '#market/model/minute-walk.ts';
import type { DayPrices } from '#market/model/past-index-days.ts';
import {
  type ModelIndex,
  type ModelInstrument,
  makeUniverse,
  type Universe,
} from '#market/model/universe.ts';

const POINT_MS = MINUTE_MS / POINTS_A_MINUTE;
/** Days by the minute in memory, at most 52 KB each: today and yesterday of every instrument. */
const DAYS_KEPT_MAX = 288;
/** The value of a share is its opening one from the start of order entry on. */
const ORDER_ENTRY_MS = 15 * MINUTE_MS;

export interface ModelSetting {
  readonly seed: number;
  readonly words: DayWords;
  readonly hours: HoursMode;
  readonly calendars: Calendars;
}

/** The mean of so many minutes: in one alone a share of little volume often trades nothing. */
const LATELY_MINUTES = 5;

/** Lots a minute, by the minutes before: its own volume would tell how far this one goes. */
function lotsLately(bars: DayBars, minute: number): number {
  if (minute === 0) return bars.firstLots;
  const from = Math.max(0, minute - LATELY_MINUTES);
  let lots = 0;
  for (let before = from; before < minute; before += 1) lots += bars.lots[before] ?? 0;
  return lots / (minute - from);
}

/** The fair value of every instrument of the simulated market at any instant from 2016 on. */
export class FairValueModel {
  readonly universe: Universe;
  readonly #maker: DayMaker;
  /** By index. */
  readonly #indexMakers: ReadonlyMap<string, IndexMaker>;
  readonly #days = new LruMap<string, DayBars>(DAYS_KEPT_MAX);
  readonly #scratch = new Map<number, DayBars>();

  constructor(setting: ModelSetting) {
    this.universe = makeUniverse(setting);
    const { words } = setting;
    this.#maker = new DayMaker({ maker: new MinuteMaker(), words });
    this.#indexMakers = new Map(
      this.universe.indicesOfExchanges.flatMap((indices) => {
        const made = new IndexMaker({ indices, maker: this.#maker, words });
        return [...indices.keys()].map((id) => [id, made]);
      }),
    );
  }

  has(id: string): boolean {
    return this.universe.instruments.has(id) || this.universe.indices.has(id);
  }

  planOf(id: string): DayPlan {
    return this.#subject(id).plan;
  }

  /** Log price at the close of a day, without making its minutes. */
  closeOf(id: string, day: number): number {
    const index = this.universe.indices.get(id);
    return index === undefined ? closeOfDay(this.#instrument(id), day) : indexCloseOfDay(index, day);
  }

  at(id: string, atMs: number): FairValue {
    const { plan, lotUnits } = this.#subject(id);
    const day = dayOfPlan(atMs, plan);
    if (!plan.trades(day)) return this.#closed(id, this.closeOf(id, day));
    const sinceFirstMs = atMs - firstMinuteMs(day, plan);
    if (sinceFirstMs < -ORDER_ENTRY_MS) return this.#closed(id, this.closeOf(id, day - 1));
    const bars = this.day(id, day);
    if (sinceFirstMs < 0) return this.#closed(id, bars.open);
    const minute = Math.floor(sinceFirstMs / MINUTE_MS);
    if (minute >= bars.close.length) return this.#closed(id, bars.close.at(-1) ?? bars.open);
    const point = Math.floor((sinceFirstMs - minute * MINUTE_MS) / POINT_MS);
    return {
      price: Math.exp(logPriceAt(bars, minute, point)),
      sigma1m: Math.sqrt(bars.variance[minute] ?? 0) + 1e-7,
      volumeRate: (lotsLately(bars, minute) * lotUnits) / 60,
    };
  }

  /** A day by the minute, kept for a while; only for days on which the instrument trades. */
  day(id: string, day: number): DayBars {
    const name = `${id}:${day}`;
    const kept = this.#days.get(name);
    if (kept !== undefined) return kept;
    if (this.universe.indices.has(id)) return this.#indexDay(id, day);
    const instrument = this.#instrument(id);
    const bars = emptyDayBars(instrument.plan.profile.minutes);
    this.#maker.fill(instrument, day, bars);
    this.#days.set(name, bars);
    return bars;
  }

  /** A day by the minute with the highs and lows of its minutes before an instant. */
  dayWithRanges(id: string, day: number, beforeMs: number): DayBars {
    const bars = this.day(id, day);
    const instrument = this.universe.instruments.get(id);
    const minutes = Math.max(0, Math.ceil((beforeMs - bars.firstMs) / MINUTE_MS));
    if (instrument !== undefined) this.#maker.fillRanges(instrument, bars, minutes);
    return bars;
  }

  /** The same day in memory that the next call of this method overwrites: for folding long histories. */
  dayForFolding(instrument: ModelInstrument, day: number): DayBars {
    const bars = this.#scratchFor(instrument);
    this.#maker.fill(instrument, day, bars);
    this.#maker.fillRanges(instrument, bars, bars.close.length);
    return bars;
  }

  /** Volume of a day, in lots. */
  lotsOf(instrument: ModelInstrument, day: number): number {
    const bars = this.#scratchFor(instrument);
    this.#maker.fill(instrument, day, bars);
    return bars.lots.reduce((sum, lots) => sum + lots, bars.auctionLots);
  }

  #scratchFor({ plan }: ModelInstrument): DayBars {
    const { minutes } = plan.profile;
    const known = this.#scratch.get(minutes);
    if (known !== undefined) return known;
    const bars = emptyDayBars(minutes);
    this.#scratch.set(minutes, bars);
    return bars;
  }

  /** A day's four prices of an index, where no minutes are needed for them. */
  pastIndexPrices(id: string, day: number): DayPrices | undefined {
    return this.#indexMakers.get(id)?.pastPrices(id, day);
  }

  /** A day of an index, and of the others of its exchange, by the minute, not kept. */
  indexDays(id: string, day: number): ReadonlyMap<string, DayBars> {
    return this.#indexMakers.get(id)?.make(day) ?? new Map();
  }

  #indexDay(id: string, day: number): DayBars {
    const made = this.indexDays(id, day);
    for (const [indexId, bars] of made) this.#days.set(`${indexId}:${day}`, bars);
    const bars = made.get(id);
    if (bars === undefined) throw new Error(`Condition: no index ${id}`);
    return bars;
  }

  #instrument(id: string): ModelInstrument {
    const instrument = this.universe.instruments.get(id);
    if (instrument === undefined) throw new Error(`Condition: no instrument ${id}`);
    return instrument;
  }

  #subject(id: string): { plan: DayPlan; lotUnits: number } {
    const index: ModelIndex | undefined = this.universe.indices.get(id);
    if (index === undefined) return this.#instrument(id);
    const member = index.members[0];
    if (member === undefined) throw new Error('Invariant: an index has members');
    return { plan: member.instrument.plan, lotUnits: 0 };
  }

  /** Between sessions nothing moves; the volatility is that of a typical minute. */
  #closed(id: string, logPrice: number): FairValue {
    const instrument =
      this.universe.instruments.get(id) ?? this.universe.indices.get(id)?.members[0]?.instrument;
    let variance = 0;
    for (const { driver, weight } of instrument?.drivers ?? []) {
      variance += (weight * driver.spec.dailyVolatility) ** 2 / driver.plan.profile.minutes;
    }
    return { price: Math.exp(logPrice), sigma1m: Math.sqrt(variance) + 1e-7, volumeRate: 0 };
  }
}
