import { randomInt } from 'node:crypto';
import type pg from 'pg';
import { recoveryCodeHash } from '#domains/security/factors/factor-check.ts';
import { replaceRecoveryCodes } from '#domains/security/factors/factor-store.ts';
import { inTransaction } from '#platform/database/pool.ts';
import type { Secrets } from '#platform/secrets/secrets.ts';

const CODES = 10;
const CODE_LENGTH = 10;
/** Without what looks alike; ten of these are 49 bits. */
const CODE_LETTERS = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';

/** Ten codes in place of those of before; only their hashes are kept. */
export async function makeRecoveryCodes(
  { pool, secrets }: { readonly pool: pg.Pool; readonly secrets: Secrets },
  loginId: number,
): Promise<string[]> {
  const codes = Array.from({ length: CODES }, () =>
    Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS.charAt(randomInt(CODE_LETTERS.length))).join(''),
  );
  const hashes = codes.map((code) => recoveryCodeHash(secrets, loginId, code));
  await inTransaction(pool, (on) => replaceRecoveryCodes(on, loginId, hashes));
  return codes.map((code) => `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`);
}
