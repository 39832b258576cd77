import { findTotp, takeRecoveryCode, takeTotpStep } from '#domains/security/factors/factor-store.ts';
import type { SecretOf } from '#domains/security/secret-tries.ts';
import type { Queryable } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';
import { factorStep } from '#platform/secrets/totp.ts';

interface FactorGiven extends SecretOf {
  readonly secret: string;
  readonly nowMs: number;
}

/** Six digits of the authenticator, none taken twice, or a recovery code, which is used up. */
export async function isFactorRight(
  { pool, secrets }: { readonly pool: Queryable; readonly secrets: Secrets },
  { loginId, secret, nowMs }: FactorGiven,
): Promise<boolean> {
  const given = secret.replaceAll(/[\s-]/g, '').toUpperCase();
  if (!/^\d{6}$/.test(given))
    return takeRecoveryCode(pool, loginId, recoveryCodeHash(secrets, loginId, given));
  const totp = await findTotp(pool, loginId);
  if (totp?.confirmedAtMs === undefined) return false;
  const step = factorStep(secrets.unseal('login-factor', totp.sealedKey), given, nowMs);
  return step !== undefined && takeTotpStep(pool, loginId, step);
}

/** Hash of a recovery code, under a key and of one login. */
export function recoveryCodeHash(secrets: Secrets, loginId: number, code: string): Buffer {
  return secrets.hmac('recovery-code', `${loginId}:${code}`);
}
