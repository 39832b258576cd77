import { checkSigned, readSigned } from '#domains/security/passkeys/answer.ts';
import {
  type ChallengePurpose,
  makeChallenge,
  takeChallenge,
} from '#domains/security/passkeys/challenge-store.ts';
import {
  findPasskey,
  listPasskeys,
  type Passkey,
  usePasskey,
} from '#domains/security/passkeys/passkey-store.ts';
import { lockRefusal, type ProofParts } from '#domains/security/proofs.ts';
import { clearTries, takeTry } from '#domains/security/secret-tries.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { type Reply, reply } from '#ports.ts';

/** Proofs by a passkey that was added before. */

export interface ForBrowser {
  readonly challenge: string;
  readonly host: string;
  readonly known: string[];
}

export const idsOf = (passkeys: readonly Passkey[]): string[] =>
  passkeys.map(({ credentialId }) => credentialId);

/** Stands for a login in its passkeys, and tells nobody which it is. */
export const handleOf = (secrets: Secrets, loginId: number): string =>
  secrets.hmac('passkey-user', String(loginId)).toString('base64url');

/** Needs of a browser that meets a step-up by a passkey; undefined where the login has none. */
export async function passkeyForStepUp(
  { pool, passkeyPlace }: Pick<ProofParts, 'pool' | 'passkeyPlace'>,
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
  parts: Pick<ProofParts, 'pool' | 'secrets' | 'passkeyPlace'>,
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
export async function takeSigned(
  { pool, secrets, passkeyPlace }: Pick<ProofParts, 'pool' | 'secrets' | 'passkeyPlace'>,
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
