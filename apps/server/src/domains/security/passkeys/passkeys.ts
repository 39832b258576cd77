import { readLogin } from '#domains/account/index.ts';
import { dropUnusedCodes, hasFactor } from '#domains/security/factors/factor-store.ts';
import { makeRecoveryCodes } from '#domains/security/factors/factors.ts';
import { placeHold } from '#domains/security/holds.ts';
import { checkAdded, checkSigned, readAdded, readSigned } from '#domains/security/passkeys/answer.ts';
import {
  CHALLENGE_LIFE_MS,
  type ChallengePurpose,
  makeChallenge,
  takeChallenge,
} from '#domains/security/passkeys/challenge-store.ts';
import {
  deletePasskey,
  findPasskey,
  insertPasskey,
  listPasskeys,
  PASSKEYS_MAX,
  type Passkey,
  usePasskey,
} from '#domains/security/passkeys/passkey-store.ts';
import type { PasswordParts } from '#domains/security/passwords.ts';
import { lockRefusal } from '#domains/security/proofs.ts';
import { clearTries, takeTry } from '#domains/security/secret-tries.ts';
import { inTransaction, type Queryable } from '#platform/database/pool.ts';
import { randomId } from '#platform/ids.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { type Reply, refuse, reply, type Session } from '#ports.ts';

interface ForBrowser {
  readonly challenge: string;
  readonly host: string;
  readonly known: string[];
}

const idsOf = (passkeys: readonly Passkey[]): string[] => passkeys.map(({ credentialId }) => credentialId);

/** Stands for a login in its passkeys, and tells nobody which it is. */
const handleOf = (secrets: Secrets, loginId: number): string =>
  secrets.hmac('passkey-user', String(loginId)).toString('base64url');

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
  await parts.tellOwner(await readLogin(pool, loginId), 'passkeyAdded', nowMs);
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
  await parts.tellOwner(await readLogin(pool, loginId), 'passkeyRemoved', nowMs);
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

/** Whose passkey has signed in. */
export async function loginOfPasskey(
  parts: PasswordParts,
  given: { readonly credential: string; readonly nowMs: number },
): Promise<Reply<{ readonly loginId: number }>> {
  if (parts.passkeyPlace === undefined) return refuse('PASSKEY_PLACE');
  const owner = await takeSigned(parts, { ...given, purpose: 'signIn' });
  return owner === undefined ? refuse('PASSKEY_REFUSED') : reply({ loginId: owner });
}

/** What a browser needs to meet a step-up by a passkey; undefined where the login has none. */
export async function passkeyForStepUp(
  { pool, passkeyPlace }: Pick<PasswordParts, 'pool' | 'passkeyPlace'>,
  of: { readonly loginId: number; readonly stepUpId: string; readonly nowMs: number },
): Promise<ForBrowser | undefined> {
  if (passkeyPlace === undefined) return undefined;
  const known = idsOf(await listPasskeys(pool, of.loginId));
  if (known.length === 0) return undefined;
  const { stepUpId: boundTo, nowMs } = of;
  const challenge = await makeChallenge(pool, { purpose: 'stepUp', boundTo, nowMs });
  return challenge === undefined ? undefined : { challenge, host: passkeyPlace.host, known };
}

/** The second factor of a step-up by a passkey, counted like the codes. */
export async function provePasskey(
  parts: Pick<PasswordParts, 'pool' | 'secrets' | 'passkeyPlace'>,
  given: {
    readonly loginId: number;
    readonly stepUpId: string;
    readonly credential: string;
    readonly nowMs: number;
  },
): Promise<Reply<object>> {
  const { loginId, stepUpId: boundTo, nowMs } = given;
  const of = { loginId, name: 'factor', nowMs } as const;
  if (!(await takeTry(parts.pool, of))) return lockRefusal(parts, of);
  const owner = await takeSigned(parts, { ...given, purpose: 'stepUp', boundTo });
  if (owner !== loginId) return lockRefusal(parts, of);
  await clearTries(parts.pool, of);
  return reply({});
}

/** The login whose passkey signed. Nothing of another login is noted in a step-up. */
async function takeSigned(
  { pool, secrets, passkeyPlace }: Pick<PasswordParts, 'pool' | 'secrets' | 'passkeyPlace'>,
  given: {
    readonly purpose: ChallengePurpose;
    readonly boundTo?: string;
    readonly loginId?: number;
    readonly credential: string;
    readonly nowMs: number;
  },
): Promise<number | undefined> {
  const { purpose, boundTo = '', nowMs } = given;
  const answer = readSigned(given.credential);
  if (answer === undefined || passkeyPlace === undefined) return undefined;
  const { challenge, read } = answer;
  if (!(await takeChallenge(pool, { challenge, purpose, boundTo, nowMs }))) return undefined;
  const passkey = await ownPasskey(pool, read.id, given.loginId);
  if (passkey === undefined) return undefined;
  const { loginId } = passkey;
  const { userHandle } = read.response;
  // A sign-in finds the login by the passkey alone: then the passkey has to know it too.
  if (userHandle === undefined ? purpose === 'signIn' : userHandle !== handleOf(secrets, loginId))
    return undefined;
  const signCount = await checkSigned(passkeyPlace, passkey, answer);
  if (signCount === undefined) return undefined;
  return (await usePasskey(pool, passkey, { signCount, nowMs })) ? loginId : undefined;
}

async function ownPasskey(
  on: Queryable,
  credentialId: string,
  loginId: number | undefined,
): Promise<Passkey | undefined> {
  const found = await findPasskey(on, credentialId);
  return loginId === undefined || found?.loginId === loginId ? found : undefined;
}
