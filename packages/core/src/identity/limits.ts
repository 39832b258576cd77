/** Levels of identity: what a person's state of verification lets them do (rules 2.20). */
export type IdentityLevel = 'unverified' | 'verified';

export interface LevelLimits {
  readonly level: IdentityLevel;
  /** Whether orders of the real account are taken. */
  readonly tradesReal: boolean;
  /** Rupees to banks in a day, whole. */
  readonly bankWithdrawalDayMax: bigint;
  /** Coins out in a day, by their worth in whole rupees. */
  readonly coinWithdrawalDayMax: bigint;
}

export interface IdentityLimits {
  readonly version: string;
  readonly effectiveFromMs: number;
  readonly levels: readonly LevelLimits[];
}

/**
 * Limits by level (rules 2.20). A change is a new row with a later date, never an edit.
 */
export const identityLimitRows: readonly IdentityLimits[] = [
  {
    version: 'identity-2026-04-01',
    effectiveFromMs: 1_774_981_800_000,
    levels: [
      { level: 'unverified', tradesReal: false, bankWithdrawalDayMax: 50_000n, coinWithdrawalDayMax: 0n },
      {
        level: 'verified',
        tradesReal: true,
        bankWithdrawalDayMax: 10_00_000n,
        coinWithdrawalDayMax: 2_00_000n,
      },
    ],
  },
];
