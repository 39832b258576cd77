import { Readable } from 'node:stream';
import {
  type AccountDomain,
  accountNotices,
  accountScoreFacts,
  createAccountDomain,
  loginsAfter,
  REAL_IDLE_MS,
} from '#domains/account/index.ts';
import { type AlertDomain, alertNotices, createAlertDomain } from '#domains/alerts/index.ts';
import { type ChatDomain, chatNotices, openChatDomain } from '#domains/chat/index.ts';
import { type ContentDomain, createContentDomain } from '#domains/content/index.ts';
import { corporateJob, corporateNotices } from '#domains/corporate/index.ts';
import { correctionNotices, createCorrections } from '#domains/corrections/index.ts';
import { digestJob } from '#domains/digest/index.ts';
import {
  type IdentityDomain,
  identityNotices,
  openIdentity,
  overdueIdentityAppeals,
} from '#domains/identity/index.ts';
import { intradayJobs, intradayNotices } from '#domains/intraday/index.ts';
import { marginJob } from '#domains/margin/index.ts';
import { marketNotices } from '#domains/market/index.ts';
import {
  createNoticeDomain,
  type NoticeDomain,
  noticeJob,
  pushJob,
  type TopicNotices,
} from '#domains/notice/index.ts';
import { OwnOrders, orderJobs, orderNotices } from '#domains/orders/index.ts';
import { accountLabels, portfolioJob } from '#domains/portfolio/index.ts';
import { createProofDomain, EndMixes, type EndMixOptions, type ProofDomain } from '#domains/proof/index.ts';
import { createRuleChanges } from '#domains/rulebook/index.ts';
import {
  badgesOf,
  overdueScoreAppeals,
  type ScoreFacts,
  scoreAppealJob,
  scoreJob,
  scoreNotices,
  scoreQueue,
} from '#domains/score/index.ts';
import {
  ApiKeys,
  createSecurityDomain,
  hasFactor,
  passkeyPlaceOf,
  type SecurityDomain,
  securityNotices,
  securityScoreFacts,
  signInFollows,
} from '#domains/security/index.ts';
import { spotJob } from '#domains/spot/index.ts';
import { createStaffDomain, type StaffDomain, type StaffQueue } from '#domains/staff/index.ts';
import type { Config } from '#platform/config/config.ts';
import { openPictureStore, type PictureStore } from '#platform/files/sealed-files.ts';
import type { Logger } from '#platform/logging/logging.ts';
import type { Metrics } from '#platform/logging/metrics.ts';
import { createSecurityLog } from '#platform/logging/security-log.ts';
import { type Delivery, openDelivery } from '#platform/messages/delivery.ts';
import { hostInUrl, isLoopback } from '#platform/network/address.ts';
import { openBeacon } from '#platform/network/beacon.ts';
import { PictureCleaner } from '#platform/pictures/cleaner.ts';
import { createPushSender, type PushOutcome } from '#platform/push/push-sender.ts';
import type { InstallationKeys } from '#platform/secrets/installation-keys.ts';
import { openPushKey } from '#platform/secrets/push-key.ts';
import { type MessagingServices, type Services, VERSION, VERSION_CODE } from '#services.ts';

/** The domains that are more than calls; work by time stops before they do. */
export async function openDomains(
  parts: Services & {
    readonly delivery: Delivery;
    readonly log: Logger;
    readonly keys: InstallationKeys;
    readonly headsEveryMs: number | undefined;
    readonly metrics: Metrics;
  },
  stops: (() => unknown)[],
) {
  const { scheduler, keys, headsEveryMs } = parts;
  const notices = startNotices(parts);
  const pictures = await openPictureStore(parts.pool, parts.config);
  const identity = await startIdentity({ ...parts, pictures, sendNotice: notices.send }, stops);
  const people = openPeople({ ...parts, sendNotice: notices.send, updateIdentity: identity.update }, stops);
  const content = await startContent(parts);
  const telling = { ...parts, sendNotice: notices.send };
  scheduler.add(
    digestJob({ ...parts, ...notices, messages: parts.delivery.queue, appUrl: appUrlOf(parts.config) }),
  );
  await startTimedTrading(telling);
  const alerts = await startAlerts(telling, stops);
  const chat = await openChat({ ...telling, pictures }, stops);
  const ruleChanges = createRuleChanges(parts);
  scheduler.add(ruleChanges.job);
  const scores = openScores(telling);
  const corrections = openCorrections(telling);
  const staff = openStaff(
    { ...parts, freezes: people.security.staffFreeze },
    [chat.queue, identity.queue, ruleChanges.queue, scores, content.queue, corrections],
    stops,
  );
  const proof = openProof({ ...parts, ...keys, everyMs: headsEveryMs }, stops);
  stops.push(() => scheduler.stop());
  return { ...people, notices, identity, content, alerts, chat, ruleChanges, staff, proof };
}

