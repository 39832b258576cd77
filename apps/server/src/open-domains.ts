import { CONSOLE_OPERATIONS, OPERATIONS } from '@tarazu/protocol';
import {
  type AccountDomain,
  accountNotices,
  accountScoreFacts,
  createAccountDomain,
  loginsAfter,
} from '#domains/account/index.ts';
import { type AlertDomain, alertNotices, createAlertDomain } from '#domains/alerts/index.ts';
import { balanceBindings } from '#domains/balance/index.ts';
import { basketBindings } from '#domains/basket/index.ts';
import { type ChatDomain, chatNotices, createChatDomain } from '#domains/chat/index.ts';
import { type ContentDomain, createContentDomain } from '#domains/content/index.ts';
import { corporateJob, corporateNotices, rightsBindings } from '#domains/corporate/index.ts';
import { type IdentityDomain, identityNotices, openIdentity } from '#domains/identity/index.ts';
import { intradayJobs, intradayNotices } from '#domains/intraday/index.ts';
import { marginJob } from '#domains/margin/index.ts';
import { marketBindings, marketNotices } from '#domains/market/index.ts';
import { createNoticeDomain, type NoticeDomain } from '#domains/notice/index.ts';
import { OwnOrders, orderBindings, orderJobs, orderNotices } from '#domains/orders/index.ts';
import { portfolioBindings, portfolioJob } from '#domains/portfolio/index.ts';
import { createProofDomain, EndMixes, type EndMixOptions, type ProofDomain } from '#domains/proof/index.ts';
import { createSandboxDomain } from '#domains/sandbox/index.ts';
import { type ScoreFacts, scoreBindings, scoreJob } from '#domains/score/index.ts';
import {
  createSecurityDomain,
  passkeyPlaceOf,
  type SecurityDomain,
  securityNotices,
  signInFollows,
} from '#domains/security/index.ts';
import { spotBindings, spotJob } from '#domains/spot/index.ts';
import { createStaffDomain, type StaffDomain } from '#domains/staff/index.ts';
import { statementBindings } from '#domains/statement/index.ts';
import { stockBindings } from '#domains/stock/index.ts';
import { watchedBy, watchlistBindings } from '#domains/watchlist/index.ts';
import type { Engine } from '#engine/open-engine.ts';
import type { Limits } from '#gateway/admission/limits.ts';
import type { Binding } from '#gateway/binding.ts';
import type { GatewayOptions } from '#gateway/gateway.ts';
import type { LiveMarket } from '#market/live/live-market.ts';
import { ruleAt, spotChargeRows, stockChargeRows } from '#market/reference/rules-seed.ts';
import type { Config } from '#platform/config/config.ts';
import type { Database } from '#platform/database/open-database.ts';
import type { Logger } from '#platform/logging/logging.ts';
import type { Metrics } from '#platform/logging/metrics.ts';
import { createSecurityLog } from '#platform/logging/security-log.ts';
import { type Delivery, openDelivery } from '#platform/messages/delivery.ts';
import { hostInUrl, isLoopback } from '#platform/network/address.ts';
import { openBeacon } from '#platform/network/beacon.ts';
import type { InstallationKeys } from '#platform/secrets/installation-keys.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Scheduler } from '#platform/time/scheduler.ts';
export const VERSION = '1.0.0';

const VERSION_CODE = 100;

/** The domains that are more than calls; work by time stops before they do. */
export async function openDomains(
  parts: Services & {
    readonly delivery: Delivery;
    readonly log: Logger;
    readonly keys: InstallationKeys;
    readonly headsEveryMs: number | undefined;
  },
  stops: (() => unknown)[],
) {
  const { pool, scheduler, keys, headsEveryMs } = parts;
  const notices = createNoticeDomain({ database: pool, texts: NOTICES });
  const identity = await startIdentity({ ...parts, sendNotice: notices.send }, stops);
  const people = openPeople({ ...parts, sendNotice: notices.send, updateIdentity: identity.update }, stops);
  const content = await startContent(parts);
  const telling = { ...parts, sendNotice: notices.send };
  await startTimedTrading(telling);
  const alerts = await startAlerts(telling, stops);
  const chat = openChat(telling);
  const staff = openStaff(parts, [chat.queue]);
  const proof = openProof({ ...parts, ...keys, everyMs: headsEveryMs }, stops);
  stops.push(() => scheduler.stop());
  return { ...people, notices, identity, content, alerts, chat, staff, proof };
}

