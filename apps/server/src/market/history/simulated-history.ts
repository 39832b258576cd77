import { type InstrumentId, price, RUPEE_SCALE } from '@tarazu/core/values';
import { spotDefinitions } from '#market/catalogue/definitions.ts';
import { catalogueAt } from '#market/catalogue/exchange-catalogues.ts';
import { DailyFolds } from '#market/history/daily-folds.ts';
import { HourFolds } from '#market/history/hour-folds.ts';
import { bucketStartMs, CANDLES_MAX, firstDayOf, intervalMinutes } from '#market/history/intervals.ts';
import { roundToTick, TradedDay, type TradeRounding } from '#market/history/minute-bars.ts';
import { addLater, type BarUnits, foldBars, type RawBar, toCandle } from '#market/history/raw-bar.ts';
import type { DayBars } from '#market/model/day-bars.ts';
import { FIRST_DAY } from '#market/model/driver-days.ts';
import type { FairValueModel } from '#market/model/fair-value-model.ts';
import { halfSpreadOf } from '#market/model/half-spread.ts';
import type { Candle, CandleInterval, CandleRequest } from '#market/source.ts';
import { dayOf, dayStartMs, monthStart } from '#platform/time/days.ts';

const MINUTES_AN_HOUR = 60;
/** Indices are published to 0.05. */
const INDEX_TICK = 5;
const coinSymbols = new Map(spotDefinitions.map((definition) => [String(definition.id), definition]));

/** Candles of the simulated market: a function of the model, made when asked, with daily folds kept. */
export class SimulatedHistory {
  readonly #model: FairValueModel;
  readonly #folds = new DailyFolds();
  readonly #hours = new HourFolds();

  constructor(model: FairValueModel) {
    this.#model = model;
  }

  /** Makes candles a day at each step, so that a caller can do something else between. */
  *candleSteps(request: CandleRequest): Generator<void, Candle[]> {
    const limit = Math.min(CANDLES_MAX, Math.max(1, Math.floor(request.limit)));
    const cutoffMs = Math.min(request.beforeMs ?? request.nowMs, request.nowMs);
    const id = request.instrumentId;
    const bars =
      intervalMinutes(request.interval) === undefined
        ? yield* this.#wholeDays(id, { interval: request.interval, cutoffMs, limit })
        : yield* this.#insideDays(id, { interval: request.interval, cutoffMs, limit });
    const units = this.#unitsOf(id);
    return bars.slice(-limit).map((bar) => toCandle(bar, units));
  }

