import { Worker } from 'node:worker_threads';
import type { HistoryAnswer, HistoryQuestion } from '#market/history/history-thread.ts';
import type { SourceSetting } from '#market/market-source.ts';
import type { Candle, CandleRequest } from '#market/source.ts';
import { Busy } from '#platform/busy.ts';

/** Candles of the past, made on a thread of their own: nobody's chart holds up an order. */
export interface History {
  /** @throws Busy when too many wait already. */
  candles(request: CandleRequest): Promise<readonly Candle[]>;
  stop(): Promise<void>;
}

const THREAD = new URL('./history-thread.ts', import.meta.url);
/** Requests that may wait at a time. */
const WAITING_MAX = 512;

interface Waiting {
  readonly resolve: (candles: readonly Candle[]) => void;
  readonly reject: (error: Error) => void;
}

export function openHistory(
  setting: SourceSetting,
  onTrouble: (what: string, error: unknown) => void,
): History {
  return new ThreadHistory(setting, onTrouble);
}

class ThreadHistory implements History {
  readonly #setting: SourceSetting;
  readonly #onTrouble: (what: string, error: unknown) => void;
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #lastId = 0;
  #isStopped = false;

  constructor(setting: SourceSetting, onTrouble: (what: string, error: unknown) => void) {
    this.#setting = setting;
    this.#onTrouble = onTrouble;
  }

  candles(request: CandleRequest): Promise<readonly Candle[]> {
    if (this.#isStopped || this.#waiting.size >= WAITING_MAX) return Promise.reject(new Busy());
    this.#worker ??= this.#start();
    this.#lastId += 1;
    const question: HistoryQuestion = { id: this.#lastId, request };
    const { promise, resolve, reject } = Promise.withResolvers<readonly Candle[]>();
    this.#waiting.set(question.id, { resolve, reject });
    this.#worker.postMessage(question);
    return promise;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#worker?.terminate();
    this.#giveUp(new Busy());
  }

  #start(): Worker {
    const worker = new Worker(THREAD, { workerData: this.#setting });
    // A server that ends does not wait for charts.
    worker.unref();
    worker.on('message', (answer: HistoryAnswer) => this.#hear(answer));
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

  #hear(answer: HistoryAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('candles' in answer) waiting?.resolve(answer.candles);
    else waiting?.reject(new Error(answer.problem));
  }

  #giveUp(error: Error): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const { reject } of waiting) reject(error);
  }
}