/** Personal messages, in the app and on devices. */
function startNotices(parts: Services & { readonly metrics: Metrics; readonly log: Logger }): NoticeDomain {
  const { config, pool: database, clock, metrics, log, scheduler } = parts;
  const { publicUrl, mailFrom } = config;
  const sender = createPushSender({
    ...{ key: openPushKey(config.pushKeyFile), clock, origins: config.pushOrigins },
    contact: publicUrl?.startsWith('https:') === true ? publicUrl : `mailto:${addressIn(mailFrom)}`,
  });
  const notices = createNoticeDomain({ database, sender, texts: NOTICES });
  const onPushed = (outcome: PushOutcome): void => {
    metrics.deliveriesTotal.inc({ channel: 'push', outcome });
    if (outcome === 'refused') log.warn('A push was refused: its service takes it neither now nor later.');
  };
  scheduler.add(
    noticeJob(parts),
    pushJob({ ...notices, database, clock, sender, onPushed, idleMs: REAL_IDLE_MS }),
  );
  return notices;
}

/** The address of a sender such as `Tarazu <no-reply@localhost>`. */
const addressIn = (sender: string): string => /<([^>]+)>/.exec(sender)?.[1] ?? sender;

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
  parts: Services & { readonly sendNotice: NoticeDomain['send']; readonly pictures: PictureStore },
  stops: (() => unknown)[],
): Promise<IdentityDomain> {
  const { config, scheduler, pool, clock, rulebook: rules, secrets, sendNotice, pictures } = parts;
  const isSandbox = config.mode === 'sandbox';
  const identity = await openIdentity({
    ...{ pool, clock, rules, secrets, sendNotice, pictures, isSandbox },
    hasFactor: (loginId) => hasFactor(pool, loginId),
  });
  stops.push(() => identity.stop());
  scheduler.add(...identity.jobs);
  return identity;
}

/** Address at which people open the app, for links in mails. */
const appUrlOf = ({ publicUrl, host, port }: Config): string =>
  publicUrl ?? `http://${hostInUrl(host)}:${port}`;

