import { parentPort, workerData } from 'node:worker_threads';
import { Calendars, type RulesOfCalendars } from '#market/calendar/calendars.ts';
import { dayWordsOf, makeSource, type SourceSetting } from '#market/market-source.ts';
import type { Candle, CandleRequest } from '#market/source.ts';
import { foldSteps, minuteSteps, publishedSteps } from '#market/tape/published-bars.ts';
import { giveWay } from '#platform/background-thread.ts';

/*
 * The thread beside the engine's that makes candles of the past and joins them with the tape. Long
 * work is done in steps, each request in turn: a chart of years holds up one of minutes for a step.
 */

export interface Asked {
  readonly request: CandleRequest;
  /** Whether the tape's minutes go into the bars: they are asked for when it is known from when on. */
  readonly withTape: boolean;
  /** One bar is wanted of all minutes from here on. */
  readonly foldFromMs?: number;
  /** Time for which somebody waits, after which it is not made; absent: for as long as it takes. */
  readonly waitsMs?: number;
}

export type HistoryQuestion =
  | ({ readonly id: number } & Asked)
  /** The minutes of the tape that were asked for; none: nobody waits any more. */
  | { readonly id: number; readonly minutes: string | undefined }
  /** Hours and holidays that were published since. */
  | { readonly calendars: RulesOfCalendars }
  /** From now on nothing here is waited for by more than somebody's screen. */
  | 'giveWay';

export type HistoryAnswer =
  | { readonly id: number; readonly candles: readonly Candle[]; readonly workedMs: number }
  | { readonly id: number; readonly tapeFromMs: number; readonly workedMs: number }
  | { readonly id: number; readonly late: true; readonly workedMs: number }
  | { readonly id: number; readonly problem: string };

/** Each request goes on for so long before the next one has its turn. */
const TURN_MS = 4;

interface Work {
  readonly id: number;
  readonly steps: Generator<void, readonly Candle[]>;
  readonly done: (candles: readonly Candle[], workedMs: number) => void;
  /** When nobody waits for it any more. */
  readonly untilMs: number;
  workedMs: number;
}

interface Joining extends Pick<Asked, 'request' | 'foldFromMs'>, Pick<Work, 'untilMs'> {
  readonly bars: readonly Candle[];
}

const setting: SourceSetting = workerData;
const calendars = new Calendars(setting.calendars);
const source = makeSource(setting, { words: dayWordsOf(setting), calendars });
const waiting: Work[] = [];
/** Bars whose minutes of the tape are being read. */
const toJoin = new Map<number, Joining>();

function answer(reply: HistoryAnswer): void {
  parentPort?.postMessage(reply);
}

/** One turn of the request that waits for longest. */
function turn(): void {
  const work = waiting.shift();
  if (work === undefined) return;
  try {
    goOn(work);
  } catch (error) {
    answer({ id: work.id, problem: error instanceof Error ? error.message : String(error) });
  }
  if (waiting.length > 0) setImmediate(turn);
}

function goOn(work: Work): void {
  const beganAtMs = performance.now();
  if (beganAtMs > work.untilMs) {
    answer({ id: work.id, late: true, workedMs: work.workedMs });
    return;
  }
  for (;;) {
    const step = work.steps.next();
    const takenMs = performance.now() - beganAtMs;
    if (step.done !== true && takenMs < TURN_MS) continue;
    work.workedMs += takenMs;
    if (step.done === true) work.done(step.value, work.workedMs);
    else waiting.push(work);
    return;
  }
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
    untilMs: known.untilMs,
    workedMs: 0,
    steps:
      known.foldFromMs === undefined
        ? publishedSteps(source, { ...known, minutes })
        : foldSteps(source, { ...known, minutes }, known.foldFromMs),
    done: (candles, workedMs) => answer({ id, candles, workedMs }),
  });
}

parentPort?.on('message', (question: HistoryQuestion) => {
  if (question === 'giveWay') {
    giveWay();
    return;
  }
  if ('calendars' in question) {
    calendars.follow(question.calendars);
    return;
  }
  const { id } = question;
  if ('minutes' in question) {
    join(id, question.minutes);
    return;
  }
  const { withTape, request, foldFromMs, waitsMs = Number.POSITIVE_INFINITY } = question;
  const untilMs = performance.now() + waitsMs;
  begin({
    id,
    untilMs,
    workedMs: 0,
    steps: foldFromMs === undefined ? source.candleSteps(request) : minuteSteps(source, request, foldFromMs),
    done: (candles, workedMs) => {
      const tapeFromMs = foldFromMs ?? candles[0]?.openTimeMs;
      if (!withTape || tapeFromMs === undefined) {
        answer({ id, candles, workedMs });
        return;
      }
      toJoin.set(id, {
        request,
        untilMs,
        bars: candles,
        ...(foldFromMs === undefined ? {} : { foldFromMs }),
      });
      answer({ id, tapeFromMs, workedMs });
    },
  });
});
