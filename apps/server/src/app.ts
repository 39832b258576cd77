import { join } from 'node:path';
import { OPERATIONS } from '@tarazu/protocol';
import { type AccountDomain, accountNotices, createAccountDomain } from '#domains/account/index.ts';
import { type AlertDomain, alertNotices, createAlertDomain } from '#domains/alerts/index.ts';
import { balanceBindings } from '#domains/balance/index.ts';
import { basketBindings } from '#domains/basket/index.ts';
import { type ContentDomain, createContentDomain } from '#domains/content/index.ts';
import { corporateJob, corporateNotices, rightsBindings } from '#domains/corporate/index.ts';
import { intradayJobs, intradayNotices } from '#domains/intraday/index.ts';
import { marketBindings, marketNotices } from '#domains/market/index.ts';
import { createNoticeDomain, type NoticeDomain } from '#domains/notice/index.ts';
import { orderBindings, orderJobs, orderNotices } from '#domains/orders/index.ts';
import { createProofDomain, EndMixes, type EndMixOptions, type ProofDomain } from '#domains/proof/index.ts';
import { createSandboxDomain, outboxKeyOf } from '#domains/sandbox/index.ts';
import { spotBindings, spotJob } from '#domains/spot/index.ts';
import { statementBindings } from '#domains/statement/index.ts';
import { stockBindings } from '#domains/stock/index.ts';
import { watchedBy, watchlistBindings } from '#domains/watchlist/index.ts';
import { type Engine, openEngine } from '#engine/open-engine.ts';
import { LIMITS, type Limits } from '#gateway/admission/limits.ts';
import type { Binding } from '#gateway/binding.ts';
import { type Gateway, type GatewayOptions, type OpenGateway, openGatewayHere } from '#gateway/gateway.ts';
import { clientAddressOf } from '#gateway/origin/client-address.ts';
import { originsOf } from '#gateway/origin/origins.ts';
import { RefusalLog } from '#gateway/reply/refusal-log.ts';
import type { CataloguedAction } from '#market/catalogue/corporate-actions.ts';
import type { LiveMarket } from '#market/live/live-market.ts';
import { ruleAt, spotChargeRows, stockChargeRows } from '#market/reference/rules-seed.ts';
import { startMarket } from '#market/start-market.ts';
import { engineMetrics, lookAt, servedMetrics } from '#measures.ts';
import type { Config } from '#platform/config/config.ts';
import { listenProblem } from '#platform/config/listen-problem.ts';
import { type Database, openDatabase } from '#platform/database/open-database.ts';
import { createLogger, type Logger } from '#platform/logging/logging.ts';
import { createMetrics, type Metrics, startMetricsServer } from '#platform/logging/metrics.ts';
import { createSecurityLog } from '#platform/logging/security-log.ts';
import { type Delivery, openDelivery } from '#platform/messages/delivery.ts';
import { isLoopback } from '#platform/network/address.ts';
import { openBeacon } from '#platform/network/beacon.ts';
import { type InstallationKeys, openInstallationKeys } from '#platform/secrets/installation-keys.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import { PeriodStore } from '#platform/time/period-store.ts';
import { Scheduler } from '#platform/time/scheduler.ts';
import { SteadyClock } from '#platform/time/steady-clock.ts';
import { isElsewhere, TimeCheck } from '#platform/time/time-check.ts';
import { databaseCheck, readinessChecks } from '#readiness.ts';
import { Standby } from '#standby.ts';
import { openStream, type StreamOptions } from '#stream/stream.ts';

/**
 * A whole server in this process. Read `openApp` from top to bottom: it is the order in which things start.
 */
export interface App {
  /** Where people open it. */
  readonly url: string;
  readonly port: number;
  readonly metricsPort: number | null;
  readonly gateway: Gateway;
  readonly engine: Engine;
  readonly market: LiveMarket;
  readonly accounts: AccountDomain;
  readonly notices: NoticeDomain;
  readonly proof: ProofDomain;
  /** Messages that could not be sent land in the outbox at `/sandbox`. */
  readonly isOutboxOpen: boolean;
  /** What opens it from another machine. */
  readonly outboxKey: string;
  /** Takes nothing more, finishes what it has taken, and stops in the reverse order of the start. */
  stop(): Promise<void>;
}

