/** Visitors who read as fast as they are answered, each the next of the given calls. */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS } from '@tarazu/core/values';
import { API_PREFIX, type Operation } from '@tarazu/protocol';

/** A call with what it asks. */
export interface Reading {
  readonly operation: Operation;
  readonly fields: Readonly<Record<string, string>>;
}

const SOCKETS = 1_000;
const REFUSED_PAUSE_MS = 100;

export class Readers {
  readonly #port: number;
  readonly #calls: readonly Reading[];
  readonly #agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  readonly #reading: Promise<void>[] = [];
  readonly #isApart: boolean;
  #isStopped = false;
  /** How many of their calls were answered with each status. */
  readonly statuses: Record<string, number> = {};

  /** @param isApart each asks for its charts before a moment of its own, which nobody else asks for. */
  constructor(port: number, calls: readonly Reading[], { isApart }: { readonly isApart: boolean }) {
    this.#port = port;
    this.#isApart = isApart;
    this.#calls = calls;
  }

  start(count: number): void {
    for (let nth = 0; nth < count; nth += 1) this.#reading.push(this.#read(nth));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#reading);
    this.#agent.destroy();
  }

  async #read(from: number): Promise<void> {
    for (let nth = from; !this.#isStopped; nth += 1) {
      const call = this.#calls[nth % this.#calls.length];
      if (call === undefined) return;
      const status = await this.#ask(this.#isApart ? before(call, nth) : call);
      this.statuses[status] = (this.statuses[status] ?? 0) + 1;
      // Readers on addresses of their own could not ask faster; here all come from this machine.
      if (status !== '200') await pause(REFUSED_PAUSE_MS);
    }
  }

  #ask({ operation: { method, path }, fields }: Reading): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const form = new URLSearchParams(fields).toString();
    const asking = request(
      {
        agent: this.#agent,
        host: '127.0.0.1',
        port: this.#port,
        method,
        path: API_PREFIX + path + (method === 'GET' ? `?${form}` : ''),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      },
      (response) => {
        response.resume().on('end', () => resolve(String(response.statusCode)));
      },
    );
    asking.on('error', ({ message }) => resolve(message));
    asking.end(method === 'GET' ? undefined : form);
    return promise;
  }
}

/** Candles of a day that ended so many minutes ago: the text of it is nobody else's. */
function before({ operation, fields }: Reading, nth: number): Reading {
  if (!('interval' in fields)) return { operation, fields };
  const beforeMs = String(Date.now() - nth * MINUTE_MS);
  return { operation, fields: { ...fields, beforeMs } };
}
