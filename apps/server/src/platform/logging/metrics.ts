import { once } from 'node:events';
import { createServer } from 'node:http';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { listenProblem } from '#platform/config/listen-problem.ts';

/** The metrics that operation watches. One instance for the process, passed to those who measure. */
export interface Metrics {
  readonly engineBatchSize: Histogram;
  readonly engineCommitSeconds: Histogram;
  readonly engineRecoverySeconds: Histogram;
  readonly engineHoldSeconds: Histogram;
  readonly sweepsOpen: Gauge;
  readonly sweepsDone: Gauge;
  readonly invariantsBroken: Gauge;
  readonly invariantsCheckedAt: Gauge;
  readonly orderLatencySeconds: Histogram<'kind'>;
  readonly streamSockets: Gauge;
  readonly standby: Gauge;
  readonly ready: ReadyGauge;
  readonly httpRequestsTotal: Counter<'path' | 'code'>;
  readonly httpRequestSeconds: Histogram<'path'>;
  readonly refusalsTotal: Counter<'reason'>;
  readonly deliveriesTotal: Counter<'channel' | 'outcome'>;
  readonly jobTurnsTotal: Counter<'job' | 'outcome'>;
  readonly systemRefusalsTotal: Counter<'command' | 'code'>;
  readonly registry: Registry;
}

export function createMetrics(version: string): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  // Gauges with a counter's name, which Prometheus refuses; those by type stand beside them.
  for (const name of ['handles', 'requests', 'resources'])
    registry.removeSingleMetric(`nodejs_active_${name}_total`);
  new Gauge({
    name: 'tarazu_build_info',
    help: 'Always 1; its labels say what runs.',
    labelNames: ['version', 'node'],
    registers,
  }).set({ version, node: process.versions.node }, 1);
  return {
    engineBatchSize: new Histogram({
      name: 'tarazu_engine_batch_size',
      help: 'Commands in one batch, which is one transaction.',
      buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000],
      registers,
    }),
    engineCommitSeconds: new Histogram({
      name: 'tarazu_engine_commit_seconds',
      help: 'Time from sending a batch to the database until it is durable.',
      buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    engineRecoverySeconds: new Histogram({
      name: 'tarazu_engine_recovery_seconds',
      help: 'Time from the loss of the database until the writer works again; how many recoveries there were is its count.',
      buckets: [0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300],
      registers,
    }),
    ...sweepGauges(registers),
    invariantsBroken: new Gauge({
      name: 'tarazu_invariants_broken',
      help: '1 when something that must always hold does not, and writing is halted; else 0.',
      registers,
    }),
    invariantsCheckedAt: new Gauge({
      name: 'tarazu_invariants_checked_at_seconds',
      help: 'When all that must hold was last looked at, as seconds since 1970.',
      registers,
    }),
    orderLatencySeconds: new Histogram({
      name: 'tarazu_order_latency_seconds',
      help: 'Time from the arrival of a customer’s order, change or cancel at the engine until it is durable and answered.',
      labelNames: ['kind'],
      buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers,
    }),
    standby: new Gauge({
      name: 'tarazu_standby',
      help: '1 while another writer is alive and this server waits for its turn; else 0.',
      registers,
    }),
    ready: readyGauge(registers),
    streamSockets: new Gauge({
      name: 'tarazu_stream_sockets',
      help: 'Open connections of the stream.',
      registers,
    }),
    ...httpMetrics(registers),
    ...systemMetrics(registers),
    registry,
  };
}

/** Told from the first moment on, so that an alarm on it is not silent while a server starts or waits. */
export interface ReadyGauge {
  /** Asks from now on, each time that the metrics are read; until then it is 0. */
  lookAt(isReady: () => Promise<boolean>): void;
}

function readyGauge(registers: Registry[]): ReadyGauge {
  let look = async (): Promise<boolean> => false;
  new Gauge({
    name: 'tarazu_ready',
    help: '1 when an order sent now would be taken, made durable and priced; else 0.',
    registers,
    async collect() {
      this.set((await look()) ? 1 : 0);
    },
  });
  return {
    lookAt(isReady) {
      look = isReady;
    },
  };
}

function systemMetrics(
  registers: Registry[],
): Pick<Metrics, 'deliveriesTotal' | 'jobTurnsTotal' | 'systemRefusalsTotal'> {
  return {
    deliveriesTotal: new Counter({
      name: 'tarazu_deliveries_total',
      help: 'Tries to hand over a mail, an SMS or a push, by what came of them: sent, failed (tried again), refused, expired, gone.',
      labelNames: ['channel', 'outcome'],
      registers,
    }),
    jobTurnsTotal: new Counter({
      name: 'tarazu_job_turns_total',
      help: 'Turns of work by time that were done or failed, by job.',
      labelNames: ['job', 'outcome'],
      registers,
    }),
    systemRefusalsTotal: new Counter({
      name: 'tarazu_system_refusals_total',
      help: 'Refusals of what the server asked of the engine by itself, by command and code.',
      labelNames: ['command', 'code'],
      registers,
    }),
  };
}

function httpMetrics(
  registers: Registry[],
): Pick<Metrics, 'httpRequestsTotal' | 'httpRequestSeconds' | 'refusalsTotal'> {
  return {
    httpRequestsTotal: new Counter({
      name: 'tarazu_http_requests_total',
      help: 'Requests by path and by the code of the answer. Paths come from the routes, never from the caller.',
      labelNames: ['path', 'code'],
      registers,
    }),
    httpRequestSeconds: new Histogram({
      name: 'tarazu_http_request_duration_seconds',
      help: 'Time from the arrival of a request until its answer is handed to the network, by path.',
      labelNames: ['path'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5],
      registers,
    }),
    refusalsTotal: new Counter({
      name: 'tarazu_refusals_total',
      help: 'Requests that were refused, by the name of the refusal.',
      labelNames: ['reason'],
      registers,
    }),
  };
}

function sweepGauges(
  registers: Registry[],
): Pick<Metrics, 'engineHoldSeconds' | 'sweepsOpen' | 'sweepsDone'> {
  return {
    engineHoldSeconds: new Histogram({
      name: 'tarazu_engine_hold_seconds',
      help: 'Time for which one command held the writer.',
      buckets: [0.0001, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.25, 1],
      registers,
    }),
    sweepsOpen: new Gauge({
      name: 'tarazu_sweeps_open',
      help: 'Work over many orders or accounts that is under way in steps, such as the end of a session.',
      registers,
    }),
    sweepsDone: new Gauge({
      name: 'tarazu_sweeps_done',
      help: 'Orders and accounts that the open sweeps have been over; 0 when none is open.',
      registers,
    }),
  };
}

export interface MetricsServer {
  readonly port: number;
  stop(): Promise<void>;
}

/**
 * Serves `GET /metrics` on a port of its own, so that a proxy for the app never exposes it.
 * @param options.port 0 takes any free port.
 */
export async function startMetricsServer(
  metrics: Metrics,
  options: { readonly host: string; readonly port: number },
): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(options.port, options.host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw listenProblem(error, { ...options, hostName: 'METRICS_HOST', portName: 'METRICS_PORT' });
  }
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
