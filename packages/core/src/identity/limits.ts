/** Levels of identity, the lowest first (rules 2.20). */
export const IDENTITY_LEVELS = ['unverified', 'verified', 'enhanced'] as const;
export type IdentityLevel = (typeof IDENTITY_LEVELS)[number];

/** Needs of the levels: documents for `verified`, and the rest besides for `enhanced`. */
export const LEVEL_NEEDS = ['documents', 'phone', 'email', 'factor'] as const;
export type LevelNeed = (typeof LEVEL_NEEDS)[number];

export interface LevelLimits {
  readonly level: IdentityLevel;
  /** Whether orders of the real account are taken. */
  readonly tradesReal: boolean;
  /** Rupees to banks in a day, whole. */
  readonly bankWithdrawalDayMax: bigint;
  /** Coins out in a day, by their worth in whole rupees. */
  readonly coinWithdrawalDayMax: bigint;
}

/** One version of the limits by level, the lowest level first. */
export interface IdentityLimits {
  readonly version: string;
  readonly effectiveFromMs: number;
  readonly levels: readonly LevelLimits[];
}

/** The level of a person who lacks these. */
export function levelOf(missing: readonly LevelNeed[]): IdentityLevel {
  if (missing.includes('documents')) return 'unverified';
  return missing.length === 0 ? 'enhanced' : 'verified';
}

/** Whether a level is the other one or above it. */
export function reaches(level: IdentityLevel, other: IdentityLevel): boolean {
  return IDENTITY_LEVELS.indexOf(level) >= IDENTITY_LEVELS.indexOf(other);
}

/** The highest row that a level reaches: a version may have fewer levels than there are. */
export function limitsOfLevel(levels: readonly LevelLimits[], level: IdentityLevel): LevelLimits | undefined {
  return levels.findLast((row) => reaches(level, row.level));
}
