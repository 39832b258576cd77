import type { OwnLimitName } from '#model/own-limit.ts';
import type { AccountId, Amount, AssetId } from '#values/index.ts';

/**
 * Sets one own limit of an account: a stricter value holds at once, a looser one a day later, until when it
 * can be taken back. An exclusion also cancels all orders that open something.
 */
export interface LimitSet {
  readonly type: 'limit.set';
  readonly accountId: AccountId;
  readonly name: OwnLimitName;
  /** Of a limit that is counted in an asset. */
  readonly assetId?: AssetId;
  /** Absent: no limit any more. */
  readonly value?: Amount;
  /** Refused where the value is looser than what holds. */
  readonly onlyStricter: boolean;
  /** Minutes by which the account's clock is ahead of UTC; a limit keeps that of its first setting. */
  readonly offsetMinutes: number;
  /** Amount that the running day, week or month had used before the limit was first set. */
  readonly usedBefore?: Amount;
}
