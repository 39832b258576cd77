import { randomBytes } from 'node:crypto';
import { parseOptions } from '@node-rs/argon2';
import { type HashAnswer, type HashAsker, HashPool, type HashWork } from './hash-pool.ts';
import type { SecretPurpose, Secrets } from './secrets.ts';

/** The kept form of a password: a PHC string such as `$argon2id$v=19$m=19456,t=2,p=1$…`. */
export interface PasswordHashing {
  /** @throws Busy when too many passwords wait to be hashed. */
  hash(password: string): Promise<string>;
  /** Whether the password is the one that was hashed. */
  verify(password: string, stored: string): Promise<boolean>;
  /**
   * Takes as long as `verify` and is always false: for an
   * account that does not exist, so that nobody can tell.
   */
  verifyUnknown(password: string): Promise<false>;
}

export interface PasswordHasher extends PasswordHashing {
  /** Hashing for somebody who is signed in, one after the other, guests last. */
  for(login: SignedInLogin): PasswordHashing;
  /**
   * Reserves a place before a try is counted or a code is used up: nothing hashed inside is refused any more.
   * @throws Busy before anything is done, when there is no place.
   */
  reserve<T>(login: SignedInLogin | undefined, use: (hashing: PasswordHashing) => Promise<T>): Promise<T>;
  /**
   * Whether the stored hash was made with other costs than
   * today's and should be made anew at the next sign-in.
   */
  isOutdated(stored: string): boolean;
}

export interface SignedInLogin {
  readonly loginId: number;
  readonly guest: boolean;
}

/** Argon2id with 19 MiB, two passes, one lane: the first of the equal choices in OWASP's list. */
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
  // Password in NFKC, in which a letter of one or two characters
  // is the same, as base64 because the library takes text.
  const keyed = (password: string): string =>
    secrets.hmac(purpose, password.normalize('NFKC')).toString('base64');
  const askerOf = (login: SignedInLogin | undefined): HashAsker => {
    if (login !== undefined) return { queue: login.guest ? 'guest' : 'confirmation', loginId: login.loginId };
    return { queue: purpose === 'staff-password' ? 'staff' : 'signIn' };
  };
  let nobodysHash: Promise<string> | undefined;
  /**
   * Made before anybody asks, so that the first one who does waits no longer; made again when that failed.
   */
  const makeNobodysHash = (): Promise<string> => {
    const made = hashWith(
      (work) => pool.run(work, askerOf(undefined)),
      keyed(randomBytes(32).toString('hex')),
    );
    // A failure is heard by whoever waits for it; it must not end the process.
    made.catch(() => {
      nobodysHash = undefined;
    });
    return made;
  };
  nobodysHash = makeNobodysHash();
  const hashingBy = (run: Run): PasswordHashing => ({
    hash: (password) => hashWith(run, keyed(password)),
    verify: (password, stored) => verifyWith(run, { text: keyed(password), stored }),
    verifyUnknown: async (password) => {
      nobodysHash ??= makeNobodysHash();
      await verifyWith(run, { text: keyed(password), stored: await nobodysHash });
      return false;
    },
  });
  const hashingFor = (login: SignedInLogin | undefined) =>
    hashingBy((work) => pool.run(work, askerOf(login)));
  return {
    ...hashingFor(undefined),
    for: hashingFor,
    reserve: async (login, use) => {
      const place = pool.hold(askerOf(login));
      try {
        return await use(hashingBy(place.run));
      } finally {
        place.leave();
      }
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

type Run = (work: HashWork) => Promise<HashAnswer>;

async function hashWith(run: Run, text: string): Promise<string> {
  const answer = await run({ kind: 'hash', text, cost: COST });
  if ('hash' in answer) return answer.hash;
  throw new Error(`Invariant: a password is hashed: ${JSON.stringify(answer)}`);
}

async function verifyWith(
  run: Run,
  of: { readonly text: string; readonly stored: string },
): Promise<boolean> {
  const answer = await run({ kind: 'verify', ...of });
  if ('isRight' in answer) return answer.isRight;
  throw new Error(`Invariant: a stored hash is one of ours: ${JSON.stringify(answer)}`);
}
