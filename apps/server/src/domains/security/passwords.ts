import type { CheckedInputOf, OPERATIONS } from '@tarazu/protocol';
import {
  badPassword,
  type Codes,
  deviceHashOf,
  forgetOtherDevices,
  type Login,
  readLogin,
  type Sessions,
  updatePassword,
} from '#domains/account/index.ts';
import type { ApiKeys } from '#domains/security/api-keys/key-finder.ts';
import { deleteKeysOf } from '#domains/security/api-keys/key-store.ts';
import { contactsOf } from '#domains/security/contacts.ts';
import { placeHold } from '#domains/security/holds.ts';
import type { NotifyOwner } from '#domains/security/notify-owner.ts';
import { proveSecret } from '#domains/security/proofs.ts';
import { readSecret, saveSecret } from '#domains/security/secret-store.ts';
import { clearTries } from '#domains/security/secret-tries.ts';
import type { StepUpParts } from '#domains/security/step-up/step-ups.ts';
import type { CallContext } from '#gateway/binding.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import { findPasswordWeakness } from '#platform/secrets/password-strength.ts';
import { type Reply, refuse, reply, type Session } from '#ports.ts';

export type PasswordInput = CheckedInputOf<(typeof OPERATIONS)['passwordUpdate']>;

export interface PasswordParts extends StepUpParts {
  readonly codes: Codes;
  readonly sessions: Sessions;
  readonly notifyOwner: NotifyOwner;
  readonly apiKeys: Pick<ApiKeys, 'forgetLogin'>;
}

const PIN = /^\d{6}$/;

/** Faults of a new password by itself. */
export async function refuseNewPassword(
  parts: PasswordParts,
  { loginId, guest }: Session,
  input: PasswordInput,
): Promise<ReturnType<typeof refuse> | undefined> {
  const login = await readLogin(parts.pool, loginId);
  if (guest && (input.type === 'login' || input.code !== undefined)) return refuse('LOGIN_NEEDED');
  const personal = contactsOf(login).map(({ address }) => address);
  if (input.type === 'login') return badPassword(input, ...personal);
  if (!PIN.test(input.password)) return refuse('PIN_FORMAT', { field: 'password' });
  if (input.password !== input.passwordAgain) return refuse('PASSWORD_MISMATCH', { field: 'passwordAgain' });
  if (findPasswordWeakness(input.password, personal) !== null)
    return refuse('PIN_WEAK', { field: 'password' });
  const pin = await readSecret(parts.pool, loginId, 'pin');
  if (pin === undefined || input.old !== undefined || input.code !== undefined) return undefined;
  return refuse('INVALID_INPUT', { field: 'old', detail: { problem: 'old: is missing' } });
}

/** Sets a new login password: the other devices are signed out, and withdrawals wait a day. */
export async function changeLoginPassword(
  parts: PasswordParts,
  session: Session,
  { input, context }: { readonly input: PasswordInput; readonly context: CallContext },
): Promise<Reply<{ readonly lockedUntilMs?: number }>> {
  const { loginId, sessionId } = session;
  const { nowMs } = context;
  const login = await readLogin(parts.pool, loginId);
  const { passwordHash } = login;
  const hashing = parts.passwords.for(login);
  if (passwordHash !== null && (await hashing.verify(input.password, passwordHash)))
    return refuse('PASSWORD_SAME', { field: 'password' });
  const changed = await hashing.hash(input.password);
  // The change and its hold are one; whoever else is signed in ends before anybody is told.
  const lockedUntilMs = await inTransaction(parts.pool, async (on) => {
    await updatePassword(on, loginId, changed);
    return holdAfterPassword(on, { loginId, nowMs });
  });
  await forgetOtherDevices(parts.pool, { loginId, deviceHash: deviceHashOf(input) });
  parts.apiKeys.forgetLogin(loginId);
  await parts.sessions.endAll({ loginId, exceptSessionId: sessionId });
  await parts.notifyOwner(login, 'passwordChanged', nowMs);
  return reply({ lockedUntilMs });
}

/** Wait of withdrawals after a new login password, with keys ended and tries anew; gives its end. */
async function holdAfterPassword(
  on: Queryable,
  { loginId, nowMs }: { readonly loginId: number; readonly nowMs: number },
): Promise<number> {
  await saveSecret(on, { loginId, name: 'password', hash: undefined, nowMs });
  await clearTries(on, { loginId, name: 'password' });
  await deleteKeysOf(on, loginId);
  return placeHold(on, { loginId, reason: 'password', nowMs });
}

/** Consequences of a login password that was forgotten and set anew. */
export async function passwordChanged(
  { pool, notifyOwner, apiKeys }: Pick<PasswordParts, 'pool' | 'notifyOwner' | 'apiKeys'>,
  { login, nowMs }: { readonly login: Login; readonly nowMs: number },
): Promise<void> {
  await inTransaction(pool, (on) => holdAfterPassword(on, { loginId: login.loginId, nowMs }));
  apiKeys.forgetLogin(login.loginId);
  await notifyOwner(login, 'passwordChanged', nowMs);
}

/**
 * Sets the first transaction password, or another one: by the old one, or by a code when that is forgotten.
 */
export async function changePin(
  parts: PasswordParts,
  { loginId }: Session,
  { input, context: { nowMs } }: { readonly input: PasswordInput; readonly context: CallContext },
): Promise<Reply<{ readonly lockedUntilMs?: number }>> {
  const login = await readLogin(parts.pool, loginId);
  const before = await readSecret(parts.pool, loginId, 'pin');
  // Reserved before a code is used up.
  const hashed = await parts.pins.reserve(login, async (hashing): Promise<Reply<string>> => {
    if (before !== undefined) {
      const proved = await provePinChange(parts, login, { input, nowMs });
      if (!proved.ok) return proved;
      if (before.hash !== undefined && (await hashing.verify(input.password, before.hash)))
        return refuse('PASSWORD_SAME', { field: 'password' });
    }
    return reply(await hashing.hash(input.password));
  });
  if (!hashed.ok) return hashed;
  const hash = hashed.data;
  const lockedUntilMs = await inTransaction(parts.pool, async (on) => {
    await saveSecret(on, { loginId, name: 'pin', hash, nowMs });
    await clearTries(on, { loginId, name: 'pin' });
    return before === undefined ? undefined : placeHold(on, { loginId, reason: 'pin', nowMs });
  });
  await parts.notifyOwner(login, before === undefined ? 'pinSet' : 'pinChanged', nowMs);
  return reply(lockedUntilMs === undefined ? {} : { lockedUntilMs });
}

async function provePinChange(
  parts: PasswordParts,
  login: Login,
  { input, nowMs }: { readonly input: PasswordInput; readonly nowMs: number },
): Promise<Reply<object>> {
  const { loginId } = login;
  if (input.code === undefined)
    return proveSecret(parts, { loginId, name: 'pin', secret: input.old ?? '', nowMs });
  const { code } = input;
  for (const contact of contactsOf(login)) {
    const of = { contact, code, nowMs, by: codeSenderOf(loginId), isOwn: true } as const;
    if (await parts.codes.check({ ...of, purpose: 'tradePassword' })) return reply({});
  }
  return refuse('CODE_WRONG', { field: 'code' });
}

/** As whom a signed-in person asks for codes and tries them. */
export function codeSenderOf(loginId: number): string {
  return `login ${loginId}`;
}
