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
/**
 * Of each queue, those at work among them: some seconds of work. Whoever comes then is asked to come again.
 */
export const PLACES_MAX: Readonly<Record<HashQueue, number>> = {
  staff: 100,
  confirmation: 100,
  signIn: 100,
  guest: 20,
};
/** Of one signed-in login: one is at work, and the others wait behind it. A guest costs nothing to be. */
export const PLACES_OF_LOGIN_MAX: Readonly<Record<HashQueue, number>> = {
  ...PLACES_MAX,
  confirmation: 30,
  guest: 4,
};
/** A caller who has waited for so long has given up, or will ask again. */
const WAIT_MS_MAX = 10_000;

/** Those who sign in, those who are signed in and confirm something, and guests. */
export type HashQueue = 'staff' | 'confirmation' | 'signIn' | 'guest';

/** Turns, so that no queue starves another: each that waits has three of ten at least. */
const TURNS: readonly HashQueue[] = [
  ...(['confirmation', 'signIn', 'staff'] as const),
  ...(['confirmation', 'signIn', 'staff'] as const),
  ...(['confirmation', 'signIn', 'staff', 'guest'] as const),
];

export interface HashAsker {
  readonly queue: HashQueue;
  /** Of somebody who is signed in: their hashes are made one after the other. */
  readonly loginId?: number;
}

/** A place that its holder keeps for a few hashes, one after the other: none of them is refused. */
export interface HashPlace {
  run(work: HashWork): Promise<HashAnswer>;
  leave(): void;
}

interface Task extends HashAsker {
  readonly work: HashWork;
  /** Of the monotonic clock, in milliseconds. */
  readonly givenUpAtMs: number;
  readonly resolve: (answer: HashAnswer) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Threads that hash passwords and nothing else, so that neither orders nor files, whose pool of threads is
 * Node's, wait for a wave of sign-ins.
 */
export class HashPool {
  readonly #threads: number;
  readonly #waitMsMax: number;
  readonly #held = new Set<HashAsker>();
  readonly #waiting: Readonly<Record<HashQueue, Task[]>> = {
    staff: [],
    confirmation: [],
    signIn: [],
    guest: [],
  };
  readonly #idle: Worker[] = [];
  readonly #atWork = new Map<Worker, Task>();
  #turn = 0;

  constructor({
    threads = THREADS,
    waitMsMax = WAIT_MS_MAX,
  }: { readonly threads?: number; readonly waitMsMax?: number } = {}) {
    this.#threads = threads;
    this.#waitMsMax = waitMsMax;
  }

  /** @throws Busy when as many have a place as may. */
  hold(asker: HashAsker): HashPlace {
    const own = { ...asker };
    const held = [...this.#held];
    const ofQueue = held.filter(({ queue }) => queue === own.queue).length;
    const ofLogin = held.filter(({ loginId }) => loginId !== undefined && loginId === own.loginId).length;
    if (ofQueue >= PLACES_MAX[own.queue] || ofLogin >= PLACES_OF_LOGIN_MAX[own.queue])
      throw new Busy('As many passwords wait to be hashed as may.');
    this.#held.add(own);
    return {
      run: (work) => this.#answer(work, own, Number.POSITIVE_INFINITY),
      leave: () => this.#held.delete(own),
    };
  }

  /** @throws Busy when as many have a place as may, or the work has waited for too long. */
  async run(work: HashWork, asker: HashAsker): Promise<HashAnswer> {
    const place = this.hold(asker);
    try {
      return await this.#answer(work, asker, performance.now() + this.#waitMsMax);
    } finally {
      place.leave();
    }
  }

  #answer(work: HashWork, asker: HashAsker, givenUpAtMs: number): Promise<HashAnswer> {
    const { promise, resolve, reject } = Promise.withResolvers<HashAnswer>();
    this.#waiting[asker.queue].push({ ...asker, work, givenUpAtMs, resolve, reject });
    this.#beginNext();
    return promise;
  }

  #beginNext(): void {
    while (this.#atWork.size < this.#threads) {
      const task = this.#next();
      if (task === undefined) return;
      const worker = this.#idle.pop() ?? this.#started();
      this.#atWork.set(worker, task);
      // A process stays for a hash under way; an idle thread keeps none alive.
      worker.ref();
      worker.postMessage(task.work);
    }
  }

  #next(): Task | undefined {
    for (let step = 0; step < TURNS.length; step += 1) {
      const queue = TURNS[(this.#turn + step) % TURNS.length];
      const task = queue === undefined ? undefined : this.#nextOf(this.#waiting[queue]);
      if (task === undefined) continue;
      this.#turn = (this.#turn + step + 1) % TURNS.length;
      return task;
    }
    return undefined;
  }

  /** First task whose login has none at work; those who have waited for too long are told on the way. */
  #nextOf(waiting: Task[]): Task | undefined {
    const atWork = new Set([...this.#atWork.values()].map(({ loginId }) => loginId));
    for (let place = 0; place < waiting.length; ) {
      const task = waiting[place];
      if (task === undefined) return undefined;
      if (task.loginId !== undefined && atWork.has(task.loginId)) {
        place += 1;
        continue;
      }
      waiting.splice(place, 1);
      if (performance.now() <= task.givenUpAtMs) return task;
      task.reject(new Busy('A password has waited for too long to be hashed.'));
    }
    return undefined;
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
