import type { CONSOLE_OPERATIONS, OutputOf } from '@tarazu/protocol';
import { PASSKEYS_MAX } from '@tarazu/protocol';
import {
  CHALLENGE_LIFE_MS,
  checkAdded,
  checkSigned,
  makeChallenge,
  type PasskeyPlace,
  readAdded,
  readSigned,
  takeChallenge,
} from '#domains/security/index.ts';
import { appendEntry } from '#domains/staff/log/store.ts';
import {
  deleteStaffPasskey,
  findStaffPasskey,
  insertStaffPasskey,
  listStaffPasskeys,
  lockOpenStaff,
  useStaffPasskey,
} from '#domains/staff/people/passkey-store.ts';
import { openSession, type PeopleParts, proveAgain } from '#domains/staff/people/sign-in.ts';
import { findStaff } from '#domains/staff/people/store.ts';
import { type Place, takeNetworkTry } from '#domains/staff/people/tries.ts';
import { inTransaction } from '#platform/database/pool.ts';
import { randomId } from '#platform/ids.ts';
import { hashOfToken, type Secrets } from '#platform/secrets/secrets.ts';
import { type Reply, refuse, reply, type StaffSession } from '#ports.ts';

type Calls = typeof CONSOLE_OPERATIONS;

export interface StaffPasskeyParts extends PeopleParts {
  /** Undefined where there can be none. */
  readonly passkeyPlace: PasskeyPlace | undefined;
}

const handleOf = (secrets: Secrets, staffId: number): string =>
  secrets.hmac('passkey-user', `staff:${staffId}`).toString('base64url');

/** The challenge of a sign-in: it is made without knowing whose. */
export async function askStaffPasskey(
  parts: StaffPasskeyParts,
  place: Place,
): Promise<Reply<OutputOf<Calls['consolePasskeyAsk']>>> {
  const { pool, passkeyPlace } = parts;
  if (passkeyPlace === undefined) return refuse('PASSKEY_PLACE');
  const refused = takeNetworkTry(parts, place);
  if (refused !== undefined) return refused;
  const { nowMs } = place;
  const challenge = await makeChallenge(pool, { purpose: 'staffSignIn', nowMs });
  if (challenge === undefined) return refuse('RATE_LIMITED', { retryAfterMs: CHALLENGE_LIFE_MS });
  return reply({ challenge, host: passkeyPlace.host, expiresAtMs: nowMs + CHALLENGE_LIFE_MS });
}

/** Signs in with a passkey, which is both factors. Whatever is wrong with it, the answer is the same. */
export async function signInByPasskey(
  parts: StaffPasskeyParts,
  asked: { readonly credential: string; readonly deviceToken?: string | undefined },
  place: Place,
): Promise<Reply<OutputOf<Calls['consolePasskeySignIn']>>> {
  const { pool, secrets, passkeyPlace } = parts;
  if (passkeyPlace === undefined) return refuse('PASSKEY_PLACE');
  const { nowMs } = place;
  const answer = readSigned(asked.credential);
  if (answer === undefined) return refuse('PASSKEY_REFUSED');
  const { challenge, read } = answer;
  if (!(await takeChallenge(pool, { challenge, purpose: 'staffSignIn', nowMs })))
    return refuse('PASSKEY_REFUSED');
  const passkey = await findStaffPasskey(pool, read.id);
  if (passkey === undefined) return refuse('PASSKEY_REFUSED');
  if (read.response.userHandle !== handleOf(secrets, passkey.staffId)) return refuse('PASSKEY_REFUSED');
  const signCount = await checkSigned(passkeyPlace, passkey, answer);
  if (signCount === undefined) return refuse('PASSKEY_REFUSED');
  return inTransaction(pool, async (on) => {
    if (!(await lockOpenStaff(on, passkey.staffId))) return refuse('PASSKEY_REFUSED');
    const staff = await findStaff(on, passkey.staffName);
    if (staff === undefined || !(await useStaffPasskey(on, passkey, { signCount, nowMs })))
      return refuse('PASSKEY_REFUSED');
    return openSession(parts, { on, staff, act: 'signIn', place, deviceToken: asked.deviceToken });
  });
}

