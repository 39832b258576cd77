import { type Hasher, hexOf, textBytes } from '#hash/bytes.ts';
import { sha256 } from '#hash/sha256.ts';
import { DAY_MS, INDIA_OFFSET_MS } from '#values/units.ts';

/*
 * The second in which an auction stops collecting (rules 2.6), by a secret seed of
 * the day whose hash is journaled before it: each round of three seconds asks the
 * seed whether to stop. By rule 2 it is mixed with the root of the journal's log when
 * the day begins and a round of a public beacon; days under rule 1 have none of it.
 */

/** Length of a round. */
export const ROUND_MS = 3_000;

/** Values that are mixed with the seed by rule 2, when its day begins at 00:00 of the exchange. */
export interface EndMix {
  /** Commands of the journal whose time is before the day, which is the number of the last of them. */
  readonly sequence: number;
  /**
   * The root of the signed log over these, hexadecimal: it binds each order of each customer up to the day.
   */
  readonly root: string;
  /** The round of the announced beacon; absent where none was announced, or it could not be reached. */
  readonly randomness?: string | undefined;
}

/** A round of a public beacon, announced with the commitment. */
export interface BeaconRound {
  /** Hash of the beacon's chain, as its operators publish it. */
  readonly chain: string;
  readonly round: number;
}

/**
 * A day's seed as the journal tells it: before the day its
 * commitment alone, then the mix, and after the day the seed.
 */
export interface EndSeed {
  /** The exchange's day, `YYYY-MM-DD`. */
  readonly tradingDay: string;
  readonly commitment: string;
  /** Absent: rule 1. */
  readonly rule?: 2 | undefined;
  readonly beacon?: BeaconRound | undefined;
  readonly mix?: EndMix | undefined;
  /** 64 hexadecimal digits. */
  readonly seed?: string | undefined;
}

/** Hash of a seed, published before its day. */
export function commitmentOf(
  { tradingDay, seed }: { tradingDay: string; seed: string },
  hash: Hasher = sha256,
): string {
  return hexOf(hash(textBytes(`tarazu session-end seed|${tradingDay}|${seed}`)));
}

/**
 * The seed that decides: by rule 2 the SHA-256 of `tarazu session-end mix|DAY|SEED|SEQUENCE|ROOT|RANDOMNESS`,
 * empty where there is none.
 */
export function decidingSeed(
  { tradingDay, rule, mix }: Pick<EndSeed, 'tradingDay' | 'rule' | 'mix'>,
  seed: string,
  hash: Hasher = sha256,
): string | undefined {
  if (rule === undefined) return seed;
  if (mix === undefined) return undefined;
  const { sequence, root, randomness = '' } = mix;
  return hexOf(
    hash(textBytes(`tarazu session-end mix|${tradingDay}|${seed}|${sequence}|${root}|${randomness}`)),
  );
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
 * End of an auction: round `i` (from 0) of `n` stops it where the first 32 bits of SHA-256 of `tarazu
 * session-end|DAY|NAME|i|SEED`, as a number, leave no rest when divided by `n - i`. So every round is as
 * likely the last as any other, and the seed is the deciding one.
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

/** When a day of the exchange begins: 00:00 of its clock. */
export function endDayStartMs(tradingDay: string): number {
  const [year = 0, month = 0, date = 0] = tradingDay.split('-').map(Number);
  return daysSinceEpoch(year, month, date) * DAY_MS - INDIA_OFFSET_MS;
}

/**
 * Days from 1970-01-01 to a date of the Gregorian calendar, whose
 * years are counted from March so that a leap day comes last.
 */
function daysSinceEpoch(year: number, month: number, date: number): number {
  const [ofYear, ofMonth] = month > 2 ? [year, month - 3] : [year - 1, month + 9];
  const days = 365 * ofYear + Math.floor(ofYear / 4) - Math.floor(ofYear / 100) + Math.floor(ofYear / 400);
  return days + Math.floor((153 * ofMonth + 2) / 5) + date - 1 - 719_468;
}

/** A commitment is bound by a signed head of this time at the latest: 24 hours before its day begins. */
export function boundByMs(tradingDay: string): number {
  return endDayStartMs(tradingDay) - DAY_MS;
}

/**
 * Why a seed can't follow what is known of its day, of
 * which nothing is ever replaced; undefined where it can.
 */
export function endSeedProblem(known: EndSeed | undefined, next: EndSeed): string | undefined {
  const { seed, commitment, rule, mix } = next;
  if (known && known.commitment !== commitment) return 'another commitment';
  if (known && known.rule !== rule) return 'another rule';
  if (known && textOf(known.beacon) !== textOf(next.beacon)) return 'another beacon';
  if (mix !== undefined && rule === undefined) return 'a mix by rule 1';
  if (known?.mix !== undefined && textOf(known.mix) !== textOf(mix)) return 'another mix';
  if (known?.seed !== undefined && known.seed !== seed) return 'another seed';
  if (mix !== undefined && !known) return 'no commitment';
  if (seed === undefined) return undefined;
  if (!known) return 'no commitment';
  if (rule !== undefined && known.mix === undefined) return 'no mix';
  return commitmentOf({ ...next, seed }) === commitment ? undefined : 'another seed';
}

/** A part of it as text that does not depend on the order of its fields. */
function textOf(part: EndMix | BeaconRound | undefined): string {
  if (part === undefined) return '';
  return 'root' in part
    ? `${part.sequence}|${part.root}|${part.randomness ?? ''}`
    : `${part.chain}|${part.round}`;
}
