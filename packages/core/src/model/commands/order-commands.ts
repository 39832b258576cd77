import type { NamedAgent } from '#model/agent.ts';
import type { Venue } from '#model/instrument.ts';
import type { Bracket, OrderType, Validity } from '#model/order.ts';
import type { InstrumentKind, ProductName } from '#model/product-name.ts';
import type {
  AccountId,
  ClientId,
  InstantMs,
  InstrumentId,
  OrderId,
  Price,
  Quantity,
  Side,
} from '#values/index.ts';
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
  /** Absent for the usual product of the instrument. */
  readonly product?: ProductName;
  /** Agent who sends it in the account's name; absent: the customer. */
  readonly agent?: NamedAgent;
  readonly conditions?: RequestedConditions;
}

/**
 * Places several orders of one account, all or none, at most once by their client id. Each is checked in the
 * market before the first, as if those before it had set aside what they need.
 */
export interface OrderBasket {
  readonly type: 'order.basket';
  readonly accountId: AccountId;
  readonly clientId: ClientId;
  readonly contentHash: string;
  /** Agent who sends it in the account's name; absent: the customer. */
  readonly agent?: NamedAgent;
  readonly legs: readonly BasketLeg[];
}

/** One order of a basket: for delivery, and without conditional terms. */
export type BasketLeg = Pick<
  OrderPlace,
  'instrumentId' | 'side' | 'orderType' | 'validity' | 'priceLimit' | 'quantity'
>;

/**
 * Squares off an account's intraday position in an instrument by the published rule of hours and margin. What
 * does not fill is asked for again.
 */
export interface IntradayClose {
  readonly type: 'intraday.close';
  readonly accountId: AccountId;
  readonly instrumentId: InstrumentId;
}

/** Fields that only some tickets have. */
export interface RequestedConditions {
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
  /** Sales to be ordered once this purchase of coins has filled and ended. */
  readonly bracket?: Bracket;
  /** The two legs that a bracket promised: taken wherever the price is, one above and one below the other. */
  readonly isBracketEnd?: true;
}

/**
 * Changes an open order; its hold follows, and a field that is absent stays as it is. A smaller quantity
 * alone keeps its place in the queue, any other change goes to its end.
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

/** Cancels every open order of an account, or those of one kind of instrument, venue or instrument. */
export interface OrderCancelAll {
  readonly type: 'order.cancelAll';
  readonly accountId: AccountId;
  readonly kind?: InstrumentKind;
  readonly venue?: Venue;
  readonly instrumentId?: InstrumentId;
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
