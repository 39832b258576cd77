import type { NamedAgent } from '#model/agent.ts';
import type { CorporateTerms } from '#model/corporate-terms.ts';
import type { EndSeed, MarketKey } from '#model/facts.ts';
import type { Instrument, Venue, VenueSession } from '#model/instrument.ts';
import type { Wallet } from '#model/ledger.ts';
import type { MarkPrice } from '#model/mark-price.ts';
import type { Bracket, OrderType, Validity } from '#model/order.ts';
import type { AccountLimits, SubAccountPurpose } from '#model/sub-account.ts';
import type { AccountSweepName } from '#model/sweep.ts';
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
  Side,
  SpotChargeRules,
  StockChargeRules,
} from '#values/index.ts';

/** Opens an account of one environment; a demo account brings its grants (product section 4). */
export interface AccountOpen {
  readonly type: 'account.open';
  readonly accountId: AccountId;
  readonly environment: Environment;
  readonly grants: AccountGrants;
  /** Of a sub-account: whose it is, and what for. It is of the same environment and opens with nothing. */
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

/** Cancels a demo account's orders, takes everything back and grants anew. Once a day. */
export interface AccountReset {
  readonly type: 'account.reset';
  readonly accountId: AccountId;
  readonly clientId: ClientId;
  readonly contentHash: string;
  readonly grants: AccountGrants;
}

/**
 * What is absent stays as it is, so that the clock's tier
 * never undoes what staff decided, nor the other way round.
 */
export interface AccountSet {
  readonly type: 'account.set';
  readonly accountId: AccountId;
  /**
   * `frozen` takes no new risk: closing, cancelling and published rules go on. A sub-account closes empty.
   */
  readonly status?: 'active' | 'frozen' | 'closed';
  /** Index into the tiers of the spot charge rules, from 30-day volume. Orders placed before keep theirs. */
  readonly spotFeeTier?: number;
  /** Of a sub-account that closes: whose it is. */
  readonly parentId?: AccountId;
  /** Own limits, all of them: what is absent here is not limited any more. */
  readonly limits?: AccountLimits;
}

/**
 * Moves money, coins or shares that are free between an account and a sub-account of its own, at most once by
 * its client id. Shares go with their lots, oldest first, and coins with what they have cost.
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
  /** Who asks for it; absent: the customer. */
  readonly agent?: NamedAgent;
}

export interface OrderPlace {
  readonly type: 'order.place';
  readonly accountId: AccountId;
  readonly clientId: ClientId;
  /** Hash of the content: the same client id with other content is refused. */
  readonly contentHash: string;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly validity: Validity;
  /** Given for a limit order and absent for a market order. */
  readonly priceLimit?: Price;
  readonly quantity: Quantity;
  /** Within the day on margin (MIS); absent for delivery. */
  readonly product?: 'intraday';
  /** Who sends it in the account's name; absent: the customer. */
  readonly agent?: NamedAgent;
  readonly conditions?: OrderConditions;
}

/**
 * Several orders of one account: each is checked as the market stands before the first of them and as if
 * those before it had set aside what they need; then all are placed, in their order, or none. At most once by
 * its client id, which all of them carry.
 */
export interface OrderBasket {
  readonly type: 'order.basket';
  readonly accountId: AccountId;
  readonly clientId: ClientId;
  readonly contentHash: string;
  /** Who sends it in the account's name; absent: the customer. */
  readonly agent?: NamedAgent;
  readonly legs: readonly BasketLeg[];
}

/** One order of a basket: for delivery, and without conditional terms. */
export type BasketLeg = Pick<
  OrderPlace,
  'instrumentId' | 'side' | 'orderType' | 'validity' | 'priceLimit' | 'quantity'
>;

/**
 * Squares off what an account has open within the day in an instrument: cancels
 * its orders there, then sells or buys at market what is left. The published
 * rule of hours and margin decides when; what does not fill is asked for again.
 */
export interface IntradayClose {
  readonly type: 'intraday.close';
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
}

