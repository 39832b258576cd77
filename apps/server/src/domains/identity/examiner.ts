import { AGE_MIN_YEARS, ageOn, isExpired, wordsOf } from '@tarazu/core/identity';
import { IDENTITY_REASONS, type IdentityReason } from '@tarazu/protocol';

/**
 * Published rules by which a sandbox installation decides without staff
 * (docs/rules.md 2.20), purely. They read no words on a photo, but its size,
 * its contrast and its place, and compare what was written with itself.
 */

export interface PictureFacts {
  readonly width: number;
  readonly height: number;
  readonly contrast: number;
  readonly print: Uint8Array;
}

export interface CaseFacts {
  readonly fullName: string;
  readonly birthDate: string;
  readonly expiresOn: string | undefined;
  /** Whether a tax number that tells something of its holder's name tells another one. */
  readonly isNameUnfit: boolean;
  /** Whether another login is verified by the document's number or the tax number. */
  readonly isNumberTaken: boolean;
  readonly front: PictureFacts;
  readonly reverse: PictureFacts;
  readonly selfie: PictureFacts;
  /** The day on which it is decided, `YYYY-MM-DD` in India. */
  readonly today: string;
}

/** Pixels of the shorter side below which nobody could read a document. */
export const SHORT_SIDE_MIN = 480;
/** Standard deviation of brightness below which a photo shows next to nothing. */
export const CONTRAST_MIN = 8;
/** Bits of 64 in which two photos differ at least when they are two. */
const PRINT_BITS_MIN = 5;

type Rule = (facts: CaseFacts) => boolean;

const RULES: Readonly<Record<IdentityReason, Rule>> = {
  DUPLICATE_ID: ({ isNumberTaken }) => isNumberTaken,
  UNDERAGE: ({ birthDate, today }) => ageOn(birthDate, today) < AGE_MIN_YEARS,
  EXPIRED: ({ expiresOn, today }) => expiresOn !== undefined && isExpired(expiresOn, today),
  NAME_MISMATCH: ({ fullName, isNameUnfit }) => wordsOf(fullName).length < 2 || isNameUnfit,
  BLUR: ({ front, reverse, selfie }) => [front, reverse, selfie].some(isSmall),
  UNREADABLE: ({ front, reverse }) => [front, reverse].some(isBlank) || isSame(front, reverse),
  LIVENESS: ({ front, reverse, selfie }) =>
    isBlank(selfie) || isSame(selfie, front) || isSame(selfie, reverse),
};

const isSmall = ({ width, height }: PictureFacts): boolean => Math.min(width, height) < SHORT_SIDE_MIN;
const isBlank = ({ contrast }: PictureFacts): boolean => contrast < CONTRAST_MIN;

function isSame(one: PictureFacts, other: PictureFacts): boolean {
  const bits = [...one.print].reduce(
    (sum, byte, place) => sum + (byte ^ (other.print[place] ?? 0)).toString(2).replaceAll('0', '').length,
    0,
  );
  return bits < PRINT_BITS_MIN;
}

/** All that is wrong, so that it can be put right at once; empty where nothing is. */
export function examine(facts: CaseFacts): readonly IdentityReason[] {
  return IDENTITY_REASONS.filter((reason) => RULES[reason](facts));
}

/**
 * An appeal on a sandbox installation: the rules are asked again, but for the letter of a PAN and the number
 * of words in a name, which are signs and no proof (rules 2.20).
 */
export function examineAppeal(facts: CaseFacts): readonly IdentityReason[] {
  return examine(facts).filter((reason) => reason !== 'NAME_MISMATCH');
}
