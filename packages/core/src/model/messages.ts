import type { NamedAgent } from '#model/agent.ts';
import type { RequestedConditions } from '#model/commands/order-commands.ts';
import type { Instrument } from '#model/instrument.ts';
import type { MarkPrice } from '#model/mark-price.ts';
import type {
  CancelCause,
  OrderConditions,
  OrderType,
  Trigger,
  TriggerLeg,
  Validity,
  WaitsFor,
} from '#model/order.ts';
import type { ProductName } from '#model/product-name.ts';
import type {
  AccountId,
  Environment,
  InstantMs,
  InstrumentId,
  OrderId,
  Price,
  Quantity,
  Side,
} from '#values/index.ts';

/* Messages between the account side and the instrument side, each with a key by which it counts once. */

/** Account side to instrument side: an order as the customer means it. */
export interface OrderIntent {
  readonly environment: Environment;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly validity: Validity;
  readonly priceLimit?: Price;
  readonly quantity: Quantity;
  /** Agent of the order: one by a published rule may be worth less than the smallest order. */
  readonly agent?: NamedAgent;
  /** Only closes, sells all that is held, or gets smaller: no limit on an order's worth holds that back. */
  readonly isClosing?: boolean;
  /** A change of an order that names no price of its own. */
  readonly keepsPrices?: boolean;
  /** Its prices are those that it had: another tick since then holds none of them back. */
  readonly isOfAnyTick?: boolean;
  /** Of another lot than that of now, and less than before by whole lots: its quantity is held to none. */
  readonly isOfAnyLot?: boolean;
  readonly product?: ProductName;
  readonly conditions?: RequestedConditions;
}

/**
 * Instrument side to account side: what must be reserved, with the worst price at which it can fill as limit.
 */
export interface PricedOrder {
  readonly instrument: Instrument;
  readonly priceLimit: Price;
  /**
   * The best opposite price now, or for a sale in an auction the
   * top of the band: no fill that comes next is at a better one.
   */
  readonly priceOpposite?: Price;
  /** A market order never rests: it is `ioc`, or `fok`. */
  readonly validity: Validity;
  readonly conditions?: OrderConditions;
  /** Reason why the order waits instead of going to the book. */
  readonly waitsFor?: WaitsFor;
  /** Whether the book collects for an auction: even a market order stays there until it ends. */
  readonly isCollected?: boolean;
}

/** Account side to instrument side: a reserved order that waits for its trigger or for the session. */
export interface WaitingOrder {
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  readonly environment: Environment;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly orderType: OrderType;
  readonly validity: Validity;
  readonly priceLimit: Price;
  readonly waitsFor: WaitsFor;
  /** Place among those that wait for the session. */
  readonly priority: number;
  /** None for one that waits for the session only. */
  readonly legs: readonly TriggerLeg[];
  readonly trailDistance: Price | undefined;
  readonly isGtt: boolean;
}

/** Instrument side to account side: the order waits no more. */
export interface OrderActivated {
  readonly accountId: AccountId;
  readonly orderId: OrderId;
  readonly priceLimit: Price;
  readonly validity: Validity;
  /** The trigger that triggered; absent where the session activated it. */
  readonly trigger?: Trigger;
  /** Type from now on, where the leg that triggered is of another kind. */
  readonly orderType?: OrderType;
}

/**
 * Instrument side to account side: the price went on in favour of a trailing stop, and its trigger followed.
 */
export interface TrailMoved {
  readonly accountId: AccountId;
  readonly orderId: OrderId;
  readonly priceTrigger: Price;
}

/**
 * Account side to instrument side: a reserved order, to be
 * matched once by its id; or a resting one of a restart.
 */
export interface ReservedOrder {
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  /** The account at the head of its family: orders of one family never trade with each other. */
  readonly familyId: AccountId;
  readonly environment: Environment;
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly validity: Validity;
  readonly priceLimit: Price;
  /** Quantity left to fill. */
  readonly quantity: Quantity;
  readonly fillCount: number;
  readonly priority: number;
  /** The stop of a bracket whose gain this is: it is heard while anything of the gain rests. */
  readonly stop?: WaitingOrder;
  /**
   * An iceberg's visible part, and what was filled of the
   * whole: the part that shows now follows from the two.
   */
  readonly shown: { readonly each: Quantity; readonly filled: Quantity } | undefined;
}

/** A side of a fill; a customer's is settled once by order id and fill number, counted from 1. */
export type MatchedParty =
  | { readonly isMarketMaker: true }
  | {
      readonly isMarketMaker: false;
      readonly accountId: AccountId;
      readonly orderId: OrderId;
      readonly fillNumber: number;
    };

/** Instrument side to account side: what was matched. */
export interface MatchedFill {
  readonly environment: Environment;
  readonly instrumentId: InstrumentId;
  readonly price: Price;
  readonly quantity: Quantity;
  readonly takerSide: Side;
  readonly taker: MatchedParty;
  readonly maker: MatchedParty;
  readonly atMs: InstantMs;
}

/** Instrument side to account side: the order left the book, or never entered it, with a part unfilled. */
export interface OrderReleased {
  readonly accountId: AccountId;
  readonly orderId: OrderId;
  readonly instrumentId: InstrumentId;
  readonly environment: Environment;
  readonly cause: CancelCause;
}

/** Instrument side to account side: what is open in an instrument is judged by this price from now on. */
export type PriceMarked = MarkPrice;

/** Result of submitting an order. */
export interface Matched {
  readonly fills: readonly MatchedFill[];
  /** Why what was left expired; undefined when it rests or nothing was left. */
  readonly expired?: CancelCause;
  /** The order made as many fills as one command may, and meets somebody still: a sweep goes on with it. */
  readonly isCut?: boolean;
}