  /** Close of the last day with trading before the day of an instant. */
  previousClose(id: InstrumentId, atMs: number): bigint {
    const day = dayOf(atMs, this.#model.planOf(id).zone) - 1;
    return price(BigInt(this.#closingUnits(id, this.#lastTradingDay(id, day))));
  }

  /** Mean volume of the last completed days, in lots. */
  averageDailyLots(id: InstrumentId, sample: { atMs: number; days: number }): number {
    let day = dayOf(sample.atMs, this.#model.planOf(id).zone);
    let sum = 0;
    for (let left = sample.days; left > 0; left -= 1) {
      day = this.#lastTradingDay(id, day - 1);
      sum += this.#lotsOf(id, day);
    }
    return sum / sample.days;
  }

  /** Tick of an instrument on a day, in scaled units. */
  tickOf(id: string, day: number): number {
    const coin = coinSymbols.get(id);
    if (coin !== undefined) return Number(coin.tickSize);
    if (this.#model.universe.indices.has(id)) return INDEX_TICK;
    return Number(catalogueAt(id).tickAt(this.monthCloseOf(id, day)));
  }

  /** Close of the last trading day of the month before. */
  monthCloseOf(id: string, day: number): number {
    const before = Math.max(FIRST_DAY, monthStart(day) - 1);
    return Math.round(Math.exp(this.#model.closeOf(id, before)) * 100) / 100;
  }

  #closingUnits(id: string, day: number): number {
    return roundToTick(Math.exp(this.#model.closeOf(id, day)), this.#roundingOf(id, day));
  }

  *#insideDays(
    id: string,
    range: { interval: CandleInterval; cutoffMs: number; limit: number },
  ): Generator<void, RawBar[]> {
    const { zone } = this.#model.planOf(id);
    const chunks: RawBar[][] = [];
    let count = 0;
    for (let day = dayOf(range.cutoffMs - 1, zone); day >= FIRST_DAY && count < range.limit; day -= 1) {
      if (!this.#model.planOf(id).trades(day)) continue;
      const folded = this.#foldInside(id, day, range);
      chunks.push(folded);
      count += folded.length;
      yield;
    }
    return chunks.reverse().flat();
  }

  /** A day's bars of some minutes or hours, as far as it has come. */
  #foldInside(id: string, day: number, range: { interval: CandleInterval; cutoffMs: number }): RawBar[] {
    const { interval, cutoffMs } = range;
    const { zone } = this.#model.planOf(id);
    const isOver = dayStartMs(day + 1, zone) <= cutoffMs;
    if (!isOver || (intervalMinutes(interval) ?? 0) % MINUTES_AN_HOUR !== 0)
      return this.#foldMinutes(id, day, range);
    const hours = this.#hours.get(id, day) ?? this.#foldMinutes(id, day, { interval: '1h', cutoffMs });
    this.#hours.set(id, day, hours);
    // The first bar of a day opens with its session, from which longer ones count too.
    const bucket = { interval, zone, firstMinuteMs: hours[0]?.openTimeMs ?? 0 };
    return foldBars(hours, (atMs) => bucketStartMs(atMs, bucket));
  }

  #foldMinutes(
    id: string,
    day: number,
    { interval, cutoffMs }: { interval: CandleInterval; cutoffMs: number },
  ): RawBar[] {
    const bars = this.#model.dayWithRanges(id, day, cutoffMs);
    const traded = new TradedDay(bars, this.#roundingOf(id, day));
    const bucket = { interval, zone: this.#model.planOf(id).zone, firstMinuteMs: bars.firstMs };
    return foldBars(traded.minutesBefore(cutoffMs), (atMs) => bucketStartMs(atMs, bucket));
  }

  *#wholeDays(
    id: string,
    range: { interval: CandleInterval; cutoffMs: number; limit: number },
  ): Generator<void, RawBar[]> {
    const plan = this.#model.planOf(id);
    const descending: RawBar[] = [];
    for (let day = dayOf(range.cutoffMs - 1, plan.zone); day >= FIRST_DAY; day -= 1) {
      if (!plan.trades(day)) continue;
      const bar = this.#dayBefore(id, day, range.cutoffMs);
      yield;
      if (bar === undefined) continue;
      const openTimeMs = dayStartMs(firstDayOf(range.interval, day), plan.zone);
      const last = descending.at(-1);
      if (last?.openTimeMs === openTimeMs) {
        const earlier = { ...bar, openTimeMs };
        addLater(earlier, last);
        descending[descending.length - 1] = earlier;
      } else if (descending.length >= range.limit) break;
      else descending.push({ ...bar, openTimeMs });
    }
    return descending.reverse();
  }

  /** A day's bar without what happened at or after an instant. */
  #dayBefore(id: string, day: number, cutoffMs: number): RawBar | undefined {
    const { zone } = this.#model.planOf(id);
    if (dayStartMs(day + 1, zone) <= cutoffMs) return this.#foldOf(id, day);
    const traded = new TradedDay(this.#model.dayWithRanges(id, day, cutoffMs), this.#roundingOf(id, day));
    const openTimeMs = dayStartMs(day, zone);
    return foldBars(traded.minutesBefore(cutoffMs), () => openTimeMs)[0];
  }

  #foldOf(id: string, day: number): RawBar {
    const { zone } = this.#model.planOf(id);
    const kept = this.#folds.get(id, day);
    if (kept !== undefined) return { ...kept, openTimeMs: dayStartMs(day, zone) };
    const instrument = this.#model.universe.instruments.get(id);
    if (instrument === undefined) this.#foldIndex(id, day);
    else this.#keep(id, this.#model.dayForFolding(instrument, day));
    const made = this.#folds.get(id, day);
    if (made === undefined) throw new Error(`Invariant: no fold of ${id} on day ${day}`);
    return { ...made, openTimeMs: dayStartMs(day, zone) };
  }

  #foldIndex(id: string, day: number): void {
    const past = this.#model.pastIndexPrices(id, day);
    if (past === undefined) {
      for (const [indexId, bars] of this.#model.indexDays(id, day)) this.#keep(indexId, bars);
      return;
    }
    const rounding = this.#roundingOf(id, day);
    const round = (log: number): number => roundToTick(Math.exp(log), rounding);
    const { open, high, low, close } = past;
    const prices = { open: round(open), high: round(high), low: round(low), close: round(close) };
    this.#folds.set(id, day, { ...prices, lots: 0, turnoverHundredths: 0 });
  }

  /** A day's volume: of one that is not folded without its highs and lows. */
  #lotsOf(id: string, day: number): number {
    const instrument = this.#model.universe.instruments.get(id);
    const kept = this.#folds.get(id, day);
    if (kept !== undefined || instrument === undefined) return kept?.lots ?? 0;
    return this.#model.lotsOf(instrument, day);
  }

  #keep(id: string, bars: DayBars): void {
    this.#folds.set(id, bars.day, new TradedDay(bars, this.#roundingOf(id, bars.day)).fold());
  }

  #lastTradingDay(id: string, day: number): number {
    const plan = this.#model.planOf(id);
    let current = day;
    while (current > FIRST_DAY && !plan.trades(current)) current -= 1;
    return current;
  }

  #roundingOf(id: string, day: number): TradeRounding {
    const instrument = this.#model.universe.instruments.get(id);
    return {
      scaleFactor: 10 ** (coinSymbols.get(id)?.priceScale ?? RUPEE_SCALE),
      tick: this.tickOf(id, day),
      halfSpread: instrument && halfSpreadOf(instrument),
      lotUnits: instrument?.lotUnits ?? 0,
    };
  }

  #unitsOf(id: string): BarUnits {
    const coin = coinSymbols.get(id);
    return { lotSize: coin?.lotSize ?? 1n, quoteScale: coin?.quoteScale ?? RUPEE_SCALE };
  }
}
