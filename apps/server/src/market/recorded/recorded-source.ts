import {
  type InstrumentId,
  MINUTE_MS,
  type Price,
  price,
  type Quantity,
  quantity,
} from '@tarazu/core/values';
import type { RandomEnd } from '#market/calendar/random-end.ts';
import { sessionAt } from '#market/calendar/sessions.ts';
import { exchangeCalendar, type TradingCalendar } from '#market/calendar/trading-calendar.ts';
import { POINTS_A_MINUTE } from '#market/model/inside-bar.ts';
import type { ShareRatio } from '#market/model/share-ratios.ts';
import type { PackManifest } from '#market/recorded/pack.ts';
import { listPacks } from '#market/recorded/pack.ts';
import {
  baseScaleOf,
  isTraded,
  recordedId,
  recordedIndex,
  recordedInstrument,
} from '#market/recorded/recorded-definitions.ts';
import { recordedCandles } from '#market/recorded/recorded-history.ts';
import { RecordedSeries } from '#market/recorded/recorded-series.ts';
import { ReplayClock, type ReplayPosition, sessionStartMs } from '#market/recorded/replay-clock.ts';
import type {
  Candle,
  CandleRequest,
  FairValue,
  HoursMode,
  IndexDefinition,
  InstrumentDefinition,
  MarketSource,
  SessionState,
} from '#market/source.ts';
import { dayFromText, dayText } from '#platform/time/days.ts';
import { productAt, tradesAlways } from '#products/list.ts';

const POINT_MS = MINUTE_MS / POINTS_A_MINUTE;
const AVERAGE_VOLUME_DAYS = 20;
/** Minutes behind the present from which the liveliness of the next one is judged. */
const SIGMA_MINUTES = 30;
/** Variance of a Brownian path over the square of its range (Parkinson). */
const RANGE_TO_VARIANCE = 1 / (4 * Math.LN2);
const SIGMA_MIN = 0.00005;
/**
 * Turnover a minute, in quote units, of a series recorded without volumes: so that its market trades at all.
 */
const TURNOVER_WITHOUT_VOLUME = 100_000;

export interface RecordedSetting {
  readonly packsFolder: string;
  /** `YYYY-MM-DD`: the recorded day with which the replay starts. */
  readonly startDate?: string;
  /** Wall time at which the replay began; without it after a restart the replay starts over. */
  readonly startedAtMs: number;
  readonly seed: number;
  readonly hours: HoursMode;
  readonly calendar?: TradingCalendar;
  readonly randomEnd?: RandomEnd;
}

/**
 * Recorded candles replayed as a market. Chart time is recorded time, so that candles carry their true dates;
 * nothing after the replay's present is ever shown.
 */
export class RecordedSource implements MarketSource {
  readonly kind = 'recorded';
  readonly #series: ReadonlyMap<string, RecordedSeries>;
  readonly #clock: ReplayClock;
  readonly #hours: HoursMode;
  readonly #randomEnd: RandomEnd | undefined;
  readonly #calendar: TradingCalendar;
  #listed: { readonly key: string; readonly instruments: readonly InstrumentDefinition[] } | undefined;

