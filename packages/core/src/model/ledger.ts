import type { SubAccountPurpose } from '#model/sub-account.ts';
import type {
  AccountId,
  Amount,
  AssetId,
  ClientId,
  Environment,
  InstantMs,
  InstrumentId,
  OrderId,
  Price,
  Quantity,
  TradingDay,
} from '#values/index.ts';

/** Stock account, currency account (coins), contract account. */
export const WALLETS = ['stock', 'spot', 'perpetual'] as const;
export type Wallet = (typeof WALLETS)[number];
/** Where shares and proceeds wait in lots; coins settle at once and have none. */
export const LOT_WALLET: Wallet = 'stock';
/**
 * `available` may be used now; `held` is the sum of the holds (`model/hold.ts`); `unsettled` becomes
 * available at its lot's time.
 */
export type Bucket = 'available' | 'held' | 'unsettled';

/** A customer's ledger account. */
export interface CustomerLedgerAccount {
  readonly accountId: AccountId;
  readonly wallet: Wallet;
  readonly bucket: Bucket;
}

/**
 * Accounts of the house ledger, one line each; those that
 * owe may be below zero, those that collect charges not.
 */
const HOUSE_LEDGER_ACCOUNTS = {
  // Market makers of the venues.
  NSE_SIM: 'owes',
  COIN_SIM: 'owes',
  DSE_SIM: 'owes',
  B3_SIM: 'owes',
  // Source of demo grants and deposits.
  outside: 'owes',
  // Money of the operator's own, which pays for mistakes.
  corrections: 'owes',
  // Payer and lender of what customers trade within the day on margin.
  intraday: 'owes',
  brokerage: 'collects',
  securitiesTax: 'collects',
  exchangeFee: 'collects',
  regulatorFee: 'collects',
  stampDuty: 'collects',
  goodsAndServicesTax: 'collects',
  depositoryCharge: 'collects',
  tradingFee: 'collects',
  withholdingTax: 'collects',
} as const;
export type HouseLedgerAccount = keyof typeof HOUSE_LEDGER_ACCOUNTS;

/**
 * Accounts of the house ledger that a correction may use;
 * charges and taxes are corrected by the operator's own.
 */
export const CORRECTION_ACCOUNTS = [
  'corrections',
  'outside',
] as const satisfies readonly HouseLedgerAccount[];
export type CorrectionAccount = (typeof CORRECTION_ACCOUNTS)[number];

/** Whether an account of the house ledger may be below zero. */
export function mayOwe(house: HouseLedgerAccount): boolean {
  return HOUSE_LEDGER_ACCOUNTS[house] === 'owes';
}

export type LedgerAccount = CustomerLedgerAccount | { readonly house: HouseLedgerAccount };

/** A fill's postings carry the customer's side; between two customers the taker's. */
export type PostingKind =
  | 'demoGrant'
  | 'demoReset'
  | 'hold'
  | 'release'
  | 'buy'
  | 'sell'
  | 'charge'
  | 'intradayResult'
  | 'corporateAction'
  | 'dividend'
  | 'rights'
  | 'settlement'
  | 'transfer'
  | 'correction';

/**
 * Moves an amount of one asset from one ledger account to
 * another of the same environment: balanced by its shape.
 */
export interface Posting {
  readonly environment: Environment;
  readonly from: LedgerAccount;
  readonly to: LedgerAccount;
  readonly assetId: AssetId;
  /** Always above zero. */
  readonly amount: Amount;
  /** Balance of the ledger account that it left, and of the one that it reached, right after it. */
  readonly balanceFrom: Amount;
  readonly balanceTo: Amount;
  readonly kind: PostingKind;
  /** Name of the charge for kind `charge`. */
  readonly chargeName?: string;
  readonly orderId?: OrderId;
  readonly fillIndex?: number;
  /** Version of the rule that decided the amount. */
  readonly ruleVersion?: string;
}

/** Why money moves: what a posting says beside its two ends. */
export type PostingCause = Omit<
  Posting,
  'environment' | 'from' | 'to' | 'assetId' | 'amount' | 'balanceFrom' | 'balanceTo'
>;

/** The absolute balance of a ledger account after a command. */
export interface Balance {
  readonly environment: Environment;
  readonly account: LedgerAccount;
  readonly assetId: AssetId;
  readonly amount: Amount;
}

