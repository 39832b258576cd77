import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '@tarazu/core/values';
import * as z from 'zod/mini';
import { withoutSettings } from '#gateway/own-process/child.ts';
import { RailUnavailable } from '#rails/ports.ts';

export interface ChildServerOptions {
  /** Name in the log. */
  readonly name: string;
  /** File that the process runs. */
  readonly main: string;
  /** Told at each start, such as the file of its books. */
  readonly opening: () => object;
  readonly onTrouble: (what: string, error: unknown) => void;
  /** Time without being asked for after which it ends until it is asked for; by default never. */
  readonly restsAfterMs?: number;
}

/** Little servers do little: most of what Node would reserve for objects is not needed. */
const NODE_FLAGS = [
  '--max-semi-space-size=1',
  '--max-old-space-size=96',
  '--disable-warning=ExperimentalWarning',
];
const RESTART_MS_MIN = 50;
const RESTART_MS_MAX = 5_000;
const STOP_MS_MAX = 5_000;
/** A start takes a fraction of a second, on a machine that has something else to do many times that. */
const OPEN_MS_MAX = 30_000;

const reportSchema = z.object({ port: z.number() });

/**
 * A little server in a process of its own, on this machine alone: started when it is told to or first asked
 * for, started again when it ends by itself, ended with this process however that ends.
 */
export class ChildServer {
  readonly #options: ChildServerOptions;
  #child: ChildProcess | undefined;
  #address: PromiseWithResolvers<string> = waiting();
  #isListening = false;
  #startedAtMs: readonly number[] = [];
  #state: 'new' | 'open' | 'stopped' = 'new';
  #rest: NodeJS.Timeout | undefined;

  constructor(options: ChildServerOptions) {
    this.#options = options;
  }

  /** Number of the process, for those who watch or kill it. */
  get processId(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    if (this.#state !== 'new') return;
    this.#state = 'open';
    this.#spawn();
  }

  /**
   * Where it listens now, such as `http://127.0.0.1:40123`, as soon as it does.
   * @throws RailUnavailable when it has been stopped, or does not open.
   */
  async address(): Promise<string> {
    this.start();
    this.#restLater();
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(
      () => late.reject(new RailUnavailable(`${this.#options.name} does not open.`)),
      OPEN_MS_MAX,
    );
    try {
      return await Promise.race([this.#address.promise, late.promise]);
    } finally {
      clearTimeout(timer);
    }
  }

  async stop(): Promise<void> {
    clearTimeout(this.#rest);
    this.#state = 'stopped';
    if (this.#isListening) this.#address = waiting();
    this.#address.reject(new RailUnavailable(`${this.#options.name} has been stopped.`));
    await this.#end();
  }

  #restLater(): void {
    const { restsAfterMs } = this.#options;
    if (restsAfterMs === undefined || this.#state !== 'open') return;
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => {
      if (this.#state !== 'open') return;
      this.#state = 'new';
      this.#address = waiting();
      this.#isListening = false;
      void this.#end();
    }, restsAfterMs).unref();
  }

  async #end(): Promise<void> {
    const child = this.#child;
    if (child === undefined || hasEnded(child)) return;
    const exited = once(child, 'exit');
    const late = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX);
    if (child.connected) child.send('stop');
    await exited;
    clearTimeout(late);
  }

  #spawn(): void {
    const child = spawn(process.execPath, [...NODE_FLAGS, this.#options.main], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: withoutSettings(process.env),
    });
    this.#child = child;
    const address = this.#address;
    // One that has just ended says no more: its address would lead nowhere.
    child.on('message', (report) => {
      const read = reportSchema.safeParse(report);
      if (!read.success) return;
      this.#isListening = true;
      address.resolve(`http://127.0.0.1:${read.data.port}`);
    });
    // Its end is noticed, whatever could not be told.
    child.on('error', (error) => this.#options.onTrouble(`${this.#options.name} could not be told.`, error));
    child.once('exit', () => {
      if (this.#child === child) void this.#startAgain();
    });
    child.send(this.#options.opening());
    // A server that is about to end does not wait for it.
    child.unref();
    child.channel?.unref();
  }

  async #startAgain(): Promise<void> {
    if (!this.#isOpen()) return;
    // Those who wait for its first address go on waiting; those who had one ask for the next.
    if (this.#isListening) this.#address = waiting();
    this.#isListening = false;
    const since = performance.now() - MINUTE_MS;
    this.#startedAtMs = [...this.#startedAtMs.filter((atMs) => atMs > since), performance.now()];
    const times = this.#startedAtMs.length;
    if (times > 1)
      this.#options.onTrouble(
        `${this.#options.name} ended and is started again.`,
        new Error(`${times} times within a minute`),
      );
    await delay(Math.min(RESTART_MS_MAX, RESTART_MS_MIN * 2 ** times), undefined, { ref: false });
    if (this.#isOpen()) this.#spawn();
  }

  #isOpen(): boolean {
    return this.#state === 'open';
  }
}

function waiting(): PromiseWithResolvers<string> {
  const address = Promise.withResolvers<string>();
  address.promise.catch(() => undefined);
  return address;
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}
