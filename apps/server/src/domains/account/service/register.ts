import { countryOfPhone } from '@tarazu/core/countries';
import type { CheckedInputOf, OPERATIONS } from '@tarazu/protocol';
import { clearFailures } from '#domains/account/attempt-store.ts';
import { randomClearText } from '#domains/account/captcha-picture.ts';
import type { Contact } from '#domains/account/contact.ts';
import { forgetOtherDevices } from '#domains/account/device-store.ts';
import { callerOf, contactKey, deviceHashOf, networkOf } from '#domains/account/service/caller.ts';
import type { Codes } from '#domains/account/service/codes.ts';
import {
  insertWithUserId,
  type Origin,
  openFor,
  type SignedIn,
  type SignInParts,
} from '#domains/account/service/sign-in.ts';
import {
  findInviter,
  findLogin,
  insertAccount,
  isContactTaken,
  type Login,
  readLogin,
  updatePassword,
} from '#domains/account/store.ts';
import { insertNotice } from '#domains/notice/index.ts';
import { inTransaction } from '#platform/database/pool.ts';
import { findPasswordWeakness } from '#platform/secrets/password-strength.ts';
import { type Reply, refuse, reply } from '#ports.ts';

export type RegisterInput = CheckedInputOf<(typeof OPERATIONS)['register']>;
export type PasswordResetInput = CheckedInputOf<(typeof OPERATIONS)['passwordReset']>;

export interface RegisterParts extends SignInParts {
  readonly codes: Codes;
  /** Tells its owner on every channel, and holds back withdrawals. */
  readonly onPasswordReset: (login: Login, nowMs: number) => Promise<void>;
}

/** The specification allows 6; a real account needs 8 (rules 2.22). */
const PASSWORD_LENGTH_MIN = 8;
const INVITE_CODE_LENGTH = 8;

/**
 * Opens a login with both accounts. The captcha and then the
 * code are used up, in this order, before anything is made.
 */
export async function registerLogin(
  parts: RegisterParts,
  request: { readonly contact: Contact; readonly input: RegisterInput; readonly origin: Origin },
): Promise<Reply<SignedIn>> {
  const { contact, input, origin } = request;
  if (input.agreement !== 'true') return refuse('AGREEMENT_NEEDED', { field: 'agreement' });
  const bad = badPassword(input, contact.address);
  if (bad !== undefined) return bad;
  const invitedBy = await inviterOf(parts, input.inviteCode);
  if (!invitedBy.ok) return invitedBy;
  return parts.passwords.reserve(undefined, async (hashing) => {
    const solved = await parts.captchas.check(input, origin.nowMs);
    if (solved !== 'right') return refuse(solved);
    if (!(await parts.codes.check(registerTry({ contact, code: input.code, origin }))))
      return refuse('CODE_WRONG', { field: 'code' });
    const passwordHash = await hashing.hash(input.password);
    const loginId = await insertPerson(parts, { contact, passwordHash, invitedBy: invitedBy.data, origin });
    if (loginId === undefined) return refuse('ACCOUNT_TAKEN');
    return reply(await openFor(parts, await readLogin(parts.pool, loginId), origin));
  });
}

/** Whether the code is right, by the same tries that the registration has. */
export async function checkRegisterCode(
  parts: Pick<RegisterParts, 'codes'>,
  asked: { readonly contact: Contact; readonly code: string; readonly origin: Origin },
): Promise<Reply<Record<string, never>>> {
  const isRight = await parts.codes.isRight(registerTry(asked));
  return isRight ? reply({}) : refuse('CODE_WRONG', { field: 'code' });
}

function registerTry(asked: { readonly contact: Contact; readonly code: string; readonly origin: Origin }) {
  const { contact, code, origin } = asked;
  const by = networkOf(origin.clientAddress);
  return { contact, purpose: 'register', code, nowMs: origin.nowMs, by, isOwn: false } as const;
}

interface Person {
  readonly contact: Contact;
  readonly passwordHash: string;
  readonly invitedBy: number | undefined;
  readonly origin: Origin;
}

/** Undefined when the contact was registered a moment ago by somebody who had a code too. */
async function insertPerson(parts: RegisterParts, person: Person): Promise<number | undefined> {
  const { contact, passwordHash, invitedBy, origin } = person;
  const country = countryOfPhone(contact.address).code;
  const inviteCode = randomClearText(INVITE_CODE_LENGTH);
  const inviter = invitedBy === undefined ? {} : { invitedBy };
  try {
    return await inTransaction(parts.pool, async (client) => {
      const loginId = await insertWithUserId(client, {
        nowMs: origin.nowMs,
        language: origin.language,
        person: { contact, passwordHash, inviteCode, country, ...inviter },
      });
      await insertAccount(client, { loginId, environment: 'real' });
      await insertAccount(client, { loginId, environment: 'demo' });
      await insertNotice(client, { loginId, kind: 'welcome', nowMs: origin.nowMs });
      return loginId;
    });
  } catch (error) {
    if (isContactTaken(error)) return undefined;
    throw error;
  }
}

/** A new login password that would be guessed among the first, or that was mistyped, is not taken. */
export function badPassword(
  input: { readonly password: string; readonly passwordAgain: string },
  ...personal: readonly string[]
): ReturnType<typeof refuse> | undefined {
  if (input.password !== input.passwordAgain) return refuse('PASSWORD_MISMATCH', { field: 'passwordAgain' });
  const isWeak =
    input.password.length < PASSWORD_LENGTH_MIN || findPasswordWeakness(input.password, personal) !== null;
  return isWeak ? refuse('PASSWORD_WEAK', { field: 'password' }) : undefined;
}

async function inviterOf(
  parts: RegisterParts,
  inviteCode: string | undefined,
): Promise<Reply<number | undefined>> {
  const code = inviteCode?.trim().toUpperCase() ?? '';
  if (code === '') return reply(undefined);
  const loginId = await findInviter(parts.pool, code);
  return loginId === undefined ? refuse('INVITE_CODE_UNKNOWN', { field: 'inviteCode' }) : reply(loginId);
}

/** Sets a new password with a code and ends every session, the caller's own included. */
export async function resetPassword(
  parts: RegisterParts,
  request: { readonly contact: Contact; readonly input: PasswordResetInput; readonly origin: Origin },
): Promise<Reply<Record<string, never>>> {
  const { contact, input, origin } = request;
  const { nowMs } = origin;
  const bad = badPassword(input, contact.address);
  if (bad !== undefined) return bad;
  const caller = await callerOf(parts, contact, origin);
  const { name: by, isOwn } = caller;
  const { code } = input;
  const login = await parts.passwords.reserve(undefined, async (hashing) => {
    const isRight = await parts.codes.check({ contact, purpose: 'resetPassword', code, nowMs, by, isOwn });
    const found = await findLogin(parts.pool, contact);
    if (!isRight || found === undefined) return undefined;
    await updatePassword(parts.pool, found.loginId, await hashing.hash(input.password));
    return found;
  });
  if (login === undefined) return refuse('CODE_WRONG', { field: 'code' });
  await clearFailures(parts.pool, contactKey(parts.secrets, contact));
  await clearFailures(parts.pool, caller.failureKey);
  await forgetOtherDevices(parts.pool, { loginId: login.loginId, deviceHash: deviceHashOf(origin) });
  await parts.onPasswordReset(login, nowMs);
  await parts.sessions.endAll({ loginId: login.loginId });
  return reply({});
}
