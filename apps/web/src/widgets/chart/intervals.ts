import type { CandleInterval } from '@tarazu/protocol';
import type { Period } from 'klinecharts';

/** As the protocol lists them; the protocol itself would bring its schemas into the page. */
export const INTERVALS = [
  '1m',
  '5m',
  '15m',
  '30m',
  '1h',
  '4h',
  '1d',
  '1w',
  '1M',
] as const satisfies readonly CandleInterval[];

const PERIODS: Readonly<Record<CandleInterval, Period>> = {
  '1m': { type: 'minute', span: 1 },
  '5m': { type: 'minute', span: 5 },
  '15m': { type: 'minute', span: 15 },
  '30m': { type: 'minute', span: 30 },
  '1h': { type: 'hour', span: 1 },
  '4h': { type: 'hour', span: 4 },
  '1d': { type: 'day', span: 1 },
  '1w': { type: 'week', span: 1 },
  '1M': { type: 'month', span: 1 },
};

/** The interval that was kept, or days. */
export function intervalOf(kept: unknown): CandleInterval {
  return INTERVALS.find((interval) => interval === kept) ?? '1d';
}

export function periodOf(interval: CandleInterval): Period {
  return PERIODS[interval];
}

/** Whether candles of this interval are named by their day rather than by their minute. */
export function isDaily(interval: CandleInterval): boolean {
  return interval === '1d' || interval === '1w' || interval === '1M';
}
