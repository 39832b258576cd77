import { randomInt } from 'node:crypto';
import type { Language } from '@tarazu/protocol';
import type pg from 'pg';
import { addFailure, clearFailures } from '#domains/account/attempt-store.ts';
import type { Contact } from '#domains/account/contact.ts';
import { isDevice, isKnownDevice, saveDevice } from '#domains/account/device-store.ts';
import { openAccounts } from '#domains/account/service/accounts.ts';
import {
  type Caller,
  callerOf,
  contactKey,
  deviceHashOf,
  failuresOf,
  type Place,
} from '#domains/account/service/caller.ts';
import type { CaptchaAnswer, Captchas, LoginTask } from '#domains/account/service/captcha.ts';
import {
  FAILURES_REMEMBERED_MS,
  LOGIN_WORK,
  workNeeded,
  workRefusal,
} from '#domains/account/service/login-work.ts';
import type { Sessions, Tokens } from '#domains/account/sessions.ts';
import type { SignInEntry } from '#domains/account/sign-in-store.ts';
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
import type { PasswordHasher, PasswordHashing } from '#platform/secrets/password.ts';
import { hashOfToken, newToken, type Secrets } from '#platform/secrets/secrets.ts';
import { type EnginePort, type MarketPort, type Reply, refuse, reply } from '#ports.ts';

/** The origin of a call, as sign-ins remember it. */
export interface Origin {
  readonly clientAddress: string;
  readonly userAgent: string;
  readonly nowMs: number;
  readonly language: Language;
  readonly requestId: string;
  /** The secret that the device was given when somebody signed in on it. */
  readonly deviceToken?: string | undefined;
}

export interface SignedIn extends Tokens {
  /** The secret that this device keeps from now on. */
  readonly deviceToken?: string;
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
  /** Goes on beside the caller: how long it takes tells nobody whether the login exists. */
  readonly recordSignIn: (entry: SignInEntry) => void;
  /** Tells the owner of a sign-in on a device that the login did not know. */
  readonly onNewDevice: (login: Login, nowMs: number) => Promise<void>;
  /** Whether the second factor is right, of a login that has one. */
  readonly checkFactor: (
    login: Login,
    given: { readonly factor: string | undefined; readonly nowMs: number },
  ) => Promise<Reply<object>>;
}

const USER_ID_MIN = 100_000_000;
const USER_ID_MAX = 1_000_000_000;
const USER_ID_TRIES = 5;

interface SignInRequest {
  readonly contact: Contact;
  readonly password: string;
  readonly factor: string | undefined;
  readonly captcha: CaptchaAnswer;
  readonly origin: Origin;
}

/**
 * Signs in with a password. What is typed for an account that
 * does not exist is counted, timed and answered the same.
 * @throws Busy before the try is counted and its work is used up.
 */
export async function signIn(parts: SignInParts, request: SignInRequest): Promise<Reply<SignedIn>> {
  return parts.passwords.reserve(undefined, (hashing) => signInBy(hashing, parts, request));
}

async function signInBy(
  hashing: PasswordHashing,
  parts: SignInParts,
  request: SignInRequest,
): Promise<Reply<SignedIn>> {
  const { pool } = parts;
  const { contact, password, origin } = request;
  const caller = await callerOf(parts, contact, origin);
  const tried = await takeTry(parts, request, caller);
  if (!tried.ok) return tried;
  const login = await findLogin(pool, contact);
  const isRight = await isPasswordRight(hashing, password, login?.passwordHash ?? undefined);
  if (!isRight && login !== undefined) {
    const { loginId } = login;
    recordAt(parts, origin, { loginId, outcome: 'wrongPassword', isNewDevice: false });
  }
  if (!isRight || login === undefined) return refuse('LOGIN_FAILED');
  await clearFailures(pool, caller.failureKey);
  await clearFailures(pool, contactKey(parts.secrets, contact));
  if (login.status === 0) return refuse('ACCOUNT_CLOSED');
  const factor = await parts.checkFactor(login, { factor: request.factor, nowMs: origin.nowMs });
  if (!factor.ok) {
    const { loginId } = login;
    const isWrong = factor.refusal.key === 'SECOND_FACTOR_WRONG';
    if (isWrong) recordAt(parts, origin, { loginId, outcome: 'wrongFactor', isNewDevice: false });
    return factor;
  }
  if (login.passwordHash !== null && parts.passwords.isOutdated(login.passwordHash))
    await updatePassword(pool, login.loginId, await hashing.hash(password));
  if (!(await isDeviceOf(pool, login, origin))) await parts.onNewDevice(login, origin.nowMs);
  return reply(await openFor(parts, login, origin));
}

