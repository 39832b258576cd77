import { type Hasher, hexOf, textBytes } from '#hash/bytes.ts';
import { sha256 } from '#hash/sha256.ts';

/* Key of a simulated market's day, in the journal by its hash before the day and whole after it. */

/** A day's key as the journal tells it: before the day its commitment alone. */
export interface MarketKey {
  /** `YYYY-MM-DD`: of the exchange for shares, of UTC for coins. */
  readonly day: string;
  readonly commitment: string;
  /** 32 hexadecimal digits. */
  readonly key?: string | undefined;
}

/** Hash of a key, published before its day. */
export function marketKeyCommitment(
  { day, key }: { readonly day: string; readonly key: string },
  hash: Hasher = sha256,
): string {
  return hexOf(hash(textBytes(`tarazu market-day key|${day}|${key}`)));
}

/**
 * Why a key can't follow what is known of its day, of which nothing is ever replaced; undefined where it can.
 */
export function marketKeyProblem(known: MarketKey | undefined, next: MarketKey): string | undefined {
  const { day, key, commitment } = next;
  if (known && known.commitment !== commitment) return 'another commitment';
  if (known?.key !== undefined && known.key !== key) return 'another key';
  if (key === undefined) return undefined;
  if (!known) return 'no commitment';
  return marketKeyCommitment({ day, key }) === commitment ? undefined : 'another key';
}
