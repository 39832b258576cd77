import { callsOf } from '#calls.ts';
import type { AccountDomain } from '#domains/account/index.ts';
import type { IdentityDomain } from '#domains/identity/index.ts';
import type { NoticeDomain } from '#domains/notice/index.ts';
import type { ProofDomain } from '#domains/proof/index.ts';
import { outboxKeyOf } from '#domains/sandbox/index.ts';
import type { StaffDomain } from '#domains/staff/index.ts';
import { type Engine, openEngine } from '#engine/open-engine.ts';
import { LIMITS, type Limits } from '#gateway/admission/limits.ts';
import { type Gateway, type OpenGateway, openGatewayHere } from '#gateway/gateway.ts';
import type { CataloguedAction } from '#market/catalogue/corporate-actions.ts';
import type { LiveMarket } from '#market/live/live-market.ts';
import { startMarket } from '#market/start-market.ts';
import { engineMetrics, lookAt } from '#measures.ts';
import { endMixOf, lookedAt, openDomains, startDelivery } from '#open-domains.ts';
import {
  gatewayReports,
  gatewaySettings,
  listenAt,
  listenForMetrics,
  streamOptions,
} from '#open-listeners.ts';
import type { Config } from '#platform/config/config.ts';
import { type Database, openDatabase } from '#platform/database/open-database.ts';
import { createLogger, type Logger } from '#platform/logging/logging.ts';
import { createMetrics, type Metrics } from '#platform/logging/metrics.ts';
import { hostInUrl } from '#platform/network/address.ts';
import { openInstallationKeys } from '#platform/secrets/installation-keys.ts';
import type { Clock } from '#platform/time/clock.ts';
import { PeriodStore } from '#platform/time/period-store.ts';
import { Scheduler } from '#platform/time/scheduler.ts';
import { SteadyClock } from '#platform/time/steady-clock.ts';
import { isElsewhere, TimeCheck } from '#platform/time/time-check.ts';
import { openRails, type Rails, type RailsOptions } from '#rails/open-rails.ts';
import { type Outside, openOutside } from '#rails/outside.ts';
import { databaseCheck, readinessChecks } from '#readiness.ts';
import { openRulebook, type Rulebook } from '#rules/rulebook.ts';
import { VERSION } from '#services.ts';
import { Standby } from '#standby.ts';
import { openStream } from '#stream/stream.ts';

/**
 * A whole server in this process. Read `openApp` from top to bottom: it is the order in which things start.
 */
export interface App {
  /** The address at which people open it. */
  readonly url: string;
  readonly port: number;
  readonly metricsPort: number | null;
  readonly gateway: Gateway;
  readonly engine: Engine;
  readonly market: LiveMarket;
  readonly accounts: AccountDomain;
  readonly identity: IdentityDomain;
  readonly notices: NoticeDomain;
  readonly proof: ProofDomain;
  readonly staff: StaffDomain;
  readonly rulebook: Rulebook;
  /** Banks and chains, real or the sandbox's. */
  readonly rails: Rails;
  /** Work that time brings: tests take a job out that would come between. */
  readonly scheduler: Scheduler;
  /** Messages that could not be sent land in the outbox at `/sandbox`. */
  readonly isOutboxOpen: boolean;
  /** The key that opens the outbox from another machine. */
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
  /** Database on its way already, which the app stops; by default one that the app opens. */
  readonly database?: Promise<Database>;
  readonly clock?: Clock;
  readonly limits?: Partial<Limits>;
  /** Time between signed heads of the journal, by default 5 s; 0 never, for tests that make them. */
  readonly headsEveryMs?: number;
  /** Corporate actions in place of the catalogue's: for tests, which choose their days. */
  readonly corporateActions?: readonly CataloguedAction[];
  /** Gateway through which calls come in; by default in this process. */
  readonly openGateway?: OpenGateway;
  /** Banks and chains in place of those of the settings: for tests. */
  readonly outside?: Outside;
  /** Place to which the log goes; by default standard error. */
  readonly logTo?: { write(line: string): void };
  /** Compare each answer with its schema: for tests. */
  readonly areOutputsChecked?: boolean;
}

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
  /** The undoing of what was started, newest last. */
  readonly stops: (() => unknown)[];
  readonly stop: () => Promise<void>;
}

async function start(options: AppOptions, { stops, stop }: Stopping): Promise<App> {
  const { config, say = () => undefined, clock = new SteadyClock(), openGateway = openGatewayHere } = options;
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
  const rulebook = await openRulebook(pool, clock.nowMs());
  const place = { config, clock, engine, database: pool, secrets, rulebook };
  const { corporateActions } = options;
  const market = await startMarket({ ...place, ...endMixOf(place), scheduler, onTrouble, corporateActions });
  stops.push(() => market.stop());
  const isOutboxOpen = config.mode === 'sandbox' && delivery.isSandboxed;
  const rails = await startRails({ ...place, pool, scheduler, report }, options, stops);
  const services = { ...place, limits, pool, rails, scheduler, isOutboxOpen, report, market };
  const domains = await openDomains(
    { ...services, delivery, log, metrics, keys, headsEveryMs: options.headsEveryMs },
    stops,
  );
  const { accounts, identity, security, notices, proof, staff } = domains;

  const readiness = readinessChecks({ database, engine, market, timeCheck, scheduler });
  const gateway = await openGateway({
    ...callsOf(services, {
      ...domains,
      bound: Object.values(domains).flatMap(({ bindings }) => bindings),
      mayTrade: identity.mayTrade,
    }),
    sessions: accounts.sessions,
    apiKeys: security.apiKeys,
    staff: staff.sessions,
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
  lookAt(metrics, { ...services, proof, readiness, delivery, ...lookedAt(services) });
  const port = await listenAt(gateway, { ...config, port: portOfStandby ?? config.port });
  const url = config.publicUrl ?? `http://${hostInUrl(config.host)}:${port}`;
  const outbox = { isOutboxOpen, outboxKey: outboxKeyOf(secrets) };
  const parts = { gateway, engine, market, accounts, identity, notices, proof, staff, rails, scheduler };
  return { url, port, metricsPort, ...parts, rulebook, ...outbox, stop };
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

/** Banks and chains, whose processes begin when they are first asked. */
async function startRails(
  parts: Omit<RailsOptions, 'outside'> & { readonly config: Config; readonly scheduler: Scheduler },
  { outside }: Pick<AppOptions, 'outside'>,
  stops: (() => unknown)[],
): Promise<Rails> {
  const { config, scheduler, report } = parts;
  const onTrouble = (what: string, error: unknown): void => report(what)(error);
  const rails = await openRails({ ...parts, outside: outside ?? openOutside(config, onTrouble) });
  stops.push(() => rails.stop());
  scheduler.add(...rails.jobs);
  return rails;
}

/** Scheduler of all work by time, which stops before what it works with. */
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

/** Parts of a server that stand before its engine. */
interface AppParts {
  readonly pool: Database['pool'];
  readonly clock: Clock;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly scheduler: Scheduler;
}