export interface AppOptions {
  readonly config: Config;
  /** One line for the person at the keyboard. */
  readonly say?: (line: string) => void;
  /** Something stopped for good and the process should end. */
  readonly onFatal?: (cause: Error) => void;
  /** Ends a start that waits as a standby. */
  readonly signal?: AbortSignal;
  /** On its way already; the app stops it. Default: one that the app opens. */
  readonly database?: Promise<Database>;
  readonly clock?: Clock;
  readonly limits?: Partial<Limits>;
  /** How often a signed head of the journal is made; 0 never, for tests that make them. Default every 5 s. */
  readonly headsEveryMs?: number;
  /** What issuers do instead of what the catalogue says: for tests, which choose their days. */
  readonly corporateActions?: readonly CataloguedAction[];
  /** Where calls come in. Default: in this process. */
  readonly openGateway?: OpenGateway;
  /** Where the log goes. Default: standard error. */
  readonly logTo?: { write(line: string): void };
  /** Compare each answer with its schema: for tests. */
  readonly areOutputsChecked?: boolean;
}

export const VERSION = '1.0.0';
const VERSION_CODE = 100;
const WEB_FOLDER = join(import.meta.dirname, '..', '..', 'web', 'dist');
const CLOCK_EVERY_MS = 10_000;

