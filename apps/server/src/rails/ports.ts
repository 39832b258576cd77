import type { Amount, AssetId } from '@tarazu/core/values';
import type { NetworkId } from '#market/catalogue/coin-networks.ts';

/**
 * The outside world as the server knows it: one interface for all bank-like rails, whatever they speak
 * (`bank/`), and one for all chains (`chain/port.ts`). Nothing here moves a customer's money: a domain turns
 * what a rail says into commands of the engine.
 */

/** Ways in which a transfer travels between banks and wallets. */
export const TRANSFER_METHODS = ['upi', 'imps', 'neft', 'rtgs', 'bkash', 'nagad', 'pix'] as const;
export type TransferMethod = (typeof TRANSFER_METHODS)[number];

/**
 * Money that a bank says has arrived. The same transfer has the same external id, whichever adapter brought
 * it and however often.
 */
export interface BankReceipt {
  /** The rail's own number of the transfer (UTR, end-to-end id), in upper case: unique within the rail. */
  readonly externalId: string;
  /** Account of ours that it was paid to, such as `inr`. */
  readonly account: string;
  readonly asset: AssetId;
  readonly amount: Amount;
  readonly method: TransferMethod;
  /** `reversed`: the bank has taken it back. */
  readonly state: 'booked' | 'reversed';
  /** Text that the payer typed: a customer's code stands there, or does not. */
  readonly reference: string;
  readonly payerName: string;
  /** Number, handle or key that it was paid from; empty where the rail does not say. */
  readonly payerAccount: string;
  readonly bookedAtMs: number;
}

/** Where a payment goes: a bank account, a UPI handle, a wallet's number or a PIX key. */
export interface Payee {
  readonly method: TransferMethod;
  readonly account: string;
  /** IFSC or routing number; absent where the account alone says it. */
  readonly bankCode?: string | undefined;
  readonly name: string;
}

/** A payment out. The same id with the same content is the same payment, however often it is sent. */
export interface PaymentInstruction {
  /** 8 to 35 characters of `[A-Za-z0-9-]`. */
  readonly instructionId: string;
  /** Account of ours that pays. */
  readonly account: string;
  readonly asset: AssetId;
  readonly amount: Amount;
  readonly payee: Payee;
  /** Text for the payee's statement. */
  readonly reference: string;
}

export const PAYMENT_STATES = ['accepted', 'sent', 'done', 'failed'] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

/** Reasons for which a payment fails; a rail's own texts are mapped to them. */
export const PAYMENT_FAILURES = [
  'noSuchAccount',
  'accountClosed',
  'nameMismatch',
  'limit',
  'insufficientFunds',
  'contradiction',
  'rejected',
] as const;
export type PaymentFailure = (typeof PAYMENT_FAILURES)[number];

/**
 * State of a payment, the highest revision of which is newest, whatever the order of arrival. A rail may say
 * `done` after it said `failed`.
 */
export interface PaymentStatus {
  readonly instructionId: string;
  readonly state: PaymentState;
  readonly revision: number;
  readonly atMs: number;
  /** UTR or transaction id, once it was sent. */
  readonly reference?: string | undefined;
  readonly reason?: PaymentFailure | undefined;
}

/** Fee that a network took for a transaction of ours: a cost of the operator, whoever is asked for it. */
export interface NetworkFee {
  readonly network: NetworkId;
  readonly transactionId: string;
  /** `collect`: coins from a customer's address to our own; `gas`: what such an address needs for its fee. */
  readonly purpose: 'pay' | 'collect' | 'gas';
  readonly asset: AssetId;
  readonly amount: Amount;
  readonly atMs: number;
}