/** What only some tickets say. */
export interface OrderConditions {
  /** For the stop and take-profit types, and for a GTT. */
  readonly priceTrigger?: Price;
  /** For a trailing stop: how far it stays behind, in basis points of the last price at placement. */
  readonly trailBps?: number;
  /** An iceberg shows so much at a time. */
  readonly quantityShown?: Quantity;
  /** For validity `ttl`. */
  readonly ttlMinutes?: number;
  /** For validity `gtd`. */
  readonly expiresAtMs?: InstantMs;
  /** Taken while the venue is closed, for its next session. */
  readonly afterMarket?: true;
  /** A limit order that is placed when its trigger is met, within a year. */
  readonly gtt?: true;
  /**
   * The other leg of a GTT of two, one above the price and
   * one below: the one that triggers first cancels the other.
   */
  readonly otherLeg?: { readonly priceTrigger: Price; readonly priceLimit: Price };
  /** What shall be ordered to sell once this purchase of coins has filled and ended. */
  readonly bracket?: Bracket;
  /** The two legs that a bracket promised: taken wherever the price is, one above and one below the other. */
  readonly isBracketEnd?: true;
}

/**
 * Changes an open order. A smaller quantity alone keeps its place in the queue; anything else stands anew at
 * its end. The hold follows. What is absent stays as it is.
 */
export interface OrderModify {
  readonly type: 'order.modify';
  readonly accountId: AccountId;
  readonly clientId: ClientId;
  readonly contentHash: string;
  readonly orderId: OrderId;
  /** The whole quantity, with what is filled already. */
  readonly quantity?: Quantity;
  readonly priceLimit?: Price;
  readonly priceTrigger?: Price;
}

/** Cancels every open order of an account, or those of one venue or instrument. */
export interface OrderCancelAll {
  readonly type: 'order.cancelAll';
  readonly accountId: AccountId;
  readonly venue?: Venue;
  readonly instrumentId?: InstrumentId;
}

/**
 * What a company does to its shares, on one account that holds
 * them or has orders on them; at most once by its client id.
 */
export interface CorporateAct {
  readonly type: 'corporate.act';
  readonly accountId: AccountId;
  readonly clientId: ClientId;
  readonly contentHash: string;
  readonly instrumentId: InstrumentId;
  readonly terms: CorporateTerms;
}

/**
 * Applies for so many shares of a rights issue, instead of
 * what was applied for before; none withdraws the application.
 */
export interface RightsApply {
  readonly type: 'rights.apply';
  readonly accountId: AccountId;
  readonly clientId: ClientId;
  readonly contentHash: string;
  /** The client id of the action that gave the entitlement. */
  readonly issueId: ClientId;
  readonly quantity: Quantity;
}

/**
 * Ends an account's entitlements whose issues have closed: what was applied for is allotted, the rest lapses.
 */
export interface RightsClose {
  readonly type: 'rights.close';
  readonly accountId: AccountId;
}

/** Ends an account's orders whose time has come (`gtd`, `ttl`, a GTT after its year). */
export interface OrdersExpire {
  readonly type: 'orders.expire';
  readonly accountId: AccountId;
}

export interface OrderCancel {
  readonly type: 'order.cancel';
  readonly accountId: AccountId;
  readonly orderId: OrderId;
}

/** Makes unsettled lots of an account usable whose time has come. */
export interface LotsSettle {
  readonly type: 'lots.settle';
  readonly accountId: AccountId;
}

/**
 * Does what time has made due on many accounts. It names the first of them; without
 * `isLast` the others are reached by `accounts.step`. Accounts with nothing due stay as they are.
 */
export interface AccountsSweep {
  readonly type: 'accounts.sweep';
  readonly name: Exclude<AccountSweepName, 'corporate'>;
  readonly accounts: readonly AccountId[];
  readonly isLast: boolean;
}

/**
 * A corporate action on all holders of a share, who are reached by `accounts.step`; once by its client id.
 */