/** Messages that could not leave are tried again from now on; what the last run left behind too. */
export function startDelivery(
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

async function startIdentity(
  parts: Services & { readonly sendNotice: NoticeDomain['send'] },
  stops: (() => unknown)[],
): Promise<IdentityDomain> {
  const { config, scheduler, pool, clock, secrets, sendNotice } = parts;
  const { dataDirectory, mode } = config;
  const isSandbox = mode === 'sandbox';
  const identity = await openIdentity({ pool, clock, secrets, sendNotice, dataDirectory, isSandbox });
  stops.push(() => identity.stop());
  scheduler.add(...identity.jobs);
  return identity;
}

/** Logins, and how they are protected. */
function openPeople(
  parts: Telling & { readonly delivery: Delivery; readonly updateIdentity: IdentityDomain['update'] },
  stops: (() => unknown)[],
): { readonly accounts: AccountDomain; readonly security: SecurityDomain } {
  const { limits, delivery, log, report, scheduler } = parts;
  const { publicUrl, host, port } = parts.config;
  const appUrl = publicUrl ?? `http://${hostInUrl(host)}:${port}`;
  const telling = {
    ...{ ...parts, messages: delivery.queue, security: createSecurityLog(log), appUrl },
    isCounted: (address: string) => !isLoopback(address),
    passkeyPlace: passkeyPlaceOf(publicUrl),
  };
  const accounts = createAccountDomain({
    ...telling,
    demoEntriesPerHour: limits.demoEntriesPerHour,
    guestsMax: limits.guestsMax,
    onDeliveryFailed: report('A message could not be written down.'),
    ...signInFollows(telling),
  });
  const security = createSecurityDomain(telling, accounts);
  stops.push(() => accounts.stop());
  scheduler.add(...accounts.jobs, security.job);
  return { accounts, security };
}

/**
 * The mix that joins the secrets by which auctions end; nothing is asked of the network unless a beacon is
 * set.
 */
export function endMixOf(place: Omit<EndMixOptions, 'beacon'> & { readonly config: Config }) {
  const { beaconUrl } = place.config;
  const beacon = beaconUrl === null ? undefined : openBeacon(beaconUrl);
  return { beacon, endMix: new EndMixes({ ...place, beacon }) };
}

/** Parts of a server that every domain is given. */
export interface Services {
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

/** Notices of each domain. A new domain adds its texts here. */
const NOTICES = [
  accountNotices,
  alertNotices,
  chatNotices,
  corporateNotices,
  identityNotices,
  intradayNotices,
  marketNotices,
  orderNotices,
  securityNotices,
];

type Telling = Services & { readonly log: Logger; readonly sendNotice: NoticeDomain['send'] };

async function startContent(services: Services): Promise<ContentDomain> {
  const content = createContentDomain({
    ...services,
    version: VERSION,
    versionCode: VERSION_CODE,
    ordersPerSecond: services.limits.ordersPerSecond,
    passkeyHost: passkeyPlaceOf(services.config.publicUrl)?.host,
    charges: (nowMs) => ({ stock: ruleAt(stockChargeRows, nowMs), spot: ruleAt(spotChargeRows, nowMs) }),
  });
  await content.prepare();
  services.scheduler.add(content.job);
  return content;
}

/** Each domain that knows something for the credit score adds its facts here. */
function scoreFacts(pool: Services['pool']): readonly ScoreFacts[] {
  return [accountScoreFacts(pool)];
}

/** Logins of a turn of the nightly work. */
const SCORE_BATCH = 500;

/** Work by time on trading accounts: corporate actions, fee tiers, squaring off, waiting orders. */
async function startTimedTrading(parts: Telling): Promise<void> {
  const { pool, scheduler } = parts;
  const actions = corporateJob(parts);
  const spot = spotJob({ ...parts, database: pool });
  const values = portfolioJob({ ...parts, database: pool });
  const score = scoreJob({
    ...parts,
    facts: scoreFacts(pool),
    loginsAfter: (loginId) => loginsAfter(pool, loginId, SCORE_BATCH),
  });
  scheduler.add(actions, spot, values, score);
  scheduler.add(marginJob(parts), ...intradayJobs(parts), ...orderJobs(parts));
  await scheduler.now(actions.name);
}

async function startAlerts(parts: Telling, stops: (() => unknown)[]): Promise<AlertDomain> {
  const onError = parts.report('A price alert could not be triggered.');
  const alerts = createAlertDomain({ ...parts, onError });
  stops.push(await alerts.start());
  return alerts;
}

function openChat(parts: Telling): ChatDomain {
  const { config, pool, market, engine, clock, scheduler } = parts;
  const { store } = new OwnOrders({ database: pool, market, engine, clock });
  const chat = createChatDomain({
    ...parts,
    isHelped: config.mode === 'sandbox',
    findOrder: (accountId, orderId) => store.order(accountId, orderId),
  });
  scheduler.add(chat.job);
  return chat;
}

/** The console: each domain that puts something before people adds its queue here. */
function openStaff(
  parts: Services & { readonly keys: InstallationKeys; readonly log: Logger },
  queues: Parameters<typeof createStaffDomain>[0]['queues'],
): StaffDomain {
  const { keys, log, scheduler } = parts;
  const staff = createStaffDomain({
    ...parts,
    signingKey: keys.signingKey,
    passkeyPlace: passkeyPlaceOf(parts.config.publicUrl),
    queues,
    onLogProblem: (problem) => log.error({ problem }, 'The staff log is not what it was.'),
  });
  scheduler.add(...staff.jobs);
  return staff;
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
export function callsOf(
  services: Services,
  {
    bound,
    guard,
    mayTrade,
  }: {
    readonly bound: readonly Binding[];
    readonly guard: SecurityDomain['guard'];
    readonly mayTrade: IdentityDomain['mayTrade'];
  },
): Pick<GatewayOptions, 'operations' | 'bindings'> {
  const { pool, engine, market, clock, secrets, isOutboxOpen } = services;
  const trading = { database: pool, engine, market, clock, mayTrade };
  const { sandboxOutbox, ...everywhere } = OPERATIONS;
  return {
    operations: [
      ...Object.values(everywhere),
      ...Object.values(CONSOLE_OPERATIONS),
      ...(isOutboxOpen ? [sandboxOutbox] : []),
    ],
    bindings: guard([
      ...bound,
      ...marketBindings({ ...trading, watchedBy: (loginId) => watchedBy(pool, loginId) }),
      ...stockBindings(trading),
      ...spotBindings(trading),
      ...orderBindings(trading),
      ...basketBindings(trading),
      ...balanceBindings(trading),
      ...portfolioBindings(trading),
      ...rightsBindings(trading),
      ...scoreBindings({ pool, facts: scoreFacts(pool) }),
      ...statementBindings(trading),
      ...watchlistBindings(trading),
      ...(isOutboxOpen ? createSandboxDomain({ pool, secrets }).bindings : []),
    ]),
  };
}