export async function readStaffPasskeys(
  { pool, passkeyPlace }: StaffPasskeyParts,
  { staffId }: StaffSession,
): Promise<Reply<OutputOf<Calls['consolePasskeyList']>>> {
  const passkeys = await listStaffPasskeys(pool, staffId);
  const list = passkeys.map(({ passkeyId: id, name, addedAtMs, usedAtMs }) => ({
    ...{ id, name, addedAtMs },
    ...(usedAtMs !== undefined && { usedAtMs }),
  }));
  return reply({ list, ...(passkeyPlace !== undefined && { host: passkeyPlace.host }) });
}

/** The challenge for a new passkey of this session, after password and authenticator were given again. */
export async function beginStaffPasskey(
  parts: StaffPasskeyParts,
  session: StaffSession,
  { password, factor, place }: { readonly password: string; readonly factor: string; readonly place: Place },
): Promise<Reply<OutputOf<Calls['consolePasskeyBegin']>>> {
  const { pool, secrets, passkeyPlace } = parts;
  if (passkeyPlace === undefined) return refuse('PASSKEY_PLACE');
  const { staffId, name, token } = session;
  const known = (await listStaffPasskeys(pool, staffId)).map(({ credentialId }) => credentialId);
  if (known.length >= PASSKEYS_MAX) return refuse('PASSKEY_MAX');
  const proved = await proveAgain(parts, { name, password, factor }, place);
  if (!proved.ok) return proved;
  const boundTo = hashOfToken(token);
  const challenge = await makeChallenge(pool, { purpose: 'staffAdd', boundTo, nowMs: place.nowMs });
  if (challenge === undefined) return refuse('PASSKEY_REFUSED');
  const userHandle = handleOf(secrets, staffId);
  return reply({ challenge, host: passkeyPlace.host, known, userHandle, userName: name });
}

export async function addStaffPasskey(
  { pool, passkeyPlace }: StaffPasskeyParts,
  { staffId, token }: StaffSession,
  given: { readonly name: string; readonly credential: string; readonly nowMs: number },
): Promise<Reply<OutputOf<Calls['consolePasskeyAdd']>>> {
  if (passkeyPlace === undefined) return refuse('PASSKEY_PLACE');
  const { name, nowMs } = given;
  const answer = readAdded(given.credential);
  if (answer === undefined) return refuse('PASSKEY_REFUSED');
  const { challenge } = answer;
  if (!(await takeChallenge(pool, { challenge, purpose: 'staffAdd', boundTo: hashOfToken(token), nowMs })))
    return refuse('PASSKEY_REFUSED');
  const made = await checkAdded(passkeyPlace, answer);
  if (made === undefined) return refuse('PASSKEY_REFUSED');
  const passkeyId = randomId();
  return inTransaction(pool, async (on) => {
    const row = { ...made, passkeyId, staffId, name, addedAtMs: nowMs };
    if (!(await lockOpenStaff(on, staffId)) || !(await insertStaffPasskey(on, row)))
      return refuse('PASSKEY_REFUSED');
    await appendEntry(on, { staffId, act: 'passkeyAdded', nowMs });
    return reply({ id: passkeyId });
  });
}

export async function removeStaffPasskey(
  { pool }: StaffPasskeyParts,
  { staffId }: StaffSession,
  { id, nowMs }: { readonly id: string; readonly nowMs: number },
): Promise<Reply<Record<string, never>>> {
  return inTransaction(pool, async (on) => {
    if (!(await deleteStaffPasskey(on, staffId, id))) return refuse('NOT_FOUND');
    await appendEntry(on, { staffId, act: 'passkeyRemoved', nowMs });
    return reply({});
  });
}
