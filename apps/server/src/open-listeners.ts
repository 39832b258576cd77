import { join } from 'node:path';
import type { AccountDomain } from '#domains/account/index.ts';
import type { AlertDomain } from '#domains/alerts/index.ts';
import type { ChatDomain } from '#domains/chat/index.ts';
import type { ProofDomain } from '#domains/proof/index.ts';
import type { Gateway, GatewayOptions } from '#gateway/gateway.ts';
import { clientAddressOf } from '#gateway/origin/client-address.ts';
import { originsOf } from '#gateway/origin/origins.ts';
import { RefusalLog } from '#gateway/reply/refusal-log.ts';
import { servedMetrics } from '#measures.ts';
import type { Config } from '#platform/config/config.ts';
import { listenProblem } from '#platform/config/listen-problem.ts';
import type { Logger } from '#platform/logging/logging.ts';
import { type Metrics, startMetricsServer } from '#platform/logging/metrics.ts';
import { type Services, VERSION } from '#services.ts';
import type { StreamOptions } from '#stream/stream.ts';

const WEB_FOLDER = join(import.meta.dirname, '..', '..', 'web', 'dist');

export function gatewaySettings({ dataDirectory, ...config }: Config) {
  const { publicUrl, apiUrl, allowedOrigins, trustedProxies, logLevel, chatScript } = config;
  const uploadFolder = join(dataDirectory, 'incoming');
  const addresses = { publicUrl, apiUrl, allowedOrigins, trustedProxies, chatScript };
  return { webFolder: WEB_FOLDER, uploadFolder, version: VERSION, logLevel, ...addresses };
}

export function gatewayReports(
  log: Logger,
  metrics: Metrics,
): Pick<GatewayOptions, 'onBug' | 'onNotice' | 'onServed' | 'onRefused'> {
  const refusals = new RefusalLog(log);
  return {
    onRefused: (served) => refusals.add(served),
    onBug: (error, call) => log.error({ err: error, ...call }, 'A call failed by our own mistake.'),
    onNotice: ({ level, text, ...call }) => log[level](call, text),
    onServed: servedMetrics(metrics),
  };
}

export function streamOptions(
  { config, engine, market, clock, limits }: Services,
  parts: {
    readonly gateway: Gateway;
    readonly accounts: AccountDomain;
    readonly proof: ProofDomain;
    readonly alerts: AlertDomain;
    readonly chat: ChatDomain;
    readonly metrics: Metrics;
  },
): StreamOptions {
  const { gateway, accounts, alerts, chat, proof, metrics } = parts;
  const origins = originsOf(config);
  return {
    onUpgrade: (listener) => gateway.onUpgrade(listener),
    engine,
    market,
    heads: proof,
    clock,
    findSession: accounts.sessions.find,
    onSessionEnded: accounts.sessions.onEnded,
    onWritten: (listener) => {
      const stops = [alerts.onTriggered((account) => listener(account, 'notices')), chat.onWritten(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    isForeign: ({ headers }) => origins.isForeign(headers),
    addressOf: (request) => clientAddressOf(request, config.trustedProxies),
    socketsPerAddress: limits.socketsPerAddress,
    onSockets: (count) => metrics.streamSockets.set(count),
  };
}

export async function listenForMetrics(
  config: Config,
  parts: { readonly metrics: Metrics; readonly stops: (() => unknown)[] },
): Promise<number | null> {
  if (config.metricsPort === null) return null;
  const server = await startMetricsServer(parts.metrics, {
    host: config.metricsHost,
    port: config.metricsPort,
  });
  parts.stops.push(() => server.stop());
  return server.port;
}

export async function listenAt(gateway: Gateway, { host, port }: Config): Promise<number> {
  try {
    return await gateway.listen({ host, port });
  } catch (cause) {
    throw listenProblem(cause, { host, port, hostName: 'HOST', portName: 'PORT' });
  }
}
