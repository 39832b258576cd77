import { randomInt } from 'node:crypto';
import { MINUTE_MS } from '@tarazu/core/values';
import { readLogin } from '#domains/account/index.ts';
import { recoveryCodeHash } from '#domains/security/factors/factor-check.ts';
import {
  beginTotp,
  confirmTotp,
  findTotp,
  hasFactor,
  removeTotp,
  replaceRecoveryCodes,
} from '#domains/security/factors/factor-store.ts';
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
const CODES = 10;
const CODE_LENGTH = 10;
/** Without what looks alike; ten of these are 49 bits. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

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
  await parts.tellOwner(await readLogin(pool, loginId), 'factorSet', nowMs);
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
  await parts.tellOwner(await readLogin(pool, loginId), 'factorRemoved', nowMs);
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
  await parts.tellOwner(await readLogin(pool, loginId), 'recoveryCodesNew', nowMs);
  return reply({ recoveryCodes });
}

export async function makeRecoveryCodes(
  { pool, secrets }: Pick<PasswordParts, 'pool' | 'secrets'>,
  loginId: number,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () =>
    Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS.charAt(randomInt(CODE_LETTERS.length))).join(''),
  );
  const hashes = codes.map((code) => recoveryCodeHash(secrets, loginId, code));
  await inTransaction(pool, (on) => replaceRecoveryCodes(on, loginId, hashes));
  return codes.map((code) => `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`);
}
