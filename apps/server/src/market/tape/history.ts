import { Worker } from 'node:worker_threads';
import type { InstrumentId } from '@tarazu/core/values';
import type { RulesOfCalendars } from '#market/calendar/calendars.ts';
import type { SourceSetting } from '#market/market-source.ts';
import type { Candle, CandleRequest, ChartCaller } from '#market/source.ts';
import type { Asked, HistoryAnswer, HistoryQuestion } from '#market/tape/history-thread.ts';
import type { MinuteSpan } from '#market/tape/published-bars.ts';
import { Busy } from '#platform/busy.ts';

/** Candles of the past, made on a thread of their own: nobody's chart holds up an order. */
export interface History {
  /** @throws Busy when too many wait already, or the caller has waited for too long. */
  candles(request: CandleRequest, caller?: ChartCaller): Promise<readonly Candle[]>;
  /**
   * The same joined with the tape, of which the minutes from
   * a time on are read as text and never looked at here.
   * @throws Busy when too many wait already, or the caller has waited for too long.
   */
  joined(request: CandleRequest, readMinutes: ReadMinutes, caller?: ChartCaller): Promise<readonly Candle[]>;
  /**
   * One bar of a span of a day at most, from source and tape, in
   * the shares of then; undefined where nothing was told of it.
   * @throws Busy when too many wait already.
   */
  fold(id: InstrumentId, span: MinuteSpan, readMinutes: ReadMinutes): Promise<Candle | undefined>;
  /** The start is over, which waits for the days so far: what is made from now on gives way to orders. */
  giveWay(): void;
  /** New hours and holidays were published. */
  follow(rules: RulesOfCalendars): void;
  stop(): Promise<void>;
}

/** The tape's minutes from a time on, as lines of `minuteLine`. */
export type ReadMinutes = (fromMs: number) => Promise<string>;

const THREAD = new URL('./history-thread.ts', import.meta.url);
/** Requests that may wait at a time. */
const WAITING_MAX = 512;
/** Somebody who looks at a chart has left or asked again by then: nothing more is made for it. */
const CALLER_WAITS_MS = 10_000;

interface Waiting {
  readonly resolve: (candles: readonly Candle[]) => void;
  readonly reject: (error: unknown) => void;
  readonly readMinutes: ReadMinutes | undefined;
  readonly caller: ChartCaller | undefined;
}

export function openHistory(
  setting: SourceSetting,
  onTrouble: (what: string, error: unknown) => void,
  callerWaitsMs = CALLER_WAITS_MS,
): History {
  return new ThreadHistory(setting, onTrouble, callerWaitsMs);
}

class ThreadHistory implements History {
  #setting: SourceSetting;
  readonly #onTrouble: (what: string, error: unknown) => void;
  readonly #callerWaitsMs: number;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;
  #givesWay = false;
  #isStopped = false;

  constructor(
    setting: SourceSetting,
    onTrouble: (what: string, error: unknown) => void,
    callerWaitsMs: number,
  ) {
    this.#setting = setting;
    this.#onTrouble = onTrouble;
    this.#callerWaitsMs = callerWaitsMs;
  }

  candles(request: CandleRequest, caller?: ChartCaller): Promise<readonly Candle[]> {
    return this.#ask({ request, withTape: false }, undefined, caller);
  }

  joined(request: CandleRequest, readMinutes: ReadMinutes, caller?: ChartCaller): Promise<readonly Candle[]> {
    return this.#ask({ request, withTape: true }, readMinutes, caller);
  }

  async fold(
    instrumentId: InstrumentId,
    { fromMs, untilMs: beforeMs, nowMs }: MinuteSpan,
    readMinutes: ReadMinutes,
  ): Promise<Candle | undefined> {
    const request = { instrumentId, interval: '1m', beforeMs, limit: 1, nowMs } as const;
    const [bar] = await this.#ask({ request, withTape: true, foldFromMs: fromMs }, readMinutes);
    return bar;
  }

  giveWay(): void {
    this.#givesWay = true;
    this.#say('giveWay');
  }

  follow(rules: RulesOfCalendars): void {
    this.#setting = { ...this.#setting, calendars: rules };
    this.#say({ calendars: rules });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#worker?.terminate();
    this.#giveUp(new Busy());
  }

  #ask(asked: Asked, readMinutes: ReadMinutes | undefined, caller?: ChartCaller): Promise<readonly Candle[]> {
    if (this.#isStopped || this.#waiting.size >= WAITING_MAX) return Promise.reject(new Busy());
    if (this.#worker === undefined) {
      this.#worker = this.#start();
      if (this.#givesWay) this.#say('giveWay');
    }
    this.#lastId += 1;
    const { promise, resolve, reject } = Promise.withResolvers<readonly Candle[]>();
    this.#waiting.set(this.#lastId, { resolve, reject, readMinutes, caller });
    const waitsMs = caller === undefined ? {} : { waitsMs: this.#callerWaitsMs };
    this.#say({ id: this.#lastId, ...asked, ...waitsMs });
    return promise;
  }

  #say(question: HistoryQuestion): void {
    this.#worker?.postMessage(question);
  }

  #start(): Worker {
    const worker = new Worker(THREAD, { workerData: this.#setting });
    // A server that ends does not wait for charts.
    worker.unref();
    worker.on('message', (answer: HistoryAnswer) => this.#onAnswer(answer));
    worker.on('error', (error) => {
      this.#onTrouble('history thread', error);
      this.#giveUp(error instanceof Error ? error : new Error(String(error)));
    });
    worker.on('exit', () => {
      // The next request starts another.
      if (this.#worker === worker) this.#worker = undefined;
    });
    return worker;
  }

  #onAnswer(answer: HistoryAnswer): void {
    const { id } = answer;
    const waiting = this.#waiting.get(id);
    if ('workedMs' in answer) waiting?.caller?.spend(answer.workedMs);
    if ('tapeFromMs' in answer) {
      void this.#readTape(id, answer.tapeFromMs);
      return;
    }
    this.#waiting.delete(id);
    if ('candles' in answer) waiting?.resolve(answer.candles);
    else if ('late' in answer) waiting?.reject(new Busy());
    else waiting?.reject(new Error(answer.problem));
  }

  async #readTape(id: number, fromMs: number): Promise<void> {
    const waiting = this.#waiting.get(id);
    let minutes: string | undefined;
    try {
      minutes = await waiting?.readMinutes?.(fromMs);
    } catch (error) {
      this.#waiting.delete(id);
      waiting?.reject(error);
    }
    this.#say({ id, minutes });
  }

  #giveUp(error: Error): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
