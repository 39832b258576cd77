import { type Hasher, hexOf, textBytes } from '#hash/bytes.ts';
import { sha256 } from '#hash/sha256.ts';

/*
 * The second in which an auction stops collecting (rules 2.6). A secret seed is drawn for each day; its hash is in the journal before the
 * day, under the signed heads, and the seed after it. Each round of three seconds asks the seed whether to stop. Who runs the house knows
 * the second beforehand, and can't choose it any more; everybody else learns it when it is there.
 */

/** Length of a round. */
export const ROUND_MS = 3_000;

/** A day's seed as the journal tells it: before the day its commitment alone. */
export interface EndSeed {
  /** The exchange's day, `YYYY-MM-DD`. */
  readonly tradingDay: string;
  readonly commitment: string;
  /** 64 hexadecimal digits. */
  readonly seed?: string | undefined;
}

/** What is published of a seed before its day. */
export function commitmentOf(
  { tradingDay, seed }: { tradingDay: string; seed: string },
  hash: Hasher = sha256,
): string {
  return hexOf(hash(textBytes(`tarazu session-end seed|${tradingDay}|${seed}`)));
}

/** A stretch of time in which an auction ends. */
export interface EndWindow {
  /** `preOpen`, `closingLimit`, or the name of an auction that a share has by itself. */
  readonly name: string;
  /** When it ends at the latest. */
  readonly latestMs: number;
  /** How long before that it may end. */
  readonly windowMs: number;
}

/**
 * When an auction ends: round `i` (from 0) of `n` stops it where the first 32 bits of SHA-256 of `tarazu session-end|DAY|NAME|i|SEED`, as
 * a number, leave no rest when divided by `n - i`. So every round is as likely the last as any other.
 */
export function auctionEndMs(
  { tradingDay, seed }: { tradingDay: string; seed: string },
  { name, latestMs, windowMs }: EndWindow,
  hash: Hasher = sha256,
): number {
  const rounds = Math.floor(windowMs / ROUND_MS);
  for (let round = 0; round < rounds; round += 1) {
    const digest = hexOf(hash(textBytes(`tarazu session-end|${tradingDay}|${name}|${round}|${seed}`)));
    if (Number.parseInt(digest.slice(0, 8), 16) % (rounds - round) === 0)
      return latestMs - windowMs + (round + 1) * ROUND_MS;
  }
  return latestMs;
}

/** Why a seed can't follow what is known of its day; undefined where it can. Neither it nor its commitment is ever replaced. */
export function endSeedProblem(known: EndSeed | undefined, next: EndSeed): string | undefined {
  const { seed, commitment } = next;
  if (known && known.commitment !== commitment) return 'another commitment';
  if (known?.seed !== undefined && known.seed !== seed) return 'another seed';
  if (seed === undefined) return undefined;
  if (!known) return 'no commitment';
  return commitmentOf({ ...next, seed }) === commitment ? undefined : 'another seed';
}