/** Logins, and how they are protected. */
function openPeople(
  parts: MessagingServices & {
    readonly delivery: Delivery;
    readonly updateIdentity: IdentityDomain['update'];
  },
  stops: (() => unknown)[],
): { readonly accounts: AccountDomain; readonly security: SecurityDomain } {
  const { limits, delivery, log, report, scheduler } = parts;
  const { publicUrl } = parts.config;
  const appUrl = appUrlOf(parts.config);
  const telling = {
    ...{ ...parts, messages: delivery.queue, security: createSecurityLog(log), appUrl },
    isCounted: (address: string) => !isLoopback(address),
    passkeyPlace: passkeyPlaceOf(publicUrl),
    apiKeys: new ApiKeys(parts),
  };
  const accounts = createAccountDomain({
    ...telling,
    demoEntriesPerHour: limits.demoEntriesPerHour,
    guestsMax: limits.guestsMax,
    onDeliveryFailed: report('A message could not be written down.'),
    labelOf: accountLabels(parts.pool, parts.rulebook),
    badgesOf: badgesOf(scoreFacts(parts.pool)),
    chatScript: parts.config.chatScript,
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

/** Notices of each domain by their topic, with a line for each. */
const NOTICES: readonly TopicNotices[] = [
  { topic: 'account', texts: accountNotices },
  { topic: 'alerts', texts: alertNotices },
  { topic: 'service', texts: chatNotices },
  { topic: 'corporate', texts: corporateNotices },
  { topic: 'account', texts: correctionNotices },
  { topic: 'identity', texts: identityNotices },
  { topic: 'margin', texts: intradayNotices },
  { topic: 'market', texts: marketNotices },
  { topic: 'orders', texts: orderNotices },
  { topic: 'security', texts: securityNotices },
  { topic: 'service', texts: scoreNotices },
];

async function startContent(services: Services): Promise<ContentDomain> {
  const content = createContentDomain({
    ...services,
    version: VERSION,
    versionCode: VERSION_CODE,
    ordersPerSecond: services.limits.ordersPerSecond,
    passkeyHost: passkeyPlaceOf(services.config.publicUrl)?.host,
  });
  await content.prepare();
  services.scheduler.add(...content.jobs);
  return content;
}

/** Each domain that knows something for the credit score adds its facts here. */
export function scoreFacts(pool: Services['pool']): readonly ScoreFacts[] {
  return [accountScoreFacts(pool), securityScoreFacts(pool)];
}

/** Appeals against the credit score: a person's, and on a sandbox installation the rules'. */
function openScores(parts: MessagingServices): StaffQueue {
  const { config, pool, clock, scheduler, sendNotice } = parts;
  const appeals = { pool, facts: scoreFacts(pool), sendNotice };
  if (config.mode === 'sandbox') scheduler.add(scoreAppealJob({ ...appeals, clock }));
  return scoreQueue(appeals);
}

/** Corrections of money by two people of staff, which the engine posts. */
function openCorrections(parts: MessagingServices): StaffQueue {
  const onError = parts.report('A correction that was agreed was not posted.');
  const corrections = createCorrections({ ...parts, onError });
  parts.scheduler.add(corrections.job);
  return corrections.queue;
}

/** Times and counts of the domains that operation watches. */
export function lookedAt({ pool, clock }: Pick<Services, 'pool' | 'clock'>) {
  const nowMs = (): number => clock.nowMs();
  const overdueAppeals = async () => ({
    identity: await overdueIdentityAppeals(pool, nowMs()),
    score: await overdueScoreAppeals(pool, nowMs()),
  });
  return { nowMs, overdueAppeals };
}

/** Logins of a turn of the nightly work. */
const SCORE_BATCH = 500;

/** Work by time on trading accounts: corporate actions, fee tiers, squaring off, waiting orders. */
async function startTimedTrading(parts: MessagingServices): Promise<void> {
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

async function startAlerts(parts: MessagingServices, stops: (() => unknown)[]): Promise<AlertDomain> {
  const onError = parts.report('A price alert could not be triggered.');
  const alerts = createAlertDomain({ ...parts, onError });
  stops.push(await alerts.start());
  parts.scheduler.add(alerts.job);
  return alerts;
}

async function openChat(
  parts: MessagingServices & { readonly pictures: PictureStore },
  stops: (() => unknown)[],
): Promise<ChatDomain> {
  const { config, pool, market, engine, clock, scheduler } = parts;
  const { store } = new OwnOrders({ database: pool, market, engine, clock });
  const chat = await openChatDomain({
    ...parts,
    stored: parts.pictures,
    isHelped: config.mode === 'sandbox',
    findOrder: (accountId, orderId) => store.order(accountId, orderId),
  });
  stops.push(() => chat.stop());
  scheduler.add(...chat.jobs);
  return chat;
}

/** The console: each domain that puts something before people adds its queue here. */
function openStaff(
  parts: Services & {
    readonly keys: InstallationKeys;
    readonly log: Logger;
    readonly freezes: SecurityDomain['staffFreeze'];
  },
  queues: Parameters<typeof createStaffDomain>[0]['queues'],
  stops: (() => unknown)[],
): StaffDomain {
  const { keys, log, scheduler } = parts;
  const marker = new PictureCleaner();
  stops.push(() => marker.stop());
  const staff = createStaffDomain({
    ...parts,
    signingKey: keys.signingKey,
    passkeyPlace: passkeyPlaceOf(parts.config.publicUrl),
    queues,
    mark: (picture, words) => marker.clean(Readable.from([picture]), words),
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
