import { parentPort, workerData } from 'node:worker_threads';
import { dayWordsOf, makeSource, type SourceSetting } from '#market/market-source.ts';
import type { Candle, CandleRequest } from '#market/source.ts';
import { foldSteps, minuteSteps, toldSteps } from '#market/tape/told-bars.ts';
import { giveWay } from '#platform/background-thread.ts';

/*
 * The thread beside the engine's that makes candles of the past and joins them with the tape. Long
 * work is done in steps, each request in turn: a chart of years holds up one of minutes for a step.
 */

export interface Asked {
  readonly request: CandleRequest;
  /** Whether the tape's minutes go into the bars: they are asked for when it is known from when on. */
  readonly isTold: boolean;
  /** One bar is wanted of all minutes from here on. */
  readonly foldFromMs?: number;
}

export type HistoryQuestion =
  | ({ readonly id: number } & Asked)
  /** The minutes of the tape that were asked for; none: nobody waits any more. */
  | { readonly id: number; readonly minutes: string | undefined }
  /** From now on nothing here is waited for by more than somebody's screen. */
  | 'giveWay';

export type HistoryAnswer =
  | { readonly id: number; readonly candles: readonly Candle[] }
  | { readonly id: number; readonly tapeFromMs: number }
  | { readonly id: number; readonly problem: string };

/** Each request goes on for so long before the next one has its turn. */
const TURN_MS = 4;

interface Work {
  readonly id: number;
  readonly steps: Generator<void, readonly Candle[]>;
  readonly done: (candles: readonly Candle[]) => void;
}

const setting: SourceSetting = workerData;
const source = makeSource(setting, { words: dayWordsOf(setting) });
const waiting: Work[] = [];
/** Bars whose minutes of the tape are being read. */
const toJoin = new Map<number, Omit<Asked, 'isTold'> & { readonly bars: readonly Candle[] }>();

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
        work.done(step.value);
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

function begin(work: Work): void {
  waiting.push(work);
  if (waiting.length === 1) setImmediate(turn);
}

function join(id: number, minutes: string | undefined): void {
  const known = toJoin.get(id);
  toJoin.delete(id);
  if (known === undefined || minutes === undefined) return;
  begin({
    id,
    steps:
      known.foldFromMs === undefined
        ? toldSteps(source, { ...known, minutes })
        : foldSteps(source, { ...known, minutes }, known.foldFromMs),
    done: (candles) => answer({ id, candles }),
  });
}

parentPort?.on('message', (question: HistoryQuestion) => {
  if (question === 'giveWay') {
    giveWay();
    return;
  }
  const { id } = question;
  if ('minutes' in question) {
    join(id, question.minutes);
    return;
  }
  const { isTold, ...asked } = question;
  const { request, foldFromMs } = asked;
  begin({
    id,
    steps: foldFromMs === undefined ? source.candleSteps(request) : minuteSteps(source, request, foldFromMs),
    done: (candles) => {
      const tapeFromMs = foldFromMs ?? candles[0]?.openTimeMs;
      if (!isTold || tapeFromMs === undefined) {
        answer({ id, candles });
        return;
      }
      toJoin.set(id, { ...asked, bars: candles });
      answer({ id, tapeFromMs });
    },
  });
});
