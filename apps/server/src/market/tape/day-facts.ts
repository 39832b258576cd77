import { HOUR_MS, type InstrumentId, type Price, price } from '@tarazu/core/values';
import type { Candle, MarketSource } from '#market/source.ts';
import type { DayFacts } from '#market/tape/quotes.ts';

const HOURS_A_DAY = 24;

/** The day so far of a stock or index; the last 24 hours of a coin. */
export function dayFactsOf(
  source: MarketSource,
  listing: { instrumentId: InstrumentId; kind: string; previousClose: Price },
  atMs: number,
): DayFacts {
  if (listing.kind === 'spot') return lastDayOf(source, listing.instrumentId, atMs);
  const { instrumentId, previousClose } = listing;
  const [today] = source.candles({ instrumentId, interval: '1d', limit: 1, nowMs: atMs });
  const isToday =
    today !== undefined && source.chartTimeMs(instrumentId, atMs) - today.openTimeMs < HOURS_A_DAY * HOUR_MS;
  return isToday ? factsOf([today], previousClose) : flat(previousClose);
}

function lastDayOf(source: MarketSource, instrumentId: InstrumentId, atMs: number): DayFacts {
  const hours = source.candles({ instrumentId, interval: '1h', limit: HOURS_A_DAY, nowMs: atMs });
  const first = hours[0];
  return first === undefined ? flat(source.previousClose(instrumentId, atMs)) : factsOf(hours, first.open);
}

function factsOf(bars: readonly Candle[], previousClose: Price): DayFacts {
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

function flat(previousClose: Price): DayFacts {
  return {
    previousClose,
    open: previousClose,
    high: previousClose,
    low: previousClose,
    volume: 0n,
    turnover: 0n,
    isBegun: false,
  };
}
