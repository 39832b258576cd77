import type { Wallet } from '#model/ledger.ts';
import type { AccountId, Amount, AssetId, InstantMs } from '#values/index.ts';

/** Owners of holds that are rows of their own, one line each; an order's own row is its hold. */
export const HOLD_OWNERS = [
  // The margin of a position within the day; the id is its instrument's.
  'margin',
  // An application for new shares; the id is the rights issue's.
  'application',
] as const;
export type HoldOwner = (typeof HOLD_OWNERS)[number];

/** Key that tells one hold of an account from all others. */
export interface HoldKey {
  readonly ownerKind: HoldOwner;
  readonly ownerId: string;
  readonly wallet: Wallet;
  readonly assetId: AssetId;
}

/**
 * A hold: an amount set aside, and for what; the bucket `held`
 * of a balance is the sum of all holds, orders' included.
 */
export interface Hold extends HoldKey {
  readonly accountId: AccountId;
  /** Zero once it was given back or spent. */
  readonly amount: Amount;
  /** When it began: there was nothing set aside for this before. */
  readonly sinceMs: InstantMs;
}
