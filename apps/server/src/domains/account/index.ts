import type pg from 'pg';
import { accountJobs } from '#domains/account/jobs.ts';
import { accountRoutes, type RouteParts } from '#domains/account/routes.ts';
import { createCaptchas } from '#domains/account/service/captcha.ts';
import { type CodeOptions, createCodes } from '#domains/account/service/codes.ts';
import { createSessions, type Sessions } from '#domains/account/sessions.ts';
import { updateStatus } from '#domains/account/store.ts';
import type { Binding } from '#gateway/binding.ts';
import type { SecurityLog } from '#platform/logging/security-log.ts';
import { createRateLimiter } from '#platform/network/rate-limit.ts';
import { createPasswordHasher } from '#platform/secrets/password.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import type { EnginePort, MarketPort } from '#ports.ts';

export { accountNotices } from '#domains/account/notices.ts';
export { DEMO_CASH_TEXT } from '#domains/account/service/accounts.ts';
export type { Sessions } from '#domains/account/sessions.ts';
export {
  type LoginIdentity,
  lockIdentity,
  readLoginIdentity,
  setIdentityStatus,
} from '#domains/account/store.ts';

export interface AccountDomain {
  readonly bindings: readonly Binding[];
  readonly sessions: Sessions;
  /** Status 0 ends every session at once; the others leave them. */
  setLoginStatus(loginId: number, status: 0 | 1 | 2 | 3): Promise<void>;
  /** When all messages asked for have left. */
  settled(): Promise<void>;
  readonly jobs: readonly Job[];
  /** When no job runs any more: lets the last messages leave, and writes down who was seen last. */
  stop(): Promise<void>;
}

export interface AccountOptions {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly messages: CodeOptions['messages'];
  readonly engine: EnginePort;
  readonly market: MarketPort;
  readonly demoEntriesPerHour: number;
  readonly isCounted: (clientAddress: string) => boolean;
  readonly onDeliveryFailed: (error: unknown) => void;
  readonly security: SecurityLog;
  /** Serves the types of `/user/update` that are about who somebody is. */
  readonly updateIdentity: RouteParts['updateIdentity'];
}

const LIMITED_KEYS_MAX = 50_000;

export function createAccountDomain(options: AccountOptions): AccountDomain {
  const { pool, clock, secrets } = options;
  const sessions = createSessions(options);
  const codes = createCodes(options);
  const bindings = accountRoutes({
    ...options,
    sessions,
    codes,
    captchas: createCaptchas(options),
    passwords: createPasswordHasher(secrets, 'password'),
    limiter: createRateLimiter({ keysMax: LIMITED_KEYS_MAX }),
  });
  return {
    bindings,
    sessions,
    setLoginStatus: async (loginId, status) => {
      await updateStatus(pool, loginId, status);
      if (status === 0) await sessions.endAll({ loginId });
    },
    settled: () => codes.settled(),
    jobs: accountJobs({ pool, clock, sessions }),
    stop: async () => {
      await codes.settled();
      await sessions.sweep();
    },
  };
}
