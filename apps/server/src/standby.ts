import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { EngineOptions } from '#engine/open-engine.ts';
import { type ReadinessCheck, readinessOf, sendHealth } from '#gateway/health.ts';
import type { Config } from '#platform/config/config.ts';
import { listenProblem } from '#platform/config/listen-problem.ts';
import type { Metrics } from '#platform/logging/metrics.ts';
import { hostInUrl } from '#platform/network/address.ts';

export interface StandbyOptions {
  readonly config: Pick<Config, 'host' | 'port'>;
  readonly metrics: Pick<Metrics, 'standby'>;
  readonly database: ReadinessCheck;
  readonly say: (line: string) => void;
  /** Tells it to end instead of waiting on. */
  readonly signal: AbortSignal | undefined;
}

const WAITS: ReadinessCheck = {
  name: 'engine',
  check: async () => ({ ok: false, problem: 'waits as a standby: another writer is alive' }),
};

/**
 * The start while another writer lives: it says so, answers health where calls will be taken, and ends when
 * it is told to.
 */
export class Standby {
  readonly #options: StandbyOptions;
  /** Why it could not be opened when its turn came: better found out now. */
  problem: unknown;
  #opening: Promise<Server | undefined> | undefined;

  constructor(options: StandbyOptions) {
    this.#options = options;
  }

  /** For the engine, which waits. */
  readonly watch: NonNullable<EngineOptions['standby']> = {
    onWaiting: () => {
      const { say, metrics } = this.#options;
      say('Another writer is alive: waiting as its standby …');
      metrics.standby.set(1);
      this.#opening = this.#listen().catch((error: unknown) => {
        this.problem = error;
        return undefined;
      });
    },
    onDatabaseGone: () => this.#options.say('The database does not answer: waiting for it …'),
    isToEnd: () => this.problem !== undefined || this.#options.signal?.aborted === true,
  };

  /** End of the wait, which frees the port at which it answered. */
  async end(): Promise<number | undefined> {
    this.#options.metrics.standby.set(0);
    const opening = this.#opening;
    this.#opening = undefined;
    const server = await opening;
    if (!server) return undefined;
    const port = portOf(server);
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
    return port;
  }

  async #listen(): Promise<Server> {
    const { host, port } = this.#options.config;
    const checks = [this.#options.database, WAITS];
    const server = createServer((request, response) => {
      const path = (request.url ?? '').replace(/[?#].*$/, '');
      if (path === '/healthz') return sendHealth(response, 200, { alive: true });
      if (path === '/readyz')
        return void readinessOf(checks).then((readiness) => sendHealth(response, 503, readiness));
      sendHealth(response, 503, AWAY);
    });
    server.listen(port, host);
    await once(server, 'listening').catch((error: unknown) => {
      throw listenProblem(error, { host, port, hostName: 'HOST', portName: 'PORT' });
    });
    this.#options.say(`It answers at http://${hostInUrl(host)}:${portOf(server)}/readyz meanwhile.`);
    return server;
  }
}

/** As a call is refused, for who comes too early. */
const AWAY = {
  code: -1901,
  msg: 'This server waits as a standby.',
  reason: 'UNAVAILABLE',
  fix: 'Ask the other one.',
};

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
