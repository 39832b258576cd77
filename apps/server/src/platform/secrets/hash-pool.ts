import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Busy } from '#platform/busy.ts';

/** Work of one thread: a password is keyed already, and never leaves the process. */
export type HashWork =
  | { readonly kind: 'hash'; readonly text: string; readonly cost: HashCost }
  | { readonly kind: 'verify'; readonly text: string; readonly stored: string };

export interface HashCost {
  /** KiB. */
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

export type HashAnswer =
  | { readonly hash: string }
  | { readonly isRight: boolean }
  | { readonly problem: string };

/** One processor is left to orders; a hash takes 19 MiB while it is made. */
const THREADS = Math.min(4, Math.max(1, availableParallelism() - 1));
/** Of each kind: some seconds of work. Whoever comes then is asked to come again. */
export const WAITING_MAX = 100;

interface Task {
  readonly work: HashWork;
  readonly resolve: (answer: HashAnswer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Threads that hash passwords and nothing else, so that neither orders nor files, whose pool of threads is
 * Node's, wait for a wave of sign-ins. Whoever is signed in and confirms something goes before them.
 */
export class HashPool {
  readonly #threads: number;
  readonly #confirmations: Task[] = [];
  readonly #signIns: Task[] = [];
  readonly #idle: Worker[] = [];
  readonly #atWork = new Map<Worker, Task>();

  constructor({ threads = THREADS }: { readonly threads?: number } = {}) {
    this.#threads = threads;
  }

  /** @throws Busy when as many wait as may. */
  async run(work: HashWork, { isSignIn }: { readonly isSignIn: boolean }): Promise<HashAnswer> {
    const waiting = isSignIn ? this.#signIns : this.#confirmations;
    if (waiting.length >= WAITING_MAX) throw new Busy('As many passwords wait to be hashed as may.');
    const { promise, resolve, reject } = Promise.withResolvers<HashAnswer>();
    waiting.push({ work, resolve, reject });
    this.#beginNext();
    return await promise;
  }

  #beginNext(): void {
    if (this.#atWork.size >= this.#threads) return;
    const task = this.#confirmations.shift() ?? this.#signIns.shift();
    if (task === undefined) return;
    const worker = this.#idle.pop() ?? this.#started();
    this.#atWork.set(worker, task);
    // A process stays for a hash under way; an idle thread keeps none alive.
    worker.ref();
    worker.postMessage(task.work);
  }

  #started(): Worker {
    const worker = new Worker(new URL('./hash-thread.ts', import.meta.url));
    worker.on('message', (answer: HashAnswer) => {
      const task = this.#atWork.get(worker);
      this.#atWork.delete(worker);
      worker.unref();
      this.#idle.push(worker);
      task?.resolve(answer);
      this.#beginNext();
    });
    worker.once('error', (error) => this.#end(worker, error));
    worker.once('exit', () => this.#end(worker, new Error('A thread that hashes passwords ended.')));
    return worker;
  }

  /** Callers who wait for this thread are told; the next password starts another one. */
  #end(worker: Worker, error: unknown): void {
    const place = this.#idle.indexOf(worker);
    if (place >= 0) this.#idle.splice(place, 1);
    const task = this.#atWork.get(worker);
    this.#atWork.delete(worker);
    task?.reject(error instanceof Error ? error : new Error(String(error)));
    this.#beginNext();
  }
}