  /** @throws Error when the folder has no pack that can be traded. */
  constructor(setting: RecordedSetting) {
    this.#hours = setting.hours;
    this.#randomEnd = setting.randomEnd;
    this.#calendar = setting.calendar ?? exchangeCalendar;
    this.#series = seriesOf(setting);
    const series = [...this.#series.values()];
    if (!series.some((one) => isTraded(one.main))) {
      throw new Error('There is no recorded pack to replay: run `npm run market -- import <folder>` first');
    }
    const daysOf = (isSpot: boolean): number[] =>
      series.filter((one) => tradesAlways(one.main) === isSpot).flatMap((one) => [...one.days]);
    this.#clock = new ReplayClock({
      stockDays: daysOf(false),
      coinDays: daysOf(true),
      ...(setting.startDate === undefined ? {} : { startDay: dayFromText(setting.startDate) }),
      startedAtMs: setting.startedAtMs,
      hours: setting.hours,
      calendar: this.#calendar,
    });
  }

  label(atMs: number, instrumentId?: InstrumentId): string {
    const isSpot =
      instrumentId === undefined ? !this.#clock.hasStocks : productAt(instrumentId)?.offer.hours === 'always';
    return `Recorded ${dayText(this.#positionOf(isSpot, atMs).day)}`;
  }

  /**
   * Only what was recorded around the day replayed: a series is not listed before it begins or after it ends.
   */
  instruments(atMs: number): readonly InstrumentDefinition[] {
    const listed = [...this.#series].filter(
      ([, series]) => isTraded(series.main) && this.#isRecordedAt(series, atMs),
    );
    const key = listed.map(([id]) => id).join();
    if (this.#listed?.key !== key) {
      const instruments = listed.map(([, series]) => recordedInstrument(series.manifests, series.main));
      this.#listed = { key, instruments };
    }
    return this.#listed.instruments;
  }

  indices(atMs?: number): readonly IndexDefinition[] {
    return [...this.#series.values()]
      .filter((series) => series.main.kind === 'index')
      .filter((series) => atMs === undefined || this.#isRecordedAt(series, atMs))
      .map((series) => recordedIndex(series.manifests, series.main));
  }

  fairValue(instrumentId: InstrumentId, atMs: number): FairValue {
    const series = this.#seriesOf(instrumentId);
    const position = this.#positionIn(series, atMs);
    const factor = 10 ** series.main.priceScale;
    const minutes = series.hasDay(position.day) ? series.minutesOf(position.day) : [];
    const minute = Math.floor(position.elapsedMs / MINUTE_MS);
    const bar = position.isInSession ? minutes[minute] : undefined;
    const sigma1m = sigmaBefore(minutes, minute);
    if (bar === undefined) {
      return { price: lastUnitsBefore(series, position) / factor, sigma1m, volumeRate: 0 };
    }
    const point = Math.floor((position.elapsedMs - minute * MINUTE_MS) / POINT_MS);
    const scaled = series.priceInside(bar, { day: position.day, minute, point });
    const units = series.main.hasVolume
      ? bar.lots / 10 ** series.main.volumeScale
      : (TURNOVER_WITHOUT_VOLUME * factor) / bar.close;
    const isIndex = series.main.kind === 'index';
    return { price: scaled / factor, sigma1m, volumeRate: isIndex ? 0 : units / 60 };
  }

  // Folding a recording's rows takes a few milliseconds: one step.
  *candleSteps(request: CandleRequest): Generator<void, readonly Candle[]> {
    yield;
    return this.candles(request);
  }

  candles(request: CandleRequest): readonly Candle[] {
    const series = this.#seriesOf(request.instrumentId);
    const presentMs = this.chartTimeMs(request.instrumentId, request.nowMs);
    const cutoffMs = Math.min(request.beforeMs ?? presentMs, presentMs);
    return recordedCandles(series, { interval: request.interval, cutoffMs, limit: request.limit });
  }

  previousClose(instrumentId: InstrumentId, atMs: number): Price {
    const series = this.#seriesOf(instrumentId);
    const { day } = this.#positionIn(series, atMs);
    const before = series.dayBefore(day);
    const rows = before === undefined ? series.rowsOf(series.days[0] ?? day) : series.rowsOf(before);
    const close = before === undefined ? rows[0]?.open : rows.at(-1)?.close;
    return price(BigInt(close ?? 1));
  }

  corporateActions(): readonly [] {
    return [];
  }

  worthChanges(): readonly [] {
    return [];
  }

  sharesSince(): ShareRatio {
    return { before: 1n, after: 1n };
  }

  sessionState(instrumentId: InstrumentId, atMs: number): SessionState {
    const series = this.#seriesOf(instrumentId);
    const isRecorded = series.hasDay(this.#positionIn(series, atMs).day);
    if (!isRecorded) return { phase: 'closed', isOpen: false, takesOrders: false };
    if (tradesAlways(series.main)) return { phase: 'continuous', isOpen: true, takesOrders: true };
    const question = { calendar: this.#calendar, hours: this.#hours, randomEnd: this.#randomEnd };
    return sessionAt(atMs, { ...question, hasDerivatives: false });
  }

  averageDailyVolume(instrumentId: InstrumentId, atMs: number): Quantity {
    const series = this.#seriesOf(instrumentId);
    let day = series.dayBefore(this.#positionIn(series, atMs).day);
    let sum = 0;
    let count = 0;
    for (; day !== undefined && count < AVERAGE_VOLUME_DAYS; day = series.dayBefore(day)) {
      sum += series.rowsOf(day).reduce((lots, row) => lots + row.lots, 0);
      count += 1;
    }
    const mean = BigInt(Math.round(sum / Math.max(1, count)));
    return quantity(mean * 10n ** BigInt(Math.max(0, baseScaleOf(series.main) - series.main.volumeScale)));
  }

  chartTimeMs(instrumentId: InstrumentId, atMs: number): number {
    const series = this.#seriesOf(instrumentId);
    const position = this.#positionIn(series, atMs);
    return sessionStartMs(position.day, series.main.kind) + position.elapsedMs;
  }

  #isRecordedAt(series: RecordedSeries, atMs: number): boolean {
    const { day } = this.#positionIn(series, atMs);
    return (series.days[0] ?? day) <= day && day <= (series.days.at(-1) ?? day);
  }

  #seriesOf(id: string): RecordedSeries {
    const series = this.#series.get(id);
    if (series === undefined) throw new Error(`Condition: no recorded series ${id}`);
    return series;
  }

  #positionIn(series: RecordedSeries, atMs: number): ReplayPosition {
    return this.#positionOf(tradesAlways(series.main), atMs);
  }

  #positionOf(isSpot: boolean, atMs: number): ReplayPosition {
    return isSpot ? this.#clock.coinPosition(atMs) : this.#clock.stockPosition(atMs);
  }
}

