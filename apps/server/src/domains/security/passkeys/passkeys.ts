import { PASSKEYS_MAX } from '@tarazu/protocol';
import { readLogin } from '#domains/account/index.ts';
import { dropUnusedCodes, hasFactor } from '#domains/security/factors/factor-store.ts';
import { makeRecoveryCodes } from '#domains/security/factors/recovery-codes.ts';
import { placeHold } from '#domains/security/holds.ts';
import { checkAdded, readAdded } from '#domains/security/passkeys/answer.ts';
import {
  CHALLENGE_LIFE_MS,
  makeChallenge,
  takeChallenge,
} from '#domains/security/passkeys/challenge-store.ts';
import { deletePasskey, insertPasskey, listPasskeys } from '#domains/security/passkeys/passkey-store.ts';
import { type ForBrowser, handleOf, idsOf, takeSigned } from '#domains/security/passkeys/prove.ts';
import type { PasswordParts } from '#domains/security/passwords.ts';
import { inTransaction } from '#platform/database/pool.ts';
import { randomId } from '#platform/ids.ts';
import { type Reply, refuse, reply, type Session } from '#ports.ts';

/** Refusal of a new passkey that is known before anything is asked. */
export async function refusePasskey(
  { pool, passkeyPlace }: Pick<PasswordParts, 'pool' | 'passkeyPlace'>,
  { guest, loginId }: Session,
): Promise<ReturnType<typeof refuse> | undefined> {
  if (guest) return refuse('LOGIN_NEEDED');
  if (passkeyPlace === undefined) return refuse('PASSKEY_PLACE');
  const known = await listPasskeys(pool, loginId);
  return known.length >= PASSKEYS_MAX ? refuse('PASSKEY_MAX') : undefined;
}

/** The challenge for a new passkey, of this session. */
export async function beginPasskey(
  parts: PasswordParts,
  { loginId, sessionId: boundTo }: Session,
  nowMs: number,
): Promise<Reply<ForBrowser & { readonly userHandle: string; readonly userName: string }>> {
  const { pool, passkeyPlace, secrets } = parts;
  const login = await readLogin(pool, loginId);
  const challenge = await makeChallenge(pool, { purpose: 'add', boundTo, nowMs });
  if (passkeyPlace === undefined || challenge === undefined) return refuse('PASSKEY_PLACE');
  const known = idsOf(await listPasskeys(pool, loginId));
  const userName = login.email ?? login.phone ?? login.userId;
  return reply({
    challenge,
    host: passkeyPlace.host,
    known,
    userHandle: handleOf(secrets, loginId),
    userName,
  });
}

/** Adds a passkey. A first second factor signs the other devices out, as they came in without it. */
export async function addPasskey(
  parts: PasswordParts,
  session: Session,
  given: { readonly name: string; readonly credential: string; readonly nowMs: number },
): Promise<Reply<{ readonly id: string; readonly recoveryCodes?: string[] }>> {
  const unfit = await refusePasskey(parts, session);
  if (unfit !== undefined) return unfit;
  const { pool, passkeyPlace } = parts;
  const { loginId, sessionId } = session;
  const { name, nowMs } = given;
  const answer = readAdded(given.credential);
  if (answer === undefined || passkeyPlace === undefined) return refuse('PASSKEY_REFUSED');
  const { challenge } = answer;
  if (!(await takeChallenge(pool, { challenge, purpose: 'add', boundTo: sessionId, nowMs })))
    return refuse('PASSKEY_REFUSED');
  const made = await checkAdded(passkeyPlace, answer);
  if (made === undefined) return refuse('PASSKEY_REFUSED');
  const isFirst = !(await hasFactor(pool, loginId));
  const passkeyId = randomId();
  const row = { ...made, passkeyId, loginId, name, addedAtMs: nowMs };
  if (!(await inTransaction(pool, (on) => insertPasskey(on, row)))) return refuse('PASSKEY_REFUSED');
  const recoveryCodes = isFirst ? await makeRecoveryCodes(parts, loginId) : undefined;
  if (isFirst) await parts.sessions.endAll({ loginId, exceptSessionId: sessionId });
  await parts.notifyOwner(await readLogin(pool, loginId), 'passkeyAdded', nowMs);
  return reply({ id: passkeyId, ...(recoveryCodes && { recoveryCodes }) });
}

/** Removes a passkey: the other devices are signed out and withdrawals wait, as after any lost factor. */
export async function removePasskey(
  parts: PasswordParts,
  { loginId, sessionId }: Session,
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): Promise<Reply<{ readonly lockedUntilMs: number }>> {
  const { pool } = parts;
  const lockedUntilMs = await inTransaction(pool, async (on) => {
    if (!(await deletePasskey(on, loginId, id))) return undefined;
    await dropUnusedCodes(on, loginId);
    return placeHold(on, { loginId, reason: 'factor', nowMs });
  });
  if (lockedUntilMs === undefined) return refuse('NOT_FOUND');
  await parts.sessions.endAll({ loginId, exceptSessionId: sessionId });
  await parts.notifyOwner(await readLogin(pool, loginId), 'passkeyRemoved', nowMs);
  return reply({ lockedUntilMs });
}

/** The challenge of a sign-in: it is made without knowing whose. */
export async function askPasskey(
  { pool, passkeyPlace }: PasswordParts,
  nowMs: number,
): Promise<Reply<{ readonly challenge: string; readonly host: string; readonly expiresAtMs: number }>> {
  if (passkeyPlace === undefined) return refuse('PASSKEY_PLACE');
  const challenge = await makeChallenge(pool, { purpose: 'signIn', nowMs });
  if (challenge === undefined) return refuse('RATE_LIMITED', { retryAfterMs: CHALLENGE_LIFE_MS });
  return reply({ challenge, host: passkeyPlace.host, expiresAtMs: nowMs + CHALLENGE_LIFE_MS });
}

/** Owner of the passkey that has signed in. */
export async function loginOfPasskey(
  parts: PasswordParts,
  given: { readonly credential: string; readonly nowMs: number },
): Promise<Reply<{ readonly loginId: number }>> {
  if (parts.passkeyPlace === undefined) return refuse('PASSKEY_PLACE');
  const owner = await takeSigned(parts, { ...given, purpose: 'signIn' });
  return owner === undefined ? refuse('PASSKEY_REFUSED') : reply({ loginId: owner });
}