export interface CorporateBegin {
  readonly type: 'corporate.begin';
  /** The house's own, so that the id is used once. */
  readonly accountId: AccountId;
  readonly clientId: ClientId;
  readonly contentHash: string;
  readonly instrumentId: InstrumentId;
  readonly terms: CorporateTerms;
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

/** Goes on with the sweeps that are open, oldest first, by as much as one command may do. */
export interface SweepStep {
  readonly type: 'sweep.step';
}

/** Ends the day orders of a venue. */
export interface SessionEnd {
  readonly type: 'session.end';
  readonly venue: Venue;
}

export interface InstrumentSet {
  readonly type: 'instrument.set';
  readonly instrument: Instrument;
}

/** Hours and charges as facts with a version; each command after it is decided by them. */
export interface RulesSet {
  readonly type: 'rules.set';
  readonly stockCharges?: StockChargeRules;
  readonly spotCharges?: SpotChargeRules;
  readonly session?: VenueSession;
  /** How much one command may do of a sweep; for simulations, which cut sweeps small. */
  readonly stepMax?: number;
  /** Before a day the hash of the secret by which its auctions end, after it the secret. */
  readonly endSeed?: EndSeed;
  /** Before a day the hash of the key from which the market makes it, after it the key. */
  readonly marketKey?: MarketKey;
}

/**
 * Writes down the last price of each book where it has changed: prints of the
 * market maker alone are not journaled, and a restart judges triggers by what
 * is written. It says no price itself: what is written is what was paid.
 */
export interface PricesKeep {
  readonly type: 'prices.keep';
}

/**
 * Brings mark and index prices, each with the time at which it was made: of instruments in which somebody has
 * exposure, each about once a second at the most. What is no newer than what is known changes nothing.
 */
export interface PricesMark {
  readonly type: 'prices.mark';
  /** One for each instrument, at most `MARKS_AT_ONCE_MAX`. */
  readonly marks: readonly MarkPrice[];
}

/** One displayed level of the market maker: `[price, quantity]`. */
export type QuoteLevel = readonly [Price, Quantity];

/**
 * Replaces every quote of the market maker in one instrument's book of one environment (a mass quote). Best
 * level first. A level that keeps its price and does not grow keeps its place in the queue. Levels that cross
 * customers' orders fill them.
 */
export interface MarketMakerQuote {
  readonly type: 'marketMaker.quote';
  readonly instrumentId: InstrumentId;
  readonly environment: Environment;
  readonly bids: readonly QuoteLevel[];
  readonly asks: readonly QuoteLevel[];
}

/** Simulated order flow takes from the book up to a limit; what does not fill at once is dropped. */
export interface MarketMakerTake {
  readonly type: 'marketMaker.take';
  readonly instrumentId: InstrumentId;
  readonly environment: Environment;
  readonly side: Side;
  readonly priceLimit: Price;
  readonly quantity: Quantity;
}

export type CustomerCommand =
  | AccountOpen
  | AccountReset
  | AccountSet
  | AccountTransfer
  | OrderPlace
  | OrderBasket
  | OrderCancel
  | IntradayClose
  | OrderModify
  | OrderCancelAll
  | OrdersExpire
  | CorporateAct
  | RightsApply
  | RightsClose
  | LotsSettle
  | SessionEnd
  | SweepStep
  | AccountsSweep
  | AccountsStep
  | CorporateBegin
  | InstrumentSet
  | RulesSet
  | PricesKeep
  | PricesMark;
export type MarketMakerCommand = MarketMakerQuote | MarketMakerTake;
export type Command = CustomerCommand | MarketMakerCommand;

/** A command as the writer numbers and times it: all that the core may know of the world. */
export interface Sequenced {
  /**
   * Greater than that of every journaled command before it. A command that
   * turns out not to be journaled gives its number back, so that the journal
   * has no gap: at the same number the market maker's quotes came first.
   */
  readonly sequence: number;
  readonly atMs: InstantMs;
  readonly command: Command;
  /**
   * Only on replay: the market maker's quotes that the command met when it was first applied, because
   * unjournaled commands of the market maker are not replayed. Absent on the live path.
   */
  readonly marketMakerDepth?: readonly MarketMakerDepth[];
  /** Only on replay: how many of `RULE_CHANGES` held when it was first applied. */
  readonly rulesVersion?: number;
}

/** The market maker's part of a book as a command met it, with each entry's place in the queue. */
export interface MarketMakerDepth {
  readonly instrumentId: InstrumentId;
  readonly environment: Environment;
  readonly bids: readonly QuoteEntry[];
  readonly asks: readonly QuoteEntry[];
  /** The last price that the command was judged by, where it was; 0 when nothing had been traded yet. */
  readonly priceLast?: Price;
  /**
   * The order that the command activated, or the leg of a basket, that met this depth then; absent for what
   * the command met at its beginning.
   */
  readonly orderId?: OrderId;
}

export interface QuoteEntry {
  readonly price: Price;
  readonly quantity: Quantity;
  /** Sequence of the command that gave its place in the queue: lower fills first at the same price. */
  readonly priority: number;
}
