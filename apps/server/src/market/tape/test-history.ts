import { allSteps, type MarketSource } from '#market/source.ts';
import type { History } from '#market/tape/history.ts';
import { foldSteps, minuteSteps, publishedSteps } from '#market/tape/published-bars.ts';

/** A history made on this thread, where a test needs no other. */
export function historyHere(
  source: MarketSource,
  onAsked: (instrumentId: string) => void = () => undefined,
): Pick<History, 'candles' | 'joined' | 'fold'> {
  return {
    candles: async (request) => {
      onAsked(request.instrumentId);
      return allSteps(source.candleSteps(request));
    },
    joined: async (request, readMinutes) => {
      onAsked(request.instrumentId);
      const bars = allSteps(source.candleSteps(request));
      const [first] = bars;
      if (first === undefined) return bars;
      const minutes = await readMinutes(first.openTimeMs);
      return allSteps(publishedSteps(source, { request, bars, minutes }));
    },
    fold: async (instrumentId, { fromMs, untilMs: beforeMs, nowMs }, readMinutes) => {
      onAsked(instrumentId);
      const request = { instrumentId, interval: '1m', beforeMs, limit: 1, nowMs } as const;
      const bars = allSteps(minuteSteps(source, request, fromMs));
      const minutes = await readMinutes(fromMs);
      return allSteps(foldSteps(source, { request, bars, minutes }, fromMs))[0];
    },
  };
}
