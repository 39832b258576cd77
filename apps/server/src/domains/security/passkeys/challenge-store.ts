import { randomBytes } from 'node:crypto';
import { MINUTE_MS } from '@tarazu/core/values';
import { type Queryable, statement } from '#platform/database/pool.ts';
import { hashOfToken } from '#platform/secrets/secrets.ts';

/** Challenges that passkeys sign. Each is for one purpose, and is gone once an answer to it came. */

export type ChallengePurpose = 'signIn' | 'add' | 'stepUp' | 'staffSignIn' | 'staffAdd';
export const CHALLENGE_LIFE_MS = 2 * MINUTE_MS;
/** Of sign-ins, which anybody may ask for; the others are one for each session or step-up. */
const SIGN_INS_MAX = 20_000;
const CHALLENGE_BYTES = 32;

const insertRow = statement<{ purpose: string }>(
  'passkey-challenge-insert',
  `insert into passkey_challenge (challenge_hash, purpose, bound_to, expires_at)
   select decode($1, 'hex'), $2, $3, $4
    where $2 not in ('signIn', 'staffSignIn') or (select count(*) from passkey_challenge where purpose = $2) < ${SIGN_INS_MAX}
   on conflict (purpose, bound_to) do update set challenge_hash = excluded.challenge_hash,
     expires_at = excluded.expires_at
   returning purpose`,
);
const takeRow = statement<{ purpose: string }>(
  'passkey-challenge-take',
  `delete from passkey_challenge
    where challenge_hash = decode($1, 'hex') and purpose = $2 and ($2 in ('signIn', 'staffSignIn') or bound_to = $3) and expires_at > $4
   returning purpose`,
);
const cleanOver = statement(
  'passkey-challenge-clean',
  'delete from passkey_challenge where expires_at <= $1',
);

/** Undefined while too many sign-ins are open. */
export async function makeChallenge(
  on: Queryable,
  of: { readonly purpose: ChallengePurpose; readonly boundTo?: string; readonly nowMs: number },
): Promise<string | undefined> {
  await cleanChallenges(on, of.nowMs);
  const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url');
  const hash = hashOfToken(challenge);
  const until = new Date(of.nowMs + CHALLENGE_LIFE_MS);
  const made = await insertRow(on, [hash, of.purpose, of.boundTo ?? hash, until]);
  return made.length === 1 ? challenge : undefined;
}

/** Uses a challenge up. False: it is over, was answered before, or is of another purpose or session. */
export async function takeChallenge(
  on: Queryable,
  of: {
    readonly challenge: string;
    readonly purpose: ChallengePurpose;
    readonly boundTo?: string;
    readonly nowMs: number;
  },
): Promise<boolean> {
  const taken = await takeRow(on, [
    hashOfToken(of.challenge),
    of.purpose,
    of.boundTo ?? '',
    new Date(of.nowMs),
  ]);
  return taken.length === 1;
}

export async function cleanChallenges(on: Queryable, nowMs: number): Promise<void> {
  await cleanOver(on, [new Date(nowMs)]);
}
