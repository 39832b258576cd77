import { MINUTE_MS } from '@tarazu/core/values';
import { readLogin } from '#domains/account/index.ts';
import { readSecret } from '#domains/security/secret-store.ts';
import { clearTries, lockedUntilMs, type SecretName, takeTry } from '#domains/security/secret-tries.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { PasswordHasher } from '#platform/secrets/password.ts';
import { type Reply, refuse, reply } from '#ports.ts';

/** Proofs of a signed-in person that it is they. */

export interface ProofParts {
  readonly pool: Queryable;
  readonly passwords: PasswordHasher;
  readonly pins: PasswordHasher;
}

const REFUSALS = {
  password: { wrong: 'PASSWORD_WRONG', locked: 'PASSWORD_LOCKED' },
  pin: { wrong: 'PIN_WRONG', locked: 'PIN_LOCKED' },
} as const;

export interface SecretGiven {
  readonly loginId: number;
  readonly name: SecretName;
  readonly secret: string;
  readonly nowMs: number;
}

/** Compares a secret after it has counted the try. The right one forgets those before. */
export async function proveSecret(parts: ProofParts, given: SecretGiven): Promise<Reply<object>> {
  const { loginId, name, nowMs } = given;
  const isTaken = await takeTry(parts.pool, given);
  if (isTaken && (await isRight(parts, given))) {
    await clearTries(parts.pool, given);
    return reply({});
  }
  const untilMs = await lockedUntilMs(parts.pool, { loginId, name, nowMs });
  if (untilMs === undefined) return refuse(REFUSALS[name].wrong);
  const retryAfterMs = untilMs - nowMs;
  // Rounded up: who waits as long as is said may try again.
  const minutes = String(Math.ceil(retryAfterMs / MINUTE_MS));
  return refuse(REFUSALS[name].locked, { retryAfterMs, detail: { minutes } });
}

async function isRight(parts: ProofParts, { loginId, name, secret }: SecretGiven): Promise<boolean> {
  if (name === 'pin') {
    const stored = (await readSecret(parts.pool, loginId, 'pin'))?.hash;
    return stored !== undefined && parts.pins.verify(secret, stored);
  }
  const { passwordHash } = await readLogin(parts.pool, loginId);
  return passwordHash !== null && parts.passwords.verify(secret, passwordHash);
}
