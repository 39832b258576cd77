/**
 * Customers who order at a steady rate, by the clock, over kept-alive connections: orders that rest, cancels
 * of the oldest, some fills.
 */
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

export interface SteadyOptions {
  readonly port: number;
  readonly tokens: readonly string[];
  readonly price: number;
  readonly instrumentId: string;
  readonly perSecond: number;
}

interface Reply {
  readonly code: number;
  readonly reason?: string;
  readonly data?: { readonly order?: { readonly id: string } };
}

const TICK_MS = 5;
const RESTING = 500;
const TAKES_EACH = 11;
const SOCKETS = 256;

export class SteadyLoad {
  readonly #options: SteadyOptions;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: SOCKETS });
  readonly #run = Date.now().toString(36);
  readonly #resting: { readonly id: string; readonly token: string }[] = [];
  #latenciesMs: number[] = [];
  #sent = 0;
  served = 0;
  /** Those that were not, by why. */
  readonly refused: Record<string, number> = {};

  constructor(options: SteadyOptions) {
    this.#options = options;
  }

  async run(seconds: number): Promise<void> {
    const beganAt = performance.now();
    const open = new Set<Promise<void>>();
    for (let due = 0; performance.now() - beganAt < seconds * 1_000; await pause(TICK_MS)) {
      const until = ((performance.now() - beganAt) / 1_000) * this.#options.perSecond;
      for (; due < until; due += 1) {
        const one = this.#next().finally(() => open.delete(one));
        open.add(one);
      }
    }
    await Promise.all(open);
  }

  /** Latencies of the calls answered since the last look, in milliseconds. */
  takeLatencies(): { readonly p50Ms: number; readonly p99Ms: number } {
    const sorted = Float64Array.from(this.#latenciesMs).sort();
    this.#latenciesMs = [];
    const at = (share: number): number => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(1));
    return { p50Ms: at(0.5), p99Ms: at(0.99) };
  }

  close(): void {
    this.#agent.destroy();
  }

  async #next(): Promise<void> {
    this.#sent += 1;
    const sentAt = performance.now();
    const oldest = this.#resting.length > RESTING && this.#sent % 2 === 0 ? this.#resting.shift() : undefined;
    const reply = await (oldest
      ? this.#post('/coin/order/close', oldest.token, `id=${oldest.id}`)
      : this.#order());
    if (reply.code === 0) {
      this.served += 1;
      this.#latenciesMs.push(performance.now() - sentAt);
    } else {
      const why = reply.reason ?? String(reply.code);
      this.refused[why] = (this.refused[why] ?? 0) + 1;
    }
  }

  async #order(): Promise<Reply> {
    const { tokens, instrumentId, price } = this.#options;
    const nth = this.#sent;
    const token = tokens[nth % tokens.length] ?? '';
    const takes = nth % TAKES_EACH === 0;
    const limit = Math.round(price * (takes ? 1.01 : 0.9 + (nth % 500) / 10_000));
    const fields = new URLSearchParams({
      clientId: `steady-${this.#run}-${nth}`,
      instrumentId,
      side: 'buy',
      type: 'limit',
      validity: takes ? 'ioc' : 'gtc',
      price: `${limit}.0`,
      quantity: '0.0001',
    });
    const reply = await this.#post('/coin/order/add', token, fields.toString());
    const id = reply.data?.order?.id;
    if (id !== undefined && !takes) this.#resting.push({ id, token });
    return reply;
  }

  #post(path: string, token: string, form: string): Promise<Reply> {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const asking = request(
      {
        agent: this.#agent,
        host: '127.0.0.1',
        port: this.#options.port,
        method: 'POST',
        path: `/ipop-api${path}`,
        headers: { accesstoken: token, 'content-type': 'application/x-www-form-urlencoded' },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => {
          text += part;
        });
        response.on('end', () => resolve(JSON.parse(text)));
      },
    );
    asking.on('error', ({ message }) => resolve({ code: -1, reason: message }));
    asking.end(form);
    return promise;
  }
}
