import { MINUTE_MS } from '@tarazu/core/values';
import type pg from 'pg';
import { type Login, readLogin } from '#domains/account/index.ts';
import { isFactorRight } from '#domains/security/factors/factor-check.ts';
import type { PasskeyPlace } from '#domains/security/passkeys/place.ts';
import { readSecret } from '#domains/security/secret-store.ts';
import { clearTries, lockedUntilMs, type SecretName, takeTry } from '#domains/security/secret-tries.ts';
import type { RateLimiter } from '#platform/network/rate-limit.ts';
import type { PasswordHasher, PasswordHashing } from '#platform/secrets/password.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { type Reply, refuse, reply } from '#ports.ts';

/** Proofs of a signed-in person that it is they. */

export interface ProofParts {
  readonly pool: pg.Pool;
  readonly passwords: PasswordHasher;
  readonly pins: PasswordHasher;
  readonly secrets: Secrets;
  readonly limiter: RateLimiter;
  /** Undefined where there can be no passkeys. */
  readonly passkeyPlace: PasskeyPlace | undefined;
}

/** More than a person types. */
const PROOFS = { limit: 30, windowMs: MINUTE_MS } as const;

const REFUSALS = {
  password: { wrong: 'PASSWORD_WRONG', locked: 'PASSWORD_LOCKED' },
  pin: { wrong: 'PIN_WRONG', locked: 'PIN_LOCKED' },
  factor: { wrong: 'SECOND_FACTOR_WRONG', locked: 'SECOND_FACTOR_LOCKED' },
} as const;

export interface SecretGiven {
  readonly loginId: number;
  readonly name: SecretName;
  readonly secret: string;
  readonly nowMs: number;
}

/** The second factor at the sign-in, counted with those of sessions. */
export async function proveFactor(
  parts: Pick<ProofParts, 'pool' | 'secrets'>,
  given: Omit<SecretGiven, 'name'>,
): Promise<Reply<object>> {
  const named = { ...given, name: 'factor' } as const;
  if (!(await takeTry(parts.pool, named)) || !(await isFactorRight(parts, named)))
    return lockRefusal(parts, named);
  await clearTries(parts.pool, named);
  return reply({});
}

/**
 * Compares a secret after it has counted the try; a right one forgets those before. Right ones are limited
 * too, as each takes as long as a sign-in.
 */
export async function proveSecret(parts: ProofParts, given: SecretGiven): Promise<Reply<object>> {
  const { loginId, name, nowMs } = given;
  if (name === 'factor') return proveFactor(parts, given);
  const taken = parts.limiter.take({ ...PROOFS, key: `proof:${loginId}`, nowMs });
  if (!taken.allowed) return refuse('RATE_LIMITED', { retryAfterMs: taken.retryAfterMs });
  const login = await readLogin(parts.pool, loginId);
  const hasher = name === 'pin' ? parts.pins : parts.passwords;
  return hasher.reserve(login, async (hashing) => {
    const isTaken = await takeTry(parts.pool, given);
    if (!isTaken || !(await isRight(parts, { ...given, hashing, login }))) return lockRefusal(parts, given);
    await clearTries(parts.pool, given);
    return reply({});
  });
}

/** Refusal after a try that was not right or not taken. */
export async function lockRefusal(
  { pool }: Pick<ProofParts, 'pool'>,
  { loginId, name, nowMs }: Omit<SecretGiven, 'secret'>,
): Promise<ReturnType<typeof refuse>> {
  const untilMs = await lockedUntilMs(pool, { loginId, name, nowMs });
  if (untilMs === undefined) return refuse(REFUSALS[name].wrong);
  const retryAfterMs = untilMs - nowMs;
  // Rounded up: who waits as long as is said may try again.
  const minutes = String(Math.ceil(retryAfterMs / MINUTE_MS));
  return refuse(REFUSALS[name].locked, { retryAfterMs, detail: { minutes } });
}

async function isRight(
  { pool }: Pick<ProofParts, 'pool'>,
  given: SecretGiven & { readonly hashing: PasswordHashing; readonly login: Login },
): Promise<boolean> {
  const { loginId, name, secret, hashing, login } = given;
  const stored = name === 'pin' ? (await readSecret(pool, loginId, 'pin'))?.hash : login.passwordHash;
  return stored !== undefined && stored !== null && hashing.verify(secret, stored);
}
