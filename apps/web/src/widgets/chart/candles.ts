import type { CandleInterval } from '@tarazu/protocol';
import { call } from '#client/api.ts';
import { stream } from '#client/live.ts';
import { callQuery, queryClient, useCall } from '#client/query.ts';
import type { Grouping } from '#ui/numbers/format.ts';
import { isCoin } from '#widgets/instrument/ids.ts';
import type { CandlePage, ChartSource } from './chart-engine.ts';

const CANDLES_A_PAGE = '300';

function callOf(instrumentId: string): 'stockCandles' | 'coinCandles' {
  return isCoin(instrumentId) ? 'coinCandles' : 'stockCandles';
}

/**
 * The newest candles, for the summary, the table and the first picture of the chart: one call for the three.
 */
export function useCandles(instrumentId: string, interval: CandleInterval) {
  return useCall(callOf(instrumentId), { instrumentId, interval, limit: CANDLES_A_PAGE });
}

export interface SourceOf {
  readonly instrumentId: string;
  readonly symbol: string;
  readonly priceScale: number;
  readonly grouping: Grouping;
  readonly interval: CandleInterval;
}

export function chartSource({ instrumentId, ...shown }: SourceOf): ChartSource {
  const { interval } = shown;
  return {
    ...shown,
    read: (beforeMs) => readCandles({ instrumentId, interval, beforeMs }),
    follow: (onCandle) =>
      stream.subscribe(`candles:${instrumentId}:${interval}`, (message) => {
        if (message.type === 'candles') onCandle(message.candle);
      }),
  };
}

async function readCandles(ask: {
  instrumentId: string;
  interval: CandleInterval;
  beforeMs: number | undefined;
}): Promise<CandlePage> {
  const { instrumentId, interval, beforeMs } = ask;
  const name = callOf(instrumentId);
  const newest = { instrumentId, interval, limit: CANDLES_A_PAGE };
  const page =
    beforeMs === undefined
      ? await queryClient.fetchQuery(callQuery(name, newest))
      : await call(name, { ...newest, beforeMs: String(beforeMs) });
  return { candles: page.list, hasOlder: page.olderBeforeMs !== undefined };
}
