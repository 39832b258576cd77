import { Worker } from 'node:worker_threads';
import type { PdfSheet } from '#platform/pdf/sheet.ts';

export interface PrintOrder {
  readonly number: number;
  readonly sheet: PdfSheet;
}

export type PrintAnswer =
  | { readonly number: number; readonly bytes: Uint8Array }
  | { readonly number: number; readonly problem: string };

interface Waiting {
  readonly resolve: (bytes: Uint8Array) => void;
  readonly reject: (error: Error) => void;
}

/** Documents that may wait; a long one takes some seconds. */
const WAITING_MAX = 20;

/**
 * Prints documents in a thread of its own: five thousand lines take seconds, which orders need not wait for.
 */
export class Printer {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #number = 0;

  /** Undefined when as many wait as may: the caller asks again later. */
  print(sheet: PdfSheet): Promise<Uint8Array> | undefined {
    if (this.#waiting.size >= WAITING_MAX) return undefined;
    const worker = this.#started();
    this.#number += 1;
    const number = this.#number;
    const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
    this.#waiting.set(number, { resolve, reject });
    // While something is printed, the process stays for it; an idle thread keeps none alive.
    worker.ref();
    const order: PrintOrder = { number, sheet };
    worker.postMessage(order);
    return promise;
  }

  #started(): Worker {
    if (this.#worker) return this.#worker;
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url));
    worker.on('message', (answer: PrintAnswer) => this.#take(answer));
    worker.once('error', (error) => this.#end(error));
    worker.once('exit', () => this.#end(new Error('The thread that prints documents ended.')));
    this.#worker = worker;
    return worker;
  }

  #take(answer: PrintAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if (this.#waiting.size === 0) this.#worker?.unref();
    if ('bytes' in answer) waiting?.resolve(answer.bytes);
    else waiting?.reject(new Error(answer.problem));
  }

  /** Callers who wait are told; the next document starts another thread. */
  #end(error: unknown): void {
    this.#worker = undefined;
    const cause = error instanceof Error ? error : new Error(String(error));
    for (const { reject } of this.#waiting.values()) reject(cause);
    this.#waiting.clear();
  }
}