export async function openApp(options: AppOptions): Promise<App> {
  const stops: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
  };
  try {
    return await start(options, { stops, stop });
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Stopping {
  /** What to undo, newest last. */
  readonly stops: (() => unknown)[];
  readonly stop: () => Promise<void>;
}

async function start(options: AppOptions, { stops, stop }: Stopping): Promise<App> {
  const { config, say = () => undefined, clock = new SteadyClock(), corporateActions } = options;
  const { openGateway = openGatewayHere } = options;
  const log = createLogger({ level: config.logLevel, destination: options.logTo ?? process.stderr });
  const limits = { ...LIMITS, ...options.limits };
  const metrics = createMetrics(VERSION);
  const report = (what: string) => (error: unknown) => log.error({ err: error }, what);

  say('Starting the database …');
  const database = await (options.database ?? openDatabase({ config, log }));
  stops.push(() => database.stop());
  const { pool } = database;
  const scheduler = openScheduler({ pool, clock, log, metrics }, stops);
  const timeCheck = await checkTime({ config, pool, clock, log, scheduler });
  const keys = await openInstallationKeys(pool, config);
  const { secrets } = keys;
  const delivery = startDelivery({ config, database: pool, clock, secrets }, { metrics, report, stops });
  scheduler.add(delivery.queue.job);

  const metricsPort = await listenForMetrics(config, { metrics, stops });
  say('Reading the accounts …');
  const { engine, portOfStandby } = await openEngineInTurn(
    { options, database, clock, log, metrics, scheduler },
    stops,
  );
  await keys.check();

  say('Opening the market …');
  const onTrouble = (what: string, error: unknown): void => report(what)(error);
  const place = { config, clock, engine, database: pool, secrets };
  const market = await startMarket({ ...place, ...endMixOf(place), scheduler, onTrouble, corporateActions });
  stops.push(() => market.stop());
  const isOutboxOpen = config.mode === 'sandbox' && delivery.isSandboxed;
  const services = { config, clock, limits, pool, secrets, engine, market, scheduler, isOutboxOpen, report };
  const domains = await openDomains({ ...services, delivery, log, keys, options }, stops);
  const { accounts, notices, proof } = domains;

  const readiness = readinessChecks({ database, engine, market, timeCheck, scheduler });
  const gateway = await openGateway({
    ...callsOf(
      services,
      Object.values(domains).flatMap(({ bindings }) => bindings),
    ),
    sessions: accounts.sessions,
    clock,
    limits,
    readiness,
    ...gatewaySettings(config),
    ...gatewayReports(log, metrics),
    areOutputsChecked: options.areOutputsChecked ?? false,
    onEnded: options.onFatal ?? report('Calls are not taken any more.'),
  });
  stops.push(() => gateway.close());
  const stream = openStream(streamOptions(services, { ...domains, gateway, metrics }));
  stops.push(() => stream.close());
  lookAt(metrics, { engine, market, proof, readiness, delivery, scheduler, nowMs: () => clock.nowMs() });
  const port = await listenAt(gateway, { ...config, port: portOfStandby ?? config.port });
  const url = config.publicUrl ?? `http://${hostInUrl(config.host)}:${port}`;
  const outbox = { isOutboxOpen, outboxKey: outboxKeyOf(secrets) };
  return { url, port, metricsPort, gateway, engine, market, accounts, notices, proof, ...outbox, stop };
}

/** The domains that are more than calls; work by time stops before they do. */
async function openDomains(
  parts: Services & {
    readonly delivery: Delivery;
    readonly log: Logger;
    readonly keys: InstallationKeys;
    readonly options: AppOptions;
  },
  stops: (() => unknown)[],
) {
  const { pool, scheduler, keys, options } = parts;
  const accounts = openAccounts(parts, stops);
  const content = await startContent(parts);
  const notices = createNoticeDomain({ database: pool, texts: NOTICES });
  const telling = { ...parts, sendNotice: notices.send };
  await startTimedTrading(telling);
  const alerts = await startAlerts(telling, stops);
  const proof = openProof({ ...parts, ...keys, everyMs: options.headsEveryMs }, stops);
  stops.push(() => scheduler.stop());
  return { accounts, notices, content, alerts, proof };
}

/** Messages that could not leave are tried again from now on; what the last run left behind too. */
function startDelivery(
  place: Pick<Parameters<typeof openDelivery>[0], 'config' | 'database' | 'clock' | 'secrets'>,
  { metrics, report, stops }: Pick<Services, 'report'> & { metrics: Metrics; stops: (() => unknown)[] },
): Delivery {
  const delivery = openDelivery({
    ...place,
    onOutcome: (channel, outcome) => metrics.deliveriesTotal.inc({ channel, outcome }),
    onFailed: report('A message was not delivered.'),
  });
  stops.push(async () => {
    await delivery.queue.settled();
    delivery.close();
  });
  return delivery;
}

/** The engine, once no other writer lives; and the port at which this server has answered meanwhile. */
async function openEngineInTurn(
  parts: Pick<AppParts, 'clock' | 'log' | 'metrics' | 'scheduler'> & {
    options: AppOptions;
    database: Database;
  },
  stops: (() => unknown)[],
): Promise<{ readonly engine: Engine; readonly portOfStandby: number | undefined }> {
  const { options, database, clock, log, metrics, scheduler } = parts;
  const { config, say = () => undefined, signal } = options;
  const standby = new Standby({ config, metrics, say, signal, database: databaseCheck(database) });
  stops.push(() => standby.end());
  const engine = await openEngine({
    connection: database.connection,
    clock,
    log,
    metrics: engineMetrics(metrics),
    scheduler,
    standby: standby.watch,
    onStopped: options.onFatal ?? ((error) => log.error({ err: error }, 'The server can not go on.')),
  }).catch((error: unknown) => {
    throw standby.problem ?? error;
  });
  stops.push(() => engine.stop());
  return { engine, portOfStandby: await standby.end() };
}

/** Work by time begins nowhere else. It stops first, before what it works with. */
function openScheduler(
  { pool, clock, log, metrics }: Pick<AppParts, 'pool' | 'clock' | 'log' | 'metrics'>,
  stops: (() => unknown)[],
): Scheduler {
  const scheduler = new Scheduler({
    clock,
    log,
    periods: new PeriodStore(pool),
    onTurn: (job, outcome) => metrics.jobTurnsTotal.inc({ job, outcome }),
  });
  stops.push(() => scheduler.stop());
  return scheduler;
}

/** Looks at the clock before the engine believes it, and every few seconds from then on. */
async function checkTime(
  parts: Pick<AppParts, 'pool' | 'clock' | 'log' | 'scheduler'> & { readonly config: Config },
): Promise<TimeCheck> {
  const { config, pool, clock, log, scheduler } = parts;
  const isDatabaseElsewhere = isElsewhere(config.databaseUrl);
  const watch = new TimeCheck({ clock, database: pool, isDatabaseElsewhere, log });
  await watch.checkStart();
  scheduler.add({
    name: 'clock: comparison',
    everyMs: CLOCK_EVERY_MS,
    problem: 'The clock could not be compared.',
    run: () => watch.problem(),
  });
  return watch;
}

function openAccounts(
  parts: Services & { readonly delivery: Delivery; readonly log: Logger },
  stops: (() => unknown)[],
): AccountDomain {
  const { limits, delivery, log, report, scheduler } = parts;
  const accounts = createAccountDomain({
    ...parts,
    messages: delivery.queue,
    demoEntriesPerHour: limits.demoEntriesPerHour,
    isCounted: (address) => !isLoopback(address),
    onDeliveryFailed: report('A message could not be written down.'),
    security: createSecurityLog(log),
  });
  stops.push(() => accounts.stop());
  scheduler.add(...accounts.jobs);
  return accounts;
}

/** What joins the secrets by which auctions end; nothing is asked of the network unless a beacon is set. */
function endMixOf(place: Omit<EndMixOptions, 'beacon'> & { readonly config: Config }) {
  const { beaconUrl } = place.config;
  const beacon = beaconUrl === null ? undefined : openBeacon(beaconUrl);
  return { beacon, endMix: new EndMixes({ ...place, beacon }) };
}

function gatewaySettings({ publicUrl, apiUrl, allowedOrigins, trustedProxies, logLevel }: Config) {
  const addresses = { publicUrl, apiUrl, allowedOrigins, trustedProxies };
  return { webFolder: WEB_FOLDER, version: VERSION, logLevel, ...addresses };
}

function gatewayReports(
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

function streamOptions(
  { config, engine, market, clock, limits }: Services,
  parts: Pick<App, 'gateway' | 'accounts' | 'proof'> & {
    readonly alerts: AlertDomain;
    readonly metrics: Metrics;
  },
): StreamOptions {
  const { gateway, accounts, alerts, proof, metrics } = parts;
  const origins = originsOf(config);
  return {
    onUpgrade: (listener) => gateway.onUpgrade(listener),
    engine,
    market,
    heads: proof,
    clock,
    findSession: accounts.sessions.find,
    onSessionEnded: accounts.sessions.onEnded,
    onNotices: alerts.onFired,
    isForeign: ({ headers }) => origins.isForeign(headers),
    addressOf: (request) => clientAddressOf(request, config.trustedProxies),
    socketsPerAddress: limits.socketsPerAddress,
    onSockets: (count) => metrics.streamSockets.set(count),
  };
}

/** What a start makes first. */
interface AppParts {
  readonly pool: Database['pool'];
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly scheduler: Scheduler;
}

/** What the domains stand on. */
interface Services {
  readonly config: Config;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly pool: Database['pool'];
  readonly secrets: Secrets;
  readonly engine: Engine;
  readonly market: LiveMarket;
  readonly scheduler: Scheduler;
  readonly isOutboxOpen: boolean;
  readonly report: (what: string) => (error: unknown) => void;
}

/** What each domain tells people. A new domain adds its texts here. */
const NOTICES = [
  accountNotices,
  alertNotices,
  corporateNotices,
  intradayNotices,
  marketNotices,
  orderNotices,
];

type Telling = Services & { readonly sendNotice: NoticeDomain['send'] };

async function startContent(services: Services): Promise<ContentDomain> {
  const content = createContentDomain({
    ...services,
    version: VERSION,
    versionCode: VERSION_CODE,
    ordersPerSecond: services.limits.ordersPerSecond,
    charges: (nowMs) => ({ stock: ruleAt(stockChargeRows, nowMs), spot: ruleAt(spotChargeRows, nowMs) }),
  });
  await content.prepare();
  services.scheduler.add(content.job);
  return content;
}

/**
 * What time does to trading accounts: corporate actions, fee
 * tiers at night, and the watch over what is open within the day.
 */
async function startTimedTrading(parts: Telling): Promise<void> {
  const { pool, scheduler } = parts;
  const actions = corporateJob(parts);
  scheduler.add(actions, spotJob({ ...parts, database: pool }), ...intradayJobs(parts), ...orderJobs(parts));
  await scheduler.now(actions.name);
}

async function startAlerts(parts: Telling, stops: (() => unknown)[]): Promise<AlertDomain> {
  const onError = parts.report('A price alert could not be triggered.');
  const alerts = createAlertDomain({ ...parts, onError });
  stops.push(await alerts.start());
  return alerts;
}

/** The signed log beside the writer: made from what is durable. */
function openProof(
  parts: Services & InstallationKeys & { readonly everyMs: number | undefined },
  stops: (() => unknown)[],
): ProofDomain {
  const { engine, report, scheduler } = parts;
  const proof = createProofDomain({
    ...parts,
    isWriting: () => engine.state === 'open',
  });
  stops.push(proof.start(report('The newest signed head could not be read.')));
  if (proof.job) scheduler.add(proof.job);
  return proof;
}

/** Every call of this installation with the code that serves it. A new domain adds its bindings here. */
function callsOf(
  services: Services,
  bound: readonly Binding[],
): Pick<GatewayOptions, 'operations' | 'bindings'> {
  const { pool, engine, market, clock, secrets, isOutboxOpen } = services;
  const trading = { database: pool, engine, market, clock };
  const { sandboxOutbox, ...everywhere } = OPERATIONS;
  return {
    operations: [...Object.values(everywhere), ...(isOutboxOpen ? [sandboxOutbox] : [])],
    bindings: [
      ...bound,
      ...marketBindings({ ...trading, watchedBy: (loginId) => watchedBy(pool, loginId) }),
      ...stockBindings(trading),
      ...spotBindings(trading),
      ...orderBindings(trading),
      ...basketBindings(trading),
      ...balanceBindings(trading),
      ...rightsBindings(trading),
      ...statementBindings(trading),
      ...watchlistBindings(trading),
      ...(isOutboxOpen ? createSandboxDomain({ pool, secrets }).bindings : []),
    ],
  };
}

async function listenForMetrics(
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

async function listenAt(gateway: Gateway, { host, port }: Config): Promise<number> {
  try {
    return await gateway.listen({ host, port });
  } catch (cause) {
    throw listenProblem(cause, { host, port, hostName: 'HOST', portName: 'PORT' });
  }
}

/** An address that means "all of this machine's" is no address to open. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