function seriesOf(setting: RecordedSetting): ReadonlyMap<string, RecordedSeries> {
  const packs = new Map<string, PackManifest[]>();
  for (const manifest of listPacks(setting.packsFolder)) {
    const id = recordedId(manifest);
    packs.set(id, [...(packs.get(id) ?? []), manifest]);
  }
  return new Map(
    [...packs].map(([id, manifests]) => [
      id,
      new RecordedSeries({ folder: setting.packsFolder, seed: setting.seed, manifests }),
    ]),
  );
}

/**
 * The last traded price at a position without a trade of its own; the series' first price before it begins.
 */
function lastUnitsBefore(series: RecordedSeries, position: ReplayPosition): number {
  if (series.hasDay(position.day)) {
    const minutes = series.minutesOf(position.day);
    const until = Math.min(minutes.length, Math.floor(position.elapsedMs / MINUTE_MS));
    for (let minute = until - 1; minute >= 0; minute -= 1) {
      const close = minutes[minute]?.close;
      if (close !== undefined) return close;
    }
  }
  const before = series.dayBefore(position.day);
  if (before !== undefined) return series.rowsOf(before).at(-1)?.close ?? 1;
  return series.rowsOf(series.days[0] ?? position.day)[0]?.open ?? 1;
}

function sigmaBefore(
  minutes: readonly ({ high: number; low: number; close: number } | undefined)[],
  minute: number,
): number {
  let sum = 0;
  let count = 0;
  for (
    let index = Math.max(0, minute - SIGMA_MINUTES);
    index < Math.min(minute, minutes.length);
    index += 1
  ) {
    const bar = minutes[index];
    if (bar === undefined) continue;
    sum += Math.log(bar.high / bar.low) ** 2 * RANGE_TO_VARIANCE;
    count += 1;
  }
  return count === 0 ? SIGMA_MIN * 10 : Math.max(SIGMA_MIN, Math.sqrt(sum / count));
}
