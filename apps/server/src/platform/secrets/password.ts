import { randomBytes } from 'node:crypto';
import { parseOptions } from '@node-rs/argon2';
import { HashPool } from './hash-pool.ts';
import type { SecretPurpose, Secrets } from './secrets.ts';

/** The kept form of a password: a PHC string such as `$argon2id$v=19$m=19456,t=2,p=1$…`. */
export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** Whether the password is the one that was hashed. */
  verify(password: string, stored: string): Promise<boolean>;
  /**
   * Takes as long as `verify` and is always false: for an
   * account that does not exist, so that nobody can tell.
   */
  verifyUnknown(password: string): Promise<false>;
  /**
   * Whether the stored hash was made with other costs than
   * today's and should be made anew at the next sign-in.
   */
  isOutdated(stored: string): boolean;
}

/**
 * 19 MiB, two passes, one environment: the first of the equal
 * choices in OWASP's list. The library's default is Argon2id.
 */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** One for the whole process: its threads are as many as processors can be spared. */
const pool = new HashPool();

/**
 * The password is keyed before it is hashed: whoever has the database and not the key can't even start to
 * guess, which is what makes six digits bearable.
 */
export function createPasswordHasher(
  secrets: Secrets,
  purpose: Extract<SecretPurpose, 'password' | 'transaction-password' | 'staff-password'>,
): PasswordHasher {
  // The same letter may be typed as one character or as two; NFKC makes both the same password. As base64,
  // because the library verifies text only.
  const keyed = (password: string): string =>
    secrets.hmac(purpose, password.normalize('NFKC')).toString('base64');
  const isSignIn = purpose !== 'transaction-password';
  const hashPassword = async (password: string): Promise<string> => {
    const answer = await pool.run({ kind: 'hash', text: keyed(password), cost: COST }, { isSignIn });
    if ('hash' in answer) return answer.hash;
    throw new Error(`Invariant: a password is hashed: ${JSON.stringify(answer)}`);
  };
  const verify = async (stored: string, password: string): Promise<boolean> => {
    const answer = await pool.run({ kind: 'verify', stored, text: keyed(password) }, { isSignIn });
    if ('isRight' in answer) return answer.isRight;
    throw new Error(`Invariant: a stored hash is one of ours: ${JSON.stringify(answer)}`);
  };
  const nobodysHash = hashPassword(randomBytes(32).toString('base64'));
  // A failure is heard by whoever verifies first; until then it must not end the process.
  nobodysHash.catch(() => undefined);
  return {
    hash: hashPassword,
    verify: (password, stored) => verify(stored, password),
    verifyUnknown: async (password) => {
      await verify(await nobodysHash, password);
      return false;
    },
    isOutdated: (stored) => {
      const used = parseOptions(stored);
      return (
        used.memoryCost !== COST.memoryCost ||
        used.timeCost !== COST.timeCost ||
        used.parallelism !== COST.parallelism
      );
    },
  };
}
