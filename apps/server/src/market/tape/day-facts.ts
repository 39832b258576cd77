import { HOUR_MS, type InstrumentId, type Price, price } from '@tarazu/core/values';
import type { Candle, MarketSource } from '#market/source.ts';
import type { TapeMinute } from '#market/tape/minutes.ts';
import { tradesAlways } from '#products/list.ts';

const HOURS_A_DAY = 24;

/** The day: of a stock or an index since its open, of a coin the last 24 hours. */
export interface DayFacts {
  readonly previousClose: Price;
  readonly open: Price;
  readonly high: Price;
  readonly low: Price;
  readonly volume: bigint;
  readonly turnover: bigint;
  /** Whether it has a first price yet; until then all its prices are the previous close. */
  readonly isBegun: boolean;
}

/** The day of a recording, which keeps its own bars. */
export function recordedDayOf(
  source: MarketSource,
  listing: { instrumentId: InstrumentId; kind: string; previousClose: Price },
  atMs: number,
): DayFacts {
  if (tradesAlways(listing)) return lastDayOf(source, listing.instrumentId, atMs);
  const { instrumentId, previousClose } = listing;
  const [today] = source.candles({ instrumentId, interval: '1d', limit: 1, nowMs: atMs });
  const isToday =
    today !== undefined && source.chartTimeMs(instrumentId, atMs) - today.openTimeMs < HOURS_A_DAY * HOUR_MS;
  return factsOf(isToday ? [today] : [], previousClose);
}

function lastDayOf(source: MarketSource, instrumentId: InstrumentId, atMs: number): DayFacts {
  const hours = source.candles({ instrumentId, interval: '1h', limit: HOURS_A_DAY, nowMs: atMs });
  return factsOf(hours, hours[0]?.open ?? source.previousClose(instrumentId, atMs));
}

/** The day of ascending bars; without any it has not begun. */
export function factsOf(bars: readonly Candle[], previousClose: Price): DayFacts {
  const open = bars[0]?.open ?? previousClose;
  let high: bigint = open;
  let low: bigint = open;
  let volume = 0n;
  let turnover = 0n;
  for (const bar of bars) {
    if (bar.high > high) high = bar.high;
    if (bar.low < low) low = bar.low;
    volume += bar.volume;
    turnover += bar.turnover;
  }
  return {
    previousClose,
    open,
    high: price(high),
    low: price(low),
    volume,
    turnover,
    isBegun: bars.length > 0,
  };
}

/** Whether a minute says a price of its own: an index has values without a trade. */
export function hasOwnPrice(minute: TapeMinute, kind: string): boolean {
  return kind === 'index' || minute.volume > 0n;
}
