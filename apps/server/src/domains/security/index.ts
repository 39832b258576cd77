import { HOUR_MS } from '@tarazu/core/values';
import type pg from 'pg';
import type { AccountDomain, AccountOptions } from '#domains/account/index.ts';
import type { SendNotice } from '#domains/notice/index.ts';
import { hasFactor } from '#domains/security/factors/factor-store.ts';
import { freezeRoutes } from '#domains/security/freeze/freeze-routes.ts';
import { cleanHolds } from '#domains/security/holds.ts';
import { cleanChallenges } from '#domains/security/passkeys/challenge-store.ts';
import { passkeyRoutes } from '#domains/security/passkeys/passkey-routes.ts';
import type { PasskeyPlace } from '#domains/security/passkeys/place.ts';
import { passwordChanged } from '#domains/security/passwords.ts';
import { proveFactor } from '#domains/security/proofs.ts';
import { securityRoutes } from '#domains/security/routes.ts';
import { cleanStepUps } from '#domains/security/step-up/step-up-store.ts';
import { withStepUps } from '#domains/security/step-up/step-ups.ts';
import { createOwnerTold } from '#domains/security/tell-owner.ts';
import type { Binding } from '#gateway/binding.ts';
import type { SecurityLog } from '#platform/logging/security-log.ts';
import type { MessageQueue } from '#platform/messages/message-queue.ts';
import { createRateLimiter } from '#platform/network/rate-limit.ts';
import { createPasswordHasher } from '#platform/secrets/password.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import { type EnginePort, refuse, reply } from '#ports.ts';

export { securityNotices } from '#domains/security/notices.ts';
export { checkAdded, checkSigned, readAdded, readSigned } from '#domains/security/passkeys/answer.ts';
export {
  CHALLENGE_LIFE_MS,
  makeChallenge,
  takeChallenge,
} from '#domains/security/passkeys/challenge-store.ts';
export { type PasskeyPlace, passkeyPlaceOf } from '#domains/security/passkeys/place.ts';

/** How a login is protected: passwords, step-ups, and what holds back withdrawals. */
export interface SecurityDomain {
  readonly bindings: readonly Binding[];
  /** The calls of every domain, those with a step-up in their record behind it. */
  guard(bindings: readonly Binding[]): Binding[];
  readonly job: Job;
}

export interface SecurityOptions {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly messages: Pick<MessageQueue, 'send'>;
  readonly sendNotice: SendNotice;
  readonly security: SecurityLog;
  readonly engine: EnginePort;
  /** Address at which people open the app, for links in mails. */
  readonly appUrl: string;
  /** Undefined where there can be no passkeys. */
  readonly passkeyPlace: PasskeyPlace | undefined;
  readonly isCounted: (clientAddress: string) => boolean;
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
  const tellOwner = createOwnerTold(options);
  const limiter = createRateLimiter({ keysMax: LIMITED_KEYS_MAX });
  const parts = { ...options, codes, sessions, passwords, enter, limiter, pins, tellOwner };
  return {
    bindings: [...securityRoutes(parts), ...passkeyRoutes(parts), ...freezeRoutes(parts)],
    guard: (bindings) => withStepUps(parts, bindings),
    job: {
      name: 'security: expired',
      everyMs: CLEAN_MS,
      problem: 'Step-ups and holds that have expired were not deleted.',
      run: async () => {
        await cleanStepUps(pool, clock.nowMs() - STEP_UPS_KEPT_MS);
        await cleanHolds(pool, clock.nowMs());
        await cleanChallenges(pool, clock.nowMs());
      },
    },
  };
}

/** Consequences of a sign-in: it tells and holds back, before anybody has a session. */
export function signInFollows(
  options: Pick<SecurityOptions, 'pool' | 'secrets' | 'messages' | 'sendNotice' | 'appUrl'>,
): Pick<AccountOptions, 'onPasswordReset' | 'onNewDevice' | 'checkFactor'> {
  const tellOwner = createOwnerTold(options);
  return {
    onPasswordReset: async (login, nowMs) => passwordChanged({ ...options, tellOwner }, { login, nowMs }),
    onNewDevice: (login, nowMs) => tellOwner(login, 'newDevice', nowMs),
    checkFactor: async ({ loginId }, { factor, nowMs }) => {
      if (!(await hasFactor(options.pool, loginId))) return reply({});
      if (factor === undefined) return refuse('SECOND_FACTOR_NEEDED', { field: 'factor' });
      return proveFactor(options, { loginId, secret: factor, nowMs });
    },
  };
}
