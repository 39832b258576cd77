import {
  amount,
  DAY_MS,
  formatDecimal,
  greater,
  HOUR_MS,
  MINUTE_MS,
  price,
  quantity,
  smaller,
} from '@tarazu/core/values';
import type { CandleInterval, Candle as WireCandle } from '@tarazu/protocol';
import type { Candle } from '#market/source.ts';
import type { TapeMinute } from '#market/tape/minutes.ts';
import type { Listing } from '#ports.ts';

export function ascending<Bar extends { readonly openTimeMs: number }>(bars: Iterable<Bar>): Bar[] {
  return [...bars].sort((one, other) => one.openTimeMs - other.openTimeMs);
}

/** Length of a bar; a month counts as thirty days. */
const INTERVAL_MS: Readonly<Record<CandleInterval, number>> = {
  '1m': MINUTE_MS,
  '5m': 300_000,
  '15m': 15 * MINUTE_MS,
  '30m': 1_800_000,
  '1h': HOUR_MS,
  '4h': 14_400_000,
  '1d': DAY_MS,
  '1w': 604_800_000,
  '1M': 2_592_000_000,
};

export function intervalMs(interval: CandleInterval): number {
  return INTERVAL_MS[interval];
}

/**
 * Minutes as published, ascending: the tape's where it ran, the source's where no server did. A bar of any
 * length is the fold of these and of nothing else.
 */
export function publishedMinutes(source: readonly Candle[], tape: readonly TapeMinute[]): Candle[] {
  const joined = new Map(source.map((bar) => [bar.openTimeMs, bar]));
  for (const minute of tape)
    if (minute.volume > 0n || joined.has(minute.openTimeMs)) joined.set(minute.openTimeMs, candleOf(minute));
  return ascending(joined.values());
}

/** The bar of ascending bars; undefined of none. */
export function foldCandles(bars: readonly Candle[], openTimeMs: number): Candle | undefined {
  const [first, ...rest] = bars;
  if (first === undefined) return undefined;
  return rest.reduce(joinCandles, { ...first, openTimeMs });
}

function joinCandles(first: Candle, second: Candle): Candle {
  return {
    openTimeMs: first.openTimeMs,
    open: first.open,
    high: greater(first.high, second.high),
    low: smaller(first.low, second.low),
    close: second.close,
    volume: quantity(first.volume + second.volume),
    turnover: amount(first.turnover + second.turnover),
  };
}

/**
 * The tape's minutes by the opening time of the bar that they belong to. A minute past a bar's end has a bar
 * of its own on the same grid.
 */
export function minutesByBar(
  bars: readonly Candle[],
  tape: readonly TapeMinute[],
  barMs: number,
): Map<number, TapeMinute[]> {
  const byBar = new Map<number, TapeMinute[]>();
  let next = 0;
  let openTimeMs: number | undefined;
  for (const minute of tape) {
    for (let bar = bars[next]; bar !== undefined && bar.openTimeMs <= minute.openTimeMs; bar = bars[next]) {
      openTimeMs = bar.openTimeMs;
      next += 1;
    }
    if (openTimeMs === undefined) continue;
    const barOpenMs = openTimeMs + Math.floor((minute.openTimeMs - openTimeMs) / barMs) * barMs;
    const list = byBar.get(barOpenMs) ?? [];
    list.push(minute);
    byBar.set(barOpenMs, list);
  }
  return byBar;
}

/** Whether the tape has every minute of a bar. */
export function isWhole(tape: readonly TapeMinute[], barMs: number): boolean {
  return tape.length * MINUTE_MS === barMs;
}

export function candleOf(minute: TapeMinute): Candle {
  return {
    openTimeMs: minute.openTimeMs,
    open: price(minute.open),
    high: price(minute.high),
    low: price(minute.low),
    close: price(minute.close),
    volume: quantity(minute.volume),
    turnover: amount(minute.turnover),
  };
}

export function wireCandle(candle: Candle, listing: Listing): WireCandle {
  const text = (value: bigint) => formatDecimal(value, listing.priceScale);
  return {
    openTimeMs: candle.openTimeMs,
    open: text(candle.open),
    high: text(candle.high),
    low: text(candle.low),
    close: text(candle.close),
    volume: formatDecimal(candle.volume, listing.baseScale),
  };
}