/**
 * Shares bought on one day, or a day's proceeds of one share, that become usable at the same time; it names
 * the first order. Of proceeds `amountOriginal` is net of charges, and `amountLeft` what is not usable, or
 * once settled not withdrawable, yet.
 */
export interface Lot {
  /** Sequence of the command and place within it: unique. */
  readonly sequence: number;
  readonly index: number;
  readonly accountId: AccountId;
  readonly kind: 'shares' | 'proceeds';
  readonly assetId: AssetId;
  readonly instrumentId: InstrumentId;
  readonly orderId?: OrderId;
  readonly amountOriginal: Amount;
  readonly amountLeft: Amount;
  /** Cost of the shares left, charges included, in the quote asset; zero for proceeds. */
  readonly costLeft: Amount;
  readonly openedAtMs: InstantMs;
  readonly usableAtMs: InstantMs;
  readonly withdrawableAtMs: InstantMs;
  readonly settled: boolean;
}

/** Quantity of an instrument that an account holds, and what it has made of it. */
export interface Position {
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
  readonly quantity: Amount;
  /** Cost of what is held, charges of the purchases included. */
  readonly cost: Amount;
  /** Proceeds minus cost minus charges of everything sold so far; may be negative. */
  readonly profitRealised: Amount;
  /** The day on which the depository charge was last taken for a sale of this instrument. */
  readonly depositoryChargedDay?: TradingDay;
  /**
   * Part of it that the day's sales have paid. Replay before `depositoryByDay`: absent, as it was paid whole.
   */
  readonly depositoryPaid?: Amount;
}

/**
 * Entitlement to a rights issue (the asset `RE:` of the share), and the new shares applied for, each of which
 * holds the issue price. At the close applications are allotted, and the rest lapses.
 */
export interface Entitlement {
  readonly accountId: AccountId;
  /** The client id of the action that gave it: the issue's name. */
  readonly issueId: ClientId;
  readonly instrumentId: InstrumentId;
  /** Whole shares; what was left over of a share is dropped. */
  readonly quantity: Quantity;
  readonly quantityApplied: Quantity;
  /**
   * Shares that it no longer applies for because losses took their money, all together; absent where none.
   */
  readonly quantityTaken?: Quantity;
  readonly priceIssue: Price;
  readonly closesAtMs: InstantMs;
  /** Absent while it may be applied for; afterwards `quantityApplied` is the quantity allotted. */
  readonly endedAtMs?: InstantMs;
}

/** An account as a row: which environment, whether it may trade, what it pays. */
export interface AccountRow {
  readonly accountId: AccountId;
  readonly environment: Environment;
  /** Decided by the operator. */
  readonly status: 'active' | 'frozen' | 'closed';
  /** Frozen by its owner, which neither lifts nor needs the other freeze; absent where it is not. */
  readonly ownerFrozen?: boolean;
  /** Its owner lets nothing be paid out; absent where that is not so. */
  readonly withdrawalsFrozen?: boolean;
  readonly spotFeeTier: number;
  readonly openedAtMs: InstantMs;
  readonly resetAtMs?: InstantMs;
  /** Of a sub-account: the account that owns it, and what for. */
  readonly parentId?: AccountId;
  readonly purpose?: SubAccountPurpose;
  /** Sub-accounts that it owns and that are not closed; absent while it never had one. */
  readonly subAccountCount?: number;
  /** `AccountLimits`, side by side. */
  readonly openOrdersMax?: number;
  readonly orderValueMax?: Amount;
  readonly orderValueAsset?: AssetId;
  /** The newest sweep over accounts that has reached it ahead of its turn. */
  readonly sweptTo?: number;
}

/** The status by which an account acts: that of the operator, and the freeze of its owner. */
export function actingStatus({
  status,
  ownerFrozen,
}: Pick<AccountRow, 'status' | 'ownerFrozen'>): AccountRow['status'] {
  return status === 'active' && ownerFrozen === true ? 'frozen' : status;
}

/** The account at the head of a family: an account's parent, or itself. */
export function familyOf({ accountId, parentId }: Pick<AccountRow, 'accountId' | 'parentId'>): AccountId {
  return parentId ?? accountId;
}
