import { amount, DAY_MS, formatDecimal, HOUR_MS, MINUTE_MS, price, quantity } from '@tarazu/core/values';
import type { CandleInterval, Candle as WireCandle } from '@tarazu/protocol';
import type { Candle } from '#market/source.ts';
import { joinMinutes, type TapeMinute } from '#market/tape/quotes.ts';
import type { Listing } from '#ports.ts';

/** Length of a bar for the share of it that the tape covers; a month counts as thirty days. */
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

/** Bars of a week or a month are made of days of the tape, shorter ones of minutes. */
export function tapeIntervalOf(interval: CandleInterval): '1m' | '1d' {
  return interval === '1d' || interval === '1w' || interval === '1M' ? '1d' : '1m';
}

export function intervalMs(interval: CandleInterval): number {
  return INTERVAL_MS[interval];
}

/**
 * Puts the tape into the source's bars. Where the tape has been, the bar shows what was traded; where the
 * server was not running, the source's own. Both agree within the spread, because the market maker quotes
 * around the source's value.
 *
 * @param bars the source's bars, oldest first
 * @param tape bars of the tape inside their span, oldest first
 */
export function withTape(
  bars: readonly Candle[],
  tape: readonly TapeMinute[],
  span: { barMs: number; nowChartMs: number },
): Candle[] {
  let next = 0;
  return bars.map((bar, index) => {
    const endMs = bars[index + 1]?.openTimeMs ?? Number.POSITIVE_INFINITY;
    let whole: TapeMinute | undefined;
    while (next < tape.length) {
      const minute = tape[next];
      if (minute === undefined || minute.openTimeMs >= endMs) break;
      next += 1;
      if (minute.openTimeMs < bar.openTimeMs || isPast(bar, minute, span.barMs)) continue;
      whole = whole === undefined ? minute : joinMinutes(whole, minute);
    }
    return whole === undefined ? bar : merged(bar, whole, shareSeen(bar, whole, span));
  });
}

const HOURS_4_MS = 14_400_000;

/** A minute after a bar's end, where the source has no bar for it; days and longer have no fixed length. */
function isPast(bar: Candle, minute: TapeMinute, barMs: number): boolean {
  return barMs <= HOURS_4_MS && minute.openTimeMs >= bar.openTimeMs + barMs;
}

/** The share of a bar, so far as it has come, in which the tape was running. */
function shareSeen(bar: Candle, tape: TapeMinute, span: { barMs: number; nowChartMs: number }): number {
  const soFarMs = Math.min(span.barMs, Math.max(MINUTE_MS, span.nowChartMs - bar.openTimeMs));
  return Math.min(1, (tape.minuteCount * MINUTE_MS) / soFarMs);
}

/** One bar: the tape's part replaces the same share of the source's volume. */
function merged(bar: Candle, tape: TapeMinute, share: number): Candle {
  const sourceShare = BigInt(Math.round((1 - share) * 1000));
  const fromTape = share >= 1;
  return {
    openTimeMs: bar.openTimeMs,
    open: fromTape || tape.openTimeMs === bar.openTimeMs ? price(tape.open) : bar.open,
    high: fromTape || tape.high > bar.high ? price(tape.high) : bar.high,
    low: fromTape || tape.low < bar.low ? price(tape.low) : bar.low,
    close: price(tape.close),
    volume: quantity((bar.volume * sourceShare) / 1000n + tape.volume),
    turnover: amount((bar.turnover * sourceShare) / 1000n + tape.turnover),
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