/** Coins that a chain says have arrived for good, or that a deeper reorganisation has taken back. */
export interface CoinReceipt {
  /** Transaction and place within it: unique within the network. */
  readonly externalId: string;
  readonly network: NetworkId;
  readonly asset: AssetId;
  readonly amount: Amount;
  readonly state: 'booked' | 'reversed';
  /** Account whose address or tag it came to; absent for a tag that is nobody's, or none. */
  readonly accountId?: number | undefined;
  readonly address: string;
  readonly tag?: number | undefined;
  readonly blockHeight: number;
  readonly bookedAtMs: number;
}

/** Something that a rail says. The same is said under the same key, however often. */
export type RailChange =
  | { readonly kind: 'receipt'; readonly key: string; readonly receipt: BankReceipt }
  | { readonly kind: 'coins'; readonly key: string; readonly receipt: CoinReceipt }
  | { readonly kind: 'fee'; readonly key: string; readonly fee: NetworkFee }
  | { readonly kind: 'payment'; readonly key: string; readonly payment: PaymentStatus };

/** Changes in the order of the rail, and the place from which to go on. */
export interface RailBatch {
  readonly changes: readonly RailChange[];
  readonly cursor: string | undefined;
  /** Whether there may be more at once. */
  readonly isLast: boolean;
}

/** Amount that a rail holds for us. */
export interface RailHolding {
  readonly account: string;
  readonly asset: AssetId;
  readonly amount: Amount;
}

/** A line of an account's statement. */
export interface StatementEntry {
  readonly entryId: string;
  readonly direction: 'in' | 'out';
  readonly asset: AssetId;
  readonly amount: Amount;
  readonly atMs: number;
  /** External id of the receipt that it books or reverses. */
  readonly externalId: string | undefined;
  /** Instruction of ours that it carries out or gives back. */
  readonly instructionId: string | undefined;
}

export interface StatementPage {
  readonly entries: readonly StatementEntry[];
  /** Absent on the last page. */
  readonly next: string | undefined;
}

/** Name of an account's holder, as the holder's bank has it. */
export type NameAnswer =
  | { readonly isFound: true; readonly name: string }
  | { readonly isFound: false; readonly reason: 'noSuchAccount' | 'accountClosed' | 'notOffered' };

/** A payment page of a gateway, opened for one deposit. */
export interface Checkout {
  /** Reference that the receipt will carry. */
  readonly checkoutId: string;
  readonly method: TransferMethod;
  readonly account: string;
  readonly asset: AssetId;
  readonly amount: Amount;
}

export interface OpenedCheckout {
  /** Page to show; a path alone is a page of this installation. */
  readonly walletUrl: string;
  readonly expiresAtMs: number;
}

/** No answer, or none that can be read: it is not known whether the rail took anything. Ask again. */
export class RailUnavailable extends Error {
  override readonly name = 'RailUnavailable';
}

/** Abilities of every bank-like rail. All calls may be made again. */
export interface BankRail {
  /** Kept in each item that it brings: the same for all adapters of one bank. */
  readonly name: string;
  /** How each stands after this; `failed` where the rail takes none of it. */
  pay(batch: readonly PaymentInstruction[]): Promise<readonly PaymentStatus[]>;
  /** Undefined: the rail has never heard of it, and it may be sent. */
  payment(instructionId: string): Promise<PaymentStatus | undefined>;
  /** The next changes behind a cursor; at most a few hundred. */
  changes(after: string | undefined): Promise<RailBatch>;
  /** Changes up to this cursor are durable here: the rail need not give them again. */
  acknowledge(cursor: string): Promise<void>;
  holdings(): Promise<readonly RailHolding[]>;
  /** Entries of a day of India, as `2026-11-24`, oldest first. */
  statement(query: {
    readonly account: string;
    readonly day: string;
    readonly after?: string | undefined;
  }): Promise<StatementPage>;
  /** Penny-drop. */
  lookUpName(payee: Omit<Payee, 'name'>): Promise<NameAnswer>;
  /** Undefined: this rail has no payment pages. */
  openCheckout(checkout: Checkout): Promise<OpenedCheckout | undefined>;
}
