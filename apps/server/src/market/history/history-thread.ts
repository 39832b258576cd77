import { parentPort, workerData } from 'node:worker_threads';
import { dayWordsOf, makeSource, type SourceSetting } from '#market/market-source.ts';
import type { Candle, CandleRequest } from '#market/source.ts';

/*
 * The thread beside the engine's that makes candles of the past. Long work is done in steps, each request in
 * turn, so that a chart of years holds up a chart of minutes for one step only.
 */

export interface HistoryQuestion {
  readonly id: number;
  readonly request: CandleRequest;
}

export type HistoryAnswer =
  | { readonly id: number; readonly candles: readonly Candle[] }
  | { readonly id: number; readonly problem: string };

/** Each request goes on for so long before the next one has its turn. */
const TURN_MS = 4;

interface Work {
  readonly id: number;
  readonly steps: Generator<void, readonly Candle[]>;
}

const setting: SourceSetting = workerData;
const source = makeSource(setting, { words: dayWordsOf(setting) });
const waiting: Work[] = [];

function answer(reply: HistoryAnswer): void {
  parentPort?.postMessage(reply);
}

/** One turn of the request that waits for longest. */
function turn(): void {
  const work = waiting.shift();
  if (work === undefined) return;
  const untilMs = performance.now() + TURN_MS;
  try {
    for (;;) {
      const step = work.steps.next();
      if (step.done === true) {
        answer({ id: work.id, candles: step.value });
        break;
      }
      if (performance.now() < untilMs) continue;
      waiting.push(work);
      break;
    }
  } catch (error) {
    answer({ id: work.id, problem: error instanceof Error ? error.message : String(error) });
  }
  if (waiting.length > 0) setImmediate(turn);
}

parentPort?.on('message', ({ id, request }: HistoryQuestion) => {
  waiting.push({ id, steps: source.candleSteps(request) });
  if (waiting.length === 1) setImmediate(turn);
});
