import type { CandleInterval } from '@tarazu/protocol';
import { call } from '#client/api.ts';
import { stream } from '#client/live.ts';
import { callQuery, queryClient, useCall } from '#client/query.ts';
import { productAt } from '#products/list.ts';
import type { Grouping } from '#ui/numbers/format.ts';
import type { CandlePage, ChartSource } from './engine/chart-engine.ts';

const CANDLES_A_PAGE = '300';

function callOf(instrumentId: string) {
  return productAt(instrumentId).calls.candles;
}

/**
 * The newest candles, for the summary, the table and the first picture of the chart: one call for the three.
 */
export function useCandles(instrumentId: string, interval: CandleInterval) {
  const input = { instrumentId, interval, limit: CANDLES_A_PAGE };
  return useCall(callOf(instrumentId), input, { enabled: instrumentId !== '' });
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
      ? await newestPage(callQuery(name, newest))
      : await call(name, { ...newest, beforeMs: String(beforeMs) });
  return { candles: page.list, hasOlder: page.olderBeforeMs !== undefined };
}

/** The newest candles; without a network those that were kept, if there are any. */
async function newestPage(query: ReturnType<typeof callQuery<'stockCandles' | 'coinCandles'>>) {
  try {
    return await queryClient.fetchQuery(query);
  } catch (error) {
    const kept = queryClient.getQueryData(query.queryKey);
    if (kept === undefined) throw error;
    return kept;
  }
}
