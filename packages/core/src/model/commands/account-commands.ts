import type { NamedAgent } from '#model/agent.ts';
import type { CorrectionAccount, Wallet } from '#model/ledger.ts';
import type { AccountLimits, SubAccountPurpose } from '#model/sub-account.ts';
import type { AccountSweepName, DueSweepName } from '#model/sweep.ts';
import type {
  AccountId,
  Amount,
  AssetId,
  ClientId,
  Environment,
  InstrumentId,
  Quantity,
} from '#values/index.ts';
/** Opens an account of one environment; a demo account brings its grants. */
export interface AccountOpen {
  readonly type: 'account.open';
  readonly accountId: AccountId;
  readonly environment: Environment;
  readonly grants: AccountGrants;
  /** Parent of a sub-account, of the same environment, and its purpose; it opens with nothing. */
  readonly subOf?: { readonly parentId: AccountId; readonly purpose: SubAccountPurpose };
}

/** Cash and settled share lots given to a demo account; a real account opens with none. */
export interface AccountGrants {
  readonly cash: readonly { readonly wallet: Wallet; readonly assetId: AssetId; readonly amount: Amount }[];
  readonly shares: readonly {
    readonly instrumentId: InstrumentId;
    readonly quantity: Quantity;
    readonly cost: Amount;
  }[];
}

/** Cancels a demo account's orders, takes everything back and grants anew, once a day. */
export interface AccountReset {
  readonly type: 'account.reset';
  readonly accountId: AccountId;
  readonly clientId: ClientId;
  readonly contentHash: string;
  readonly grants: AccountGrants;
}

/**
 * Fields that are absent stay as they are, so that the clock's
 * tier never undoes what staff decided, nor the other way round.
 */
export interface AccountSet {
  readonly type: 'account.set';
  readonly accountId: AccountId;
  /** `frozen` takes no new risk, but closes and cancels; a sub-account is `closed` empty. */
  readonly status?: 'active' | 'frozen' | 'closed';
  /** The freeze of the owner, or its end: it holds beside `status`, and changes nothing of it. */
  readonly ownerFrozen?: boolean;
  /** The freeze by the owner of what is paid out, or its end. */
  readonly withdrawalsFrozen?: boolean;
  /** Index into the tiers of the spot charge rules, from 30-day volume; orders placed before keep theirs. */
  readonly spotFeeTier?: number;
  /** Of a sub-account that closes: whose it is. */
  readonly parentId?: AccountId;
  /** Own limits, all of them: what is absent here is not limited any more. */
  readonly limits?: AccountLimits;
}

/**
 * Moves free assets between an account and a sub-account of its own, at most once by its client id. Shares go
 * with their lots, oldest first, and coins with what they have cost.
 */
export interface AccountTransfer {
  readonly type: 'account.transfer';
  /** The account that owns the sub-account. */
  readonly accountId: AccountId;
  readonly clientId: ClientId;
  readonly contentHash: string;
  readonly subAccountId: AccountId;
  readonly direction: 'toSubAccount' | 'fromSubAccount';
  readonly wallet: Wallet;
  readonly assetId: AssetId;
  readonly amount: Amount;
  /** Agent who asks for it; absent: the customer. */
  readonly agent?: NamedAgent;
}

/**
 * Posts a correction that two people of staff decided, at
 * most once by its client id; it takes no more than is free.
 */
export interface CorrectionPost {
  readonly type: 'correction.post';
  readonly accountId: AccountId;
  /** An id of the system, named after the correction. */
  readonly clientId: ClientId;
  readonly contentHash: string;
  readonly direction: 'toAccount' | 'fromAccount';
  readonly house: CorrectionAccount;
  readonly wallet: Wallet;
  readonly assetId: AssetId;
  readonly amount: Amount;
  /** Version of the rule that bounds it. */
  readonly ruleVersion: string;
}

/** Makes unsettled lots of an account usable whose time has come. */
export interface LotsSettle {
  readonly type: 'lots.settle';
  readonly accountId: AccountId;
}

/**
 * Does what time has made due on many accounts; without
 * `isLast`, `accounts.step` reaches those behind the first.
 */
export interface AccountsSweep {
  readonly type: 'accounts.sweep';
  readonly name: DueSweepName;
  readonly accounts: readonly AccountId[];
  readonly isLast: boolean;
}

/**
 * The next accounts of a sweep, by their numbers; `isLast` ends it, and
 * reaches nobody. `isAhead` reaches some before their turn, because they are about to act.
 */
export interface AccountsStep {
  readonly type: 'accounts.step';
  readonly name: AccountSweepName;
  /** Names the sweep. */
  readonly sequence: number;
  readonly accounts: readonly AccountId[];
  readonly isLast: boolean;
  readonly isAhead: boolean;
}
