import type pg from 'pg';
import { accountJobs } from '#domains/account/jobs.ts';
import { accountRoutes, type RouteParts } from '#domains/account/routes.ts';
import { createCaptchas } from '#domains/account/service/captcha.ts';
import { type CodeOptions, type Codes, createCodes } from '#domains/account/service/codes.ts';
import { createGuests } from '#domains/account/service/guests.ts';
import { type Origin, type SignedIn, signInProved } from '#domains/account/service/sign-in.ts';
import { createSessions, type Sessions } from '#domains/account/sessions.ts';
import { insertSignIn, type SignInEntry } from '#domains/account/sign-in-store.ts';
import { updateStatus } from '#domains/account/store.ts';
import type { Binding } from '#gateway/binding.ts';
import type { SecurityLog } from '#platform/logging/security-log.ts';
import { createRateLimiter } from '#platform/network/rate-limit.ts';
import { createPasswordHasher, type PasswordHasher } from '#platform/secrets/password.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import type { Clock } from '#platform/time/clock.ts';
import type { Job } from '#platform/time/scheduler.ts';
import type { EnginePort, MarketPort, Reply } from '#ports.ts';

export { type Contact, contactOf } from '#domains/account/contact.ts';
export { forgetOtherDevices } from '#domains/account/device-store.ts';
export { mailWordOf, saveMailWord } from '#domains/account/mail-word.ts';
export { accountNotices } from '#domains/account/notices.ts';
export { accountScoreFacts } from '#domains/account/score-facts.ts';
export { DEMO_CASH_TEXT } from '#domains/account/service/accounts.ts';
export { deviceHashOf, networkOf } from '#domains/account/service/caller.ts';
export type { Codes } from '#domains/account/service/codes.ts';
export { SIGN_INS } from '#domains/account/service/login-work.ts';
export { badPassword } from '#domains/account/service/register.ts';
export { REAL_IDLE_MS, type Sessions } from '#domains/account/sessions.ts';
export { listSignIns } from '#domains/account/sign-in-store.ts';
export {
  type Login,
  type LoginIdentity,
  lockIdentity,
  loginsAfter,
  readLogin,
  readLoginIdentity,
  setIdentityStatus,
  updateContact,
  updatePassword,
} from '#domains/account/store.ts';
export { withMailWord } from '#domains/account/texts.ts';

export interface AccountDomain {
  readonly bindings: readonly Binding[];
  readonly sessions: Sessions;
  readonly codes: Codes;
  readonly passwords: PasswordHasher;
  /** Signs in somebody who has proved who they are. */
  enter(loginId: number, origin: Origin): Promise<Reply<SignedIn>>;
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
  readonly guestsMax: number;
  readonly isCounted: (clientAddress: string) => boolean;
  readonly onDeliveryFailed: (error: unknown) => void;
  readonly security: SecurityLog;
  readonly onPasswordReset: RouteParts['onPasswordReset'];
  readonly onNewDevice: RouteParts['onNewDevice'];
  readonly onOthersEnd: RouteParts['onOthersEnd'];
  readonly checkFactor: RouteParts['checkFactor'];
  readonly labelOf: RouteParts['labelOf'];
  readonly badgesOf: RouteParts['badgesOf'];
  readonly chatScript: RouteParts['chatScript'];
  /** Serves the types of `/user/update` that are about who somebody is. */
  readonly updateIdentity: RouteParts['updateIdentity'];
}

const LIMITED_KEYS_MAX = 50_000;

export function createAccountDomain(options: AccountOptions): AccountDomain {
  const { pool, clock, secrets } = options;
  const sessions = createSessions(options);
  const codes = createCodes(options);
  const passwords = createPasswordHasher(secrets, 'password');
  const leaving = new Set<Promise<void>>();
  const recordSignIn = (entry: SignInEntry): void => {
    const writing = insertSignIn(pool, entry).catch(options.onDeliveryFailed);
    leaving.add(writing);
    void writing.finally(() => leaving.delete(writing));
  };
  const settled = async (): Promise<void> => {
    await Promise.all(leaving);
    await codes.settled();
  };
  const setLoginStatus: AccountDomain['setLoginStatus'] = async (loginId, status) => {
    await updateStatus(pool, loginId, status);
    if (status === 0) await sessions.endAll({ loginId });
  };
  const guests = createGuests({ ...options, close: (loginId) => setLoginStatus(loginId, 0) });
  const parts = {
    ...options,
    sessions,
    guests,
    codes,
    captchas: createCaptchas(options),
    passwords,
    recordSignIn,
    limiter: createRateLimiter({ keysMax: LIMITED_KEYS_MAX }),
  };
  return {
    bindings: accountRoutes(parts),
    enter: (loginId, origin) => signInProved(parts, { loginId, origin }),
    sessions,
    codes,
    passwords,
    setLoginStatus,
    settled,
    jobs: accountJobs({ pool, clock, sessions, guests }),
    stop: async () => {
      await settled();
      await sessions.sweep();
    },
  };
}
