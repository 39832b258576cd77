import { MINUTE_MS } from '@tarazu/core/values';
import { readLogin } from '#domains/account/index.ts';
import {
  beginTotp,
  confirmTotp,
  findTotp,
  hasFactor,
  removeTotp,
} from '#domains/security/factors/factor-store.ts';
import { makeRecoveryCodes } from '#domains/security/factors/recovery-codes.ts';
import { placeHold } from '#domains/security/holds.ts';
import type { PasswordParts } from '#domains/security/passwords.ts';
import { lockRefusal } from '#domains/security/proofs.ts';
import { clearTries, takeTry } from '#domains/security/secret-tries.ts';
import { inTransaction } from '#platform/database/pool.ts';
import { factorStep, factorUrl, newFactorKey } from '#platform/secrets/totp.ts';
import { type Reply, refuse, reply, type Session } from '#ports.ts';

const ISSUER = 'Tarazu';
/** A key that nobody confirmed is forgotten. */
const PENDING_MS = 10 * MINUTE_MS;

/** The key of a new authenticator: nothing until a code of it is confirmed. */
export async function beginAuthenticator(
  { pool, secrets }: PasswordParts,
  { loginId, userId }: Session,
  nowMs: number,
): Promise<Reply<{ readonly key: string; readonly keyUrl: string }>> {
  const key = newFactorKey();
  const sealedKey = secrets.seal('login-factor', key);
  if (!(await beginTotp(pool, { loginId, sealedKey, nowMs }))) return refuse('SECOND_FACTOR_SET');
  return reply({ key, keyUrl: factorUrl(key, { issuer: ISSUER, name: userId }) });
}

/** Sets the second factor. The other devices are signed out: they came in without it. */
export async function confirmAuthenticator(
  parts: PasswordParts,
  { loginId, sessionId }: Session,
  { code, nowMs }: { readonly code: string; readonly nowMs: number },
): Promise<Reply<{ recoveryCodes: string[] }>> {
  const { pool, secrets } = parts;
  const totp = await findTotp(pool, loginId);
  if (totp === undefined || totp.confirmedAtMs !== undefined || nowMs - totp.begunAtMs > PENDING_MS)
    return refuse('NOT_FOUND');
  const of = { loginId, name: 'factor' } as const;
  if (!(await takeTry(pool, { ...of, nowMs }))) return lockRefusal(parts, { ...of, nowMs });
  const step = factorStep(secrets.unseal('login-factor', totp.sealedKey), code, nowMs);
  if (step === undefined) return lockRefusal(parts, { ...of, nowMs });
  await clearTries(pool, of);
  if (!(await confirmTotp(pool, { loginId, nowMs, step, begunAtMs: totp.begunAtMs })))
    return refuse('NOT_FOUND');
  const recoveryCodes = await makeRecoveryCodes(parts, loginId);
  await parts.sessions.endAll({ loginId, exceptSessionId: sessionId });
  await parts.notifyOwner(await readLogin(pool, loginId), 'factorSet', nowMs);
  return reply({ recoveryCodes });
}

/** Removes the second factor and its recovery codes. */
export async function removeAuthenticator(
  parts: PasswordParts,
  { loginId, sessionId }: Session,
  nowMs: number,
): Promise<Reply<{ readonly lockedUntilMs: number }>> {
  const { pool } = parts;
  // The removal and its hold are one, and the other devices end before anybody is told.
  const lockedUntilMs = await inTransaction(pool, async (on) =>
    (await removeTotp(on, loginId)) ? placeHold(on, { loginId, reason: 'factor', nowMs }) : undefined,
  );
  if (lockedUntilMs === undefined) return refuse('NOT_FOUND');
  await parts.sessions.endAll({ loginId, exceptSessionId: sessionId });
  await parts.notifyOwner(await readLogin(pool, loginId), 'factorRemoved', nowMs);
  return reply({ lockedUntilMs });
}

/** New recovery codes in place of those of before; only here are they told. */
export async function renewRecoveryCodes(
  parts: PasswordParts,
  { loginId }: Session,
  nowMs: number,
): Promise<Reply<{ recoveryCodes: string[] }>> {
  const { pool } = parts;
  if (!(await hasFactor(pool, loginId))) return refuse('NOT_FOUND');
  const recoveryCodes = await makeRecoveryCodes(parts, loginId);
  await parts.notifyOwner(await readLogin(pool, loginId), 'recoveryCodesNew', nowMs);
  return reply({ recoveryCodes });
}
