import { HOUR_MS } from '@tarazu/core/values';
import type pg from 'pg';
import type { AccountDomain, AccountOptions } from '#domains/account/index.ts';
import type { SendNotice } from '#domains/notice/index.ts';
import type { ApiKeys } from '#domains/security/api-keys/key-finder.ts';
import { keyRoutes } from '#domains/security/api-keys/key-routes.ts';
import { countOrder, deleteExpiredKeys } from '#domains/security/api-keys/key-store.ts';
import { hasFactor } from '#domains/security/factors/factor-store.ts';
import { freezeRoutes } from '#domains/security/freeze/freeze-routes.ts';
import { createStaffFreeze, type StaffFreeze } from '#domains/security/freeze/staff-freeze.ts';
import { cleanHolds } from '#domains/security/holds.ts';
import { limitRoutes } from '#domains/security/limits/limit-routes.ts';
import { createNotifyOwner } from '#domains/security/notify-owner.ts';
import { cleanChallenges } from '#domains/security/passkeys/challenge-store.ts';
import { passkeyRoutes } from '#domains/security/passkeys/passkey-routes.ts';
import type { PasskeyPlace } from '#domains/security/passkeys/place.ts';
import { passwordChanged } from '#domains/security/passwords.ts';
import { proveFactor } from '#domains/security/proofs.ts';
import { securityRoutes } from '#domains/security/routes.ts';
import { cleanStepUps } from '#domains/security/step-up/step-up-store.ts';
import { withStepUps } from '#domains/security/step-up/step-ups.ts';
import type { Binding } from '#gateway/binding.ts';
import type { SecurityLog } from '#platform/logging/security-log.ts';
import type { MessageQueue } from '#platform/messages/message-queue.ts';
import { createRateLimiter } from '#platform/network/rate-limit.ts';
import { createPasswordHasher } from '#platform/secrets/password.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import { dayOf, dayText } from '#platform/time/days.ts';
import type { Job } from '#platform/time/scheduler.ts';
import { createTurns } from '#platform/time/turns.ts';
import { type EnginePort, type MarketPort, refuse, reply, type TakeKeyOrder } from '#ports.ts';

export { ApiKeys } from '#domains/security/api-keys/key-finder.ts';
export { hasFactor } from '#domains/security/factors/factor-store.ts';
export { securityNotices } from '#domains/security/notices.ts';
export { checkAdded, checkSigned, readAdded, readSigned } from '#domains/security/passkeys/answer.ts';
export {
  CHALLENGE_LIFE_MS,
  makeChallenge,
  takeChallenge,
} from '#domains/security/passkeys/challenge-store.ts';
export { type PasskeyPlace, passkeyPlaceOf } from '#domains/security/passkeys/place.ts';
export { securityScoreFacts } from '#domains/security/score-facts.ts';

/** How a login is protected: passwords, step-ups, and what holds back withdrawals. */
export interface SecurityDomain {
  readonly bindings: readonly Binding[];
  /** The calls of every domain, those with a step-up in their record behind it. */
  guard(bindings: readonly Binding[]): Binding[];
  readonly job: Job;
  /** Keys for programs: who signs a call, and the count of their orders. */
  readonly apiKeys: ApiKeys;
  readonly takeKeyOrder: TakeKeyOrder;
  /** Freezes by staff, beside those of owners. */
  readonly staffFreeze: StaffFreeze;
}

export interface SecurityOptions {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly messages: Pick<MessageQueue, 'send'>;
  readonly sendNotice: SendNotice;
  readonly security: SecurityLog;
  readonly engine: EnginePort;
  readonly market: Pick<MarketPort, 'listings'>;
  /** Address at which people open the app, for links in mails. */
  readonly appUrl: string;
  /** Undefined where there can be no passkeys. */
  readonly passkeyPlace: PasskeyPlace | undefined;
  readonly isCounted: (clientAddress: string) => boolean;
  readonly apiKeys: ApiKeys;
}

/** Used step-ups are kept so long for those who ask again for an answer that was lost. */
const STEP_UPS_KEPT_MS = 24 * HOUR_MS;
const CLEAN_MS = HOUR_MS;
const LIMITED_KEYS_MAX = 50_000;

export function createSecurityDomain(
  options: SecurityOptions,
  accounts: Pick<AccountDomain, 'codes' | 'sessions' | 'passwords' | 'enter'>,
): SecurityDomain {
  const { pool, clock, secrets } = options;
  const { codes, sessions, passwords, enter } = accounts;
  const pins = createPasswordHasher(secrets, 'transaction-password');
  const notifyOwner = createNotifyOwner(options);
  const limiter = createRateLimiter({ keysMax: LIMITED_KEYS_MAX });
  const parts = { ...options, codes, sessions, passwords, enter, limiter, pins, notifyOwner };
  const inTurn = createTurns<number>();
  return {
    bindings: [
      ...securityRoutes(parts),
      ...passkeyRoutes(parts),
      ...freezeRoutes({ ...parts, inTurn }),
      ...limitRoutes(parts),
      ...keyRoutes(parts),
    ],
    apiKeys: options.apiKeys,
    staffFreeze: createStaffFreeze({
      ...{ ...parts, inTurn },
      endSessions: (loginId) => sessions.endAll({ loginId }),
    }),
    takeKeyOrder: (keyId) => countOrder(pool, keyId, dayText(dayOf(clock.nowMs(), 'IST'))),
    guard: (bindings) => withStepUps(parts, bindings),
    job: {
      name: 'security: expired',
      everyMs: CLEAN_MS,
      problem: 'Step-ups, holds and keys that have expired were not deleted.',
      run: async () => {
        await cleanStepUps(pool, clock.nowMs() - STEP_UPS_KEPT_MS);
        await cleanHolds(pool, clock.nowMs());
        await cleanChallenges(pool, clock.nowMs());
        await deleteExpiredKeys(pool, clock.nowMs());
      },
    },
  };
}

/** Consequences of a sign-in: it tells and holds back, before anybody has a session. */
export function signInFollows(
  options: Pick<SecurityOptions, 'pool' | 'secrets' | 'messages' | 'sendNotice' | 'appUrl' | 'apiKeys'>,
): Pick<AccountOptions, 'onPasswordReset' | 'onNewDevice' | 'onOthersEnd' | 'checkFactor'> {
  const notifyOwner = createNotifyOwner(options);
  return {
    onPasswordReset: async (login, nowMs) => passwordChanged({ ...options, notifyOwner }, { login, nowMs }),
    onNewDevice: (login, nowMs) => notifyOwner(login, 'newDevice', nowMs),
    onOthersEnd: (login, nowMs) => notifyOwner(login, 'othersSignedOut', nowMs),
    checkFactor: async ({ loginId }, { factor, nowMs }) => {
      if (!(await hasFactor(options.pool, loginId))) return reply({});
      if (factor === undefined) return refuse('SECOND_FACTOR_NEEDED', { field: 'factor' });
      return proveFactor(options, { loginId, secret: factor, nowMs });
    },
  };
}
