import { randomInt } from 'node:crypto';
import { DAY_MS, MINUTE_MS } from '@tarazu/core/values';
import type { Language } from '@tarazu/protocol';
import type pg from 'pg';
import {
  addFailure,
  addressesOfLogin,
  clearFailures,
  lockFailures,
  readFailures,
} from '#domains/account/attempt-store.ts';
import type { Contact } from '#domains/account/contact.ts';
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
import { insertNotice } from '#domains/notice/index.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import type { SecurityLog } from '#platform/logging/security-log.ts';
import { networksOf } from '#platform/network/address.ts';
import type { PasswordHasher } from '#platform/secrets/password.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
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

/**
 * Rules 2.22: a captcha from the third failure on, a quarter of an hour's pause after the tenth. The pause is
 * the guesser's, who is known by the network: whoever signs in from where they did before is asked for
 * nothing because of what strangers tried.
 */
const PICTURE_AFTER = 3;
const LOCK_AFTER = 10;
const LOCK_MS = 15 * MINUTE_MS;
/** How long a network is remembered as one's own. */
const KNOWN_MS = 90 * DAY_MS;
const USER_ID_MIN = 100_000_000;
const USER_ID_MAX = 1_000_000_000;
const USER_ID_TRIES = 5;

/**
 * Signs in with a password. What is typed for an account that
 * does not exist is counted, timed and answered the same.
 */
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
  const { byAll, byGuesser } = failureKeys(parts.secrets, request.contact, request.origin);
  const sinceMs = nowMs - LOCK_MS;
  const own = await readFailures(pool, { targetHash: byGuesser, sinceMs });
  const lockedMs = (own.lockedUntilMs ?? 0) - nowMs;
  if (lockedMs > 0) return refuse('LOGIN_LOCKED', { retryAfterMs: lockedMs });
  const all = await readFailures(pool, { targetHash: byAll, sinceMs });
  const isKnown = await isKnownNetwork(pool, request.contact, request.origin);
  if (own.count >= PICTURE_AFTER || (all.count >= PICTURE_AFTER && !isKnown)) {
    const solved = await parts.captchas.check(request.captcha, 'login', nowMs);
    if (solved !== 'right') return refuse(solved);
  }
  // Counted before it is checked, so that a hundred tries at once are a hundred tries.
  await addFailure(pool, { targetHash: byAll, nowMs, sinceMs });
  const count = await addFailure(pool, { targetHash: byGuesser, nowMs, sinceMs });
  if (count > LOCK_AFTER) return refuse('LOGIN_LOCKED', { retryAfterMs: LOCK_MS });
  const login = await findLogin(pool, request.contact);
  const isRight = await isPasswordRight(passwords, request.password, login?.passwordHash ?? undefined);
  if (!isRight || login === undefined) {
    if (count >= LOCK_AFTER) await lockFailures(pool, byGuesser, nowMs + LOCK_MS);
    return refuse('LOGIN_FAILED');
  }
  await clearFailures(pool, byGuesser);
  await clearFailures(pool, byAll);
  if (login.status === 0) return refuse('ACCOUNT_CLOSED');
  await renewHash(parts, login, request.password);
  return reply(await openFor(parts, login, request.origin));
}

/** Under which wrong passwords for a contact are counted: those of everybody, and those of one network. */
export function failureKeys(
  secrets: Secrets,
  { address }: Contact,
  { clientAddress }: Pick<Origin, 'clientAddress'>,
): { readonly byAll: Buffer; readonly byGuesser: Buffer } {
  return {
    byAll: secrets.hmac('contact', address),
    byGuesser: secrets.hmac('contact', `${address} from ${networkOf(clientAddress)}`),
  };
}

/** The network that an address belongs to, as limits count it. */
export function networkOf(clientAddress: string): string {
  return networksOf(clientAddress)[0]?.name ?? clientAddress;
}

/** Whether the login was signed in from here lately. Asked alike for a contact that nobody has. */
async function isKnownNetwork(pool: pg.Pool, contact: Contact, origin: Origin): Promise<boolean> {
  const here = networkOf(origin.clientAddress);
  const addresses = await addressesOfLogin(pool, contact, origin.nowMs - KNOWN_MS);
  return addresses.some((address) => networkOf(address) === here);
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