/** Signs in somebody who has proved who they are by something stronger than a password. */
export async function signInProved(
  parts: SignInParts,
  { loginId, origin }: { readonly loginId: number; readonly origin: Origin },
): Promise<Reply<SignedIn>> {
  const login = await readLogin(parts.pool, loginId);
  if (login.status === 0) return refuse('ACCOUNT_CLOSED');
  if (!(await isDeviceOf(parts.pool, login, origin))) await parts.onNewDevice(login, origin.nowMs);
  return reply(await openFor(parts, login, origin));
}

function recordAt(
  parts: SignInParts,
  { nowMs: atMs, userAgent: device, clientAddress: address }: Origin,
  what: Pick<SignInEntry, 'loginId' | 'outcome' | 'isNewDevice'>,
): void {
  parts.recordSignIn({ ...what, atMs, device, address });
}

/** Whether the login was signed in on this device lately. */
async function isDeviceOf(pool: pg.Pool, login: Login, origin: Origin): Promise<boolean> {
  const deviceHash = deviceHashOf(origin);
  const address = login.phone ?? login.email;
  if (deviceHash === undefined || address === null) return false;
  return isKnownDevice(pool, { address }, { deviceHash, nowMs: origin.nowMs });
}

/** One more try of a caller who has done the work that those before ask for. */
async function takeTry(
  { pool, secrets, captchas }: SignInParts,
  { contact, captcha, origin: { nowMs } }: SignInRequest,
  caller: Caller,
): Promise<Reply<object>> {
  const targetHash = contactKey(secrets, contact);
  const sinceMs = nowMs - FAILURES_REMEMBERED_MS;
  const failures = await failuresOf({ pool, secrets }, { contact, caller, sinceMs });
  const isAsked = workNeeded(failures) > 0;
  const done = isAsked ? await captchas.workDone(captcha, { targetHash, nowMs }) : 0;
  if (done === 'CAPTCHA_WRONG') return refuse(done);
  if (done < workNeeded(failures)) return refuse(workRefusal(failures));
  // Counted before it is checked, so that a hundred tries at once are a hundred tries.
  await addFailure(pool, { targetHash, nowMs, sinceMs });
  const count = await addFailure(pool, { targetHash: caller.failureKey, nowMs, sinceMs });
  return done < workNeeded(count - 1) ? refuse(workRefusal(count - 1)) : reply({});
}

/** The proof of work that a sign-in of the caller needs now. */
export async function loginTaskOf(
  parts: Pick<SignInParts, 'pool' | 'secrets'>,
  contact: Contact,
  place: Place,
): Promise<LoginTask> {
  const caller = await callerOf(parts, contact, place);
  const sinceMs = place.nowMs - FAILURES_REMEMBERED_MS;
  const failures = await failuresOf(parts, { contact, caller, sinceMs });
  const numberMax = Math.max(LOGIN_WORK, workNeeded(failures));
  return { targetHash: contactKey(parts.secrets, contact), numberMax };
}

function isPasswordRight(
  hashing: PasswordHashing,
  password: string,
  stored: string | undefined,
): Promise<boolean> {
  return stored === undefined ? hashing.verifyUnknown(password) : hashing.verify(password, stored);
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
  if (!login.guest) {
    const isNewDevice = !(await isDeviceOf(parts.pool, login, origin));
    recordAt(parts, origin, { loginId: login.loginId, outcome: 'signedIn', isNewDevice });
  }
  const deviceToken = login.guest ? undefined : await knowDevice(parts.pool, login, origin);
  return { ...tokens, ...(deviceToken !== undefined && { deviceToken }), user: userOf(login) };
}

/** From now on strangers can't hold up this device: it keeps the secret that it has, or gets one. */
async function knowDevice(pool: pg.Pool, { loginId }: Login, origin: Origin): Promise<string | undefined> {
  const before = deviceHashOf(origin);
  const isKept = before !== undefined && (await isDevice(pool, before));
  const token = isKept ? undefined : newToken();
  const deviceHash = token === undefined ? before : hashOfToken(token);
  if (deviceHash !== undefined) await saveDevice(pool, { deviceHash, loginId, nowMs: origin.nowMs });
  return token ?? origin.deviceToken;
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
