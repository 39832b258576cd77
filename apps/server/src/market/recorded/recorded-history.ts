import { MINUTE_MS } from '@tarazu/core/values';
import { bucketStartMs, CANDLES_MAX, firstDayOf, intervalMinutes } from '#market/history/intervals.ts';
import { addLater, foldBars, type RawBar, toCandle } from '#market/history/raw-bar.ts';
import { POINTS_A_MINUTE } from '#market/model/inside-bar.ts';
import { baseScaleOf, quoteScaleOf } from '#market/recorded/recorded-definitions.ts';
import type { RecordedSeries } from '#market/recorded/recorded-series.ts';
import { sessionMinutes, sessionStartMs } from '#market/recorded/replay-clock.ts';
import type { Candle, CandleInterval } from '#market/source.ts';
import { dayOf, dayStartMs } from '#platform/time/days.ts';
import { dayZoneOf } from '#products/list.ts';

const POINT_MS = MINUTE_MS / POINTS_A_MINUTE;

interface Range {
  readonly interval: CandleInterval;
  /** Recorded time; nothing at or after it is shown. */
  readonly cutoffMs: number;
  readonly limit: number;
}

/** Candles of a recorded series before an instant of recorded time. Finished ones are the file's own. */
export function recordedCandles(series: RecordedSeries, range: Range): Candle[] {
  const limit = Math.min(CANDLES_MAX, Math.max(1, Math.floor(range.limit)));
  const isInsideDay = intervalMinutes(range.interval) !== undefined;
  const bars = isInsideDay ? insideDays(series, { ...range, limit }) : wholeDays(series, { ...range, limit });
  const { main } = series;
  const units = {
    lotSize: 10n ** BigInt(Math.max(0, baseScaleOf(main) - main.volumeScale)),
    quoteScale: quoteScaleOf(main),
  };
  return bars.slice(-limit).map((bar) => toCandle(bar, units));
}

function zoneOf(series: RecordedSeries): 'IST' | 'UTC' {
  return dayZoneOf(series.main);
}

function* daysDescending(series: RecordedSeries, cutoffMs: number): Generator<number> {
  let day = series.dayBefore(dayOf(cutoffMs - 1, zoneOf(series)) + 1);
  while (day !== undefined) {
    yield day;
    day = series.dayBefore(day);
  }
}

function insideDays(series: RecordedSeries, range: Range): RawBar[] {
  const chunks: RawBar[][] = [];
  let count = 0;
  for (const day of daysDescending(series, range.cutoffMs)) {
    const firstMinuteMs = sessionStartMs(day, series.main.kind);
    const bucket = { interval: range.interval, zone: zoneOf(series), firstMinuteMs };
    const folded = foldBars(minutesBefore(series, day, range.cutoffMs), (atMs) =>
      bucketStartMs(atMs, bucket),
    );
    chunks.push(folded);
    count += folded.length;
    if (count >= range.limit) break;
  }
  return chunks.reverse().flat();
}

function wholeDays(series: RecordedSeries, range: Range): RawBar[] {
  const descending: RawBar[] = [];
  for (const day of daysDescending(series, range.cutoffMs)) {
    const openTimeMs = dayStartMs(firstDayOf(range.interval, day), zoneOf(series));
    const bar = dayBefore(series, day, range.cutoffMs);
    if (bar === undefined) continue;
    const later = descending.at(-1);
    if (later?.openTimeMs === openTimeMs) {
      const earlier = { ...bar, openTimeMs };
      addLater(earlier, later);
      descending[descending.length - 1] = earlier;
    } else if (descending.length >= range.limit) break;
    else descending.push({ ...bar, openTimeMs });
  }
  return descending.reverse();
}

function dayBefore(series: RecordedSeries, day: number, cutoffMs: number): RawBar | undefined {
  const { kind } = series.main;
  const isOver = sessionStartMs(day, kind) + sessionMinutes(kind) * MINUTE_MS <= cutoffMs;
  const bars = isOver ? series.rowsOf(day) : minutesBefore(series, day, cutoffMs);
  return foldBars(bars, () => dayStartMs(day, zoneOf(series)))[0];
}

/** Minutes of a day before an instant; the one that is going on is shown as far as it has come. */
function* minutesBefore(series: RecordedSeries, day: number, cutoffMs: number): Generator<RawBar> {
  const startMs = sessionStartMs(day, series.main.kind);
  for (const [minute, bar] of series.minutesOf(day).entries()) {
    if (bar === undefined) continue;
    const elapsedMs = cutoffMs - (startMs + minute * MINUTE_MS);
    if (elapsedMs <= 0) return;
    yield elapsedMs >= MINUTE_MS ? bar : unfinished(series, bar, { day, minute, elapsedMs });
  }
}

function unfinished(
  series: RecordedSeries,
  bar: RawBar,
  at: { day: number; minute: number; elapsedMs: number },
): RawBar {
  let { open: high, open: low, open: close } = bar;
  const lastPoint = Math.ceil(at.elapsedMs / POINT_MS) - 1;
  for (let point = 0; point <= lastPoint; point += 1) {
    close = Math.round(series.priceInside(bar, { day: at.day, minute: at.minute, point }));
    high = Math.max(high, close);
    low = Math.min(low, close);
  }
  const part = (total: number): number => Math.floor((total * at.elapsedMs) / MINUTE_MS);
  return { ...bar, high, low, close, lots: part(bar.lots), turnoverHundredths: part(bar.turnoverHundredths) };
}
