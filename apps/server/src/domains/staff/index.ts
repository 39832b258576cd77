import { DAY_MS, MINUTE_MS } from '@tarazu/core/values';
import type pg from 'pg';
import type { PasskeyPlace } from '#domains/security/index.ts';
import { alarmQueue } from '#domains/staff/customers/alarms.ts';
import { type FreezePort, freezeQueue } from '#domains/staff/customers/freezes.ts';
import { type CustomerSearches, createCustomerSearches } from '#domains/staff/customers/searches.ts';
import { checkLog, type LogCheck } from '#domains/staff/log/check.ts';
import { signDays, signHead } from '#domains/staff/log/signed.ts';
import { cleanStaffDevices } from '#domains/staff/people/device-store.ts';
import { createStaffSessions, type StaffSessions } from '#domains/staff/people/sessions.ts';
import { forgetStaffTries } from '#domains/staff/people/store.ts';
import type { StaffQueue } from '#domains/staff/queue.ts';
import { approvalsSinceMs } from '#domains/staff/queues/approvals.ts';
import { cleanActs, cleanApprovals } from '#domains/staff/queues/store.ts';
import { staffRoutes } from '#domains/staff/routes.ts';
import type { Binding } from '#gateway/binding.ts';
import { createRateLimiter } from '#platform/network/rate-limit.ts';
import type { CleanOutcome } from '#platform/pictures/cleaner.ts';
import { createPasswordHasher } from '#platform/secrets/password.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { SigningKey } from '#platform/secrets/signing-key.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import type { RulesPort } from '#rules/family.ts';

export { customerBindings } from '#domains/staff/customers/routes.ts';
export type { CustomerSearches } from '#domains/staff/customers/searches.ts';
export { listCustomerAccounts } from '#domains/staff/customers/store.ts';
export { findForStaff } from '#domains/staff/customers/view.ts';
export { checkLog, type LogCheck } from '#domains/staff/log/check.ts';
export { appendEntry, contentHashIn } from '#domains/staff/log/store.ts';
export { close, invite, isInvited } from '#domains/staff/people/invite.ts';
export { hasRoleStill, isLinked, listStaff } from '#domains/staff/people/store.ts';
export type {
  ActPicture,
  ActPictures,
  QueueCursor,
  QueueDecision,
  QueueFact,
  QueueItem,
  QueuePage,
  QueuePicture,
  QueueRow,
  StaffQueue,
} from '#domains/staff/queue.ts';
export { customerOf } from '#domains/staff/queue.ts';

export interface StaffDomain {
  readonly bindings: readonly Binding[];
  readonly sessions: StaffSessions;
  /** Counts whoever names customers: by calls of the staff’s own, and by those about a customer. */
  readonly searches: CustomerSearches;
  readonly jobs: readonly Job[];
  /** Reads the whole log again. */
  checkLog(): Promise<LogCheck>;
}

export interface StaffOptions {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly secrets: Secrets;
  /** By which sessions end. */
  readonly rulebook: RulesPort;
  readonly signingKey: SigningKey;
  /** Undefined where there can be no passkeys. */
  readonly passkeyPlace: PasskeyPlace | undefined;
  /** Queues of the domains that put something before people. */
  readonly queues: readonly StaffQueue[];
  /** Freezes of customers' trading. */
  readonly freezes: FreezePort;
  /** Decodes pictures and writes words over them, in a process of their own. */
  readonly mark: (picture: Buffer, words: string) => Promise<CleanOutcome>;
  /** The log is not what it was: said once, whatever the console shows. */
  readonly onLogProblem: (problem: string) => void;
}

const NETWORKS_MAX = 10_000;
const CHECK_EVERY_MS = 10 * MINUTE_MS;
/** Answers to repeated acts are kept as long as those to commands of customers. */
const ACTS_KEPT_MS = 7 * DAY_MS;

/** Staff: who they are, the queues in which they work, and the log of all that they did. */
export function createStaffDomain(options: StaffOptions): StaffDomain {
  const { pool, clock, secrets, signingKey, passkeyPlace, mark, onLogProblem } = options;
  const queues = [...options.queues, alarmQueue(), freezeQueue(options.freezes)];
  const sessions = createStaffSessions(pool, clock, options.rulebook);
  let last: (LogCheck & { readonly checkedAtMs: number }) | undefined;
  const check = async (): Promise<LogCheck> => {
    const checked = await checkLog(pool, signingKey.publicKey);
    if (checked.problem !== undefined && checked.problem !== last?.problem) onLogProblem(checked.problem);
    last = { ...checked, checkedAtMs: clock.nowMs() };
    return checked;
  };
  const sign = async (): Promise<void> => {
    const signing = { on: pool, signingKey, nowMs: clock.nowMs() };
    await signHead(signing);
    await signDays(signing);
  };
  const clean = async (): Promise<void> => {
    await sessions.clean();
    await cleanApprovals(pool, approvalsSinceMs(clock.nowMs()));
    await cleanActs(pool, clock.nowMs() - ACTS_KEPT_MS);
    await cleanStaffDevices(pool, clock.nowMs());
    await forgetStaffTries(pool, clock.nowMs() - DAY_MS);
  };
  const passwords = createPasswordHasher(secrets, 'staff-password');
  const limiter = createRateLimiter({ keysMax: NETWORKS_MAX });
  const searches = createCustomerSearches();
  return {
    searches,
    bindings: staffRoutes({
      searches,
      ...{ pool, secrets, passwords, limiter, sessions, passkeyPlace, queues, mark },
      looks: createRateLimiter({ keysMax: NETWORKS_MAX }),
      lastCheck: () => last,
    }),
    sessions,
    jobs: [
      {
        name: 'staff: signed log',
        everyMs: MINUTE_MS,
        problem: 'The staff log was not signed.',
        run: sign,
      },
      {
        name: 'staff: log check',
        everyMs: CHECK_EVERY_MS,
        problem: 'The staff log was not read again.',
        run: check,
      },
      {
        name: 'staff: expired',
        everyMs: CHECK_EVERY_MS,
        problem: 'What has expired of staff was not deleted.',
        run: clean,
      },
    ],
    checkLog: check,
  };
}
