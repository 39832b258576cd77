import { randomInt } from 'node:crypto';
import { MINUTE_MS } from '@tarazu/core/values';
import type { Language } from '@tarazu/protocol';
import type pg from 'pg';
import { addFailure, clearFailures, lockFailures, readFailures } from '#domains/account/attempt-store.ts';
import type { Contact } from '#domains/account/contact.ts';
import { insertNotice } from '#domains/account/notice-store.ts';
import { openAccounts } from '#domains/account/service/accounts.ts';
import type { CaptchaAnswer, Captchas } from '#domains/account/service/captcha.ts';
import type { Sessions, Tokens } from '#domains/account/sessions.ts';
import {
  findLogin,
  insertAccount,
  insertLogin,
  type Login,
  type NewLogin,
  readLogin,
  updatePassword,
} from '#domains/account/store.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import type { PasswordHasher } from '#platform/password.ts';
import type { Secrets } from '#platform/secrets.ts';
import type { SecurityLog } from '#platform/security-log.ts';
import { type EnginePort, type MarketPort, type Reply, refuse, reply } from '#ports.ts';

/** Where a call comes from, as sign-ins remember it. */
export interface Origin {
  readonly clientAddress: string;
  readonly userAgent: string;
  readonly nowMs: number;
  readonly language: Language;
  readonly requestId: string;
}

export interface SignedIn extends Tokens {
  readonly user: {
    readonly id: string;
    readonly account: string;
    readonly status: number;
    readonly idStatus: Login['identityStatus'];
  };
}

export interface SignInParts {
  readonly pool: pg.Pool;
  readonly engine: EnginePort;
  readonly market: MarketPort;
  readonly sessions: Sessions;
  readonly captchas: Captchas;
  readonly secrets: Secrets;
  readonly passwords: PasswordHasher;
  readonly security: SecurityLog;
}

/** Rules 2.22: a picture from the third failure on, a quarter of an hour's pause after the tenth. */
const PICTURE_AFTER = 3;
const LOCK_AFTER = 10;
const LOCK_MS = 15 * MINUTE_MS;
const USER_ID_MIN = 100_000_000;
const USER_ID_MAX = 1_000_000_000;
const USER_ID_TRIES = 5;

/** Signs in with a password. What is typed for an account that does not exist is counted, timed and answered the same. */
export async function signIn(
  parts: SignInParts,
  request: {
    readonly contact: Contact;
    readonly password: string;
    readonly captcha: CaptchaAnswer;
    readonly origin: Origin;
  },
): Promise<Reply<SignedIn>> {
  const { pool, passwords } = parts;
  const { nowMs } = request.origin;
  const targetHash = parts.secrets.hmac('contact', request.contact.address);
  const sinceMs = nowMs - LOCK_MS;
  const failures = await readFailures(pool, { targetHash, sinceMs });
  const lockedMs = (failures.lockedUntilMs ?? 0) - nowMs;
  if (lockedMs > 0) return refuse('LOGIN_LOCKED', { retryAfterMs: lockedMs });
  if (failures.count >= PICTURE_AFTER) {
    const solved = await parts.captchas.check(request.captcha, 'login', nowMs);
    if (solved !== 'right') return refuse(solved);
  }
  // Counted before it is checked, so that a hundred tries at once are a hundred tries.
  const count = await addFailure(pool, { targetHash, nowMs, sinceMs });
  if (count > LOCK_AFTER) return refuse('LOGIN_LOCKED', { retryAfterMs: LOCK_MS });
  const login = await findLogin(pool, request.contact);
  const isRight = await isPasswordRight(passwords, request.password, login?.passwordHash ?? undefined);
  if (!isRight || login === undefined) {
    if (count >= LOCK_AFTER) await lockFailures(pool, targetHash, nowMs + LOCK_MS);
    return refuse('LOGIN_FAILED');
  }
  await clearFailures(pool, targetHash);
  if (login.status === 0) return refuse('ACCOUNT_CLOSED');
  await renewHash(parts, login, request.password);
  return reply(await openFor(parts, login, request.origin));
}

function isPasswordRight(
  passwords: PasswordHasher,
  password: string,
  stored: string | undefined,
): Promise<boolean> {
  return stored === undefined ? passwords.verifyUnknown(password) : passwords.verify(password, stored);
}

async function renewHash(parts: SignInParts, login: Login, password: string): Promise<void> {
  if (login.passwordHash === null || !parts.passwords.isOutdated(login.passwordHash)) return;
  await updatePassword(parts.pool, login.loginId, await parts.passwords.hash(password));
}

/** Opens what is not open yet, then a session with a token for each environment. */
export async function openFor(parts: SignInParts, login: Login, origin: Origin): Promise<SignedIn> {
  const accounts = await openAccounts(parts.pool, parts, login.loginId);
  const tokens = await parts.sessions.open({
    loginId: login.loginId,
    environments: accounts,
    device: origin.userAgent,
    address: origin.clientAddress,
  });
  return { ...tokens, user: userOf(login) };
}

export function userOf(login: Login): SignedIn['user'] {
  return {
    id: login.userId,
    account: accountNameOf(login),
    status: login.status,
    idStatus: login.identityStatus,
  };
}

export function accountNameOf(login: Login): string {
  return login.phone ?? login.email ?? `Demo ${login.userId}`;
}

/** A demo account for somebody who wants to look first. */
export async function enterDemo(parts: SignInParts, origin: Origin): Promise<SignedIn> {
  const loginId = await inTransaction(parts.pool, async (client) => {
    const inserted = await insertWithUserId(client, { nowMs: origin.nowMs, language: origin.language });
    await insertAccount(client, { loginId: inserted, environment: 'demo' });
    await insertNotice(client, { loginId: inserted, kind: 'welcomeDemo', nowMs: origin.nowMs });
    return inserted;
  });
  return openFor(parts, await readLogin(parts.pool, loginId), origin);
}

/** Nine random digits; the few that are taken are thrown again. */
export async function insertWithUserId(on: Queryable, login: Omit<NewLogin, 'userId'>): Promise<number> {
  for (let tries = 0; tries < USER_ID_TRIES; tries += 1) {
    const userId = String(randomInt(USER_ID_MIN, USER_ID_MAX));
    const loginId = await insertLogin(on, { ...login, userId });
    if (loginId !== undefined) return loginId;
  }
  throw new Error(`Invariant: ${USER_ID_TRIES} random user ids are not all taken`);
}
