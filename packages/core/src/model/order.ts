import type { NamedAgent } from '#model/agent.ts';
import type { OwedByOrder, ProductTerms } from '#model/product-name.ts';
import type { RefusalCode } from '#model/refusal.ts';
import {
  type AccountId,
  type Amount,
  type ClientId,
  type Environment,
  type InstantMs,
  type InstrumentId,
  type OrderId,
  type Price,
  type Quantity,
  type Side,
  sequenceOfOrder,
} from '#values/index.ts';

/**
 * Order types: how the price is given, and whether the order waits for a trigger (rules 2.3). `...Limit`
 * becomes a limit order when it triggers, the others a market order.
 */
export type OrderType =
  | 'market'
  | 'limit'
  | 'stopLimit'
  | 'stopMarket'
  | 'takeProfitLimit'
  | 'takeProfitMarket'
  | 'trailingStop';

/**
 * `day` lives until the session ends, `ttl` for some minutes of it; `gtc`
 * until cancelled, `gtd` until a time. `ioc` never rests, `fok` fills
 * whole at once or not at all, `postOnly` is refused where it would take.
 */
export type Validity = 'day' | 'ttl' | 'gtc' | 'gtd' | 'ioc' | 'fok' | 'postOnly';

export type CancelCause =
  | 'customer'
  | 'sessionEnd'
  | 'expired'
  | 'immediateOrCancel'
  | 'fillOrKill'
  | 'noLiquidity'
  | 'selfTrade'
  | 'bandChange'
  | 'halt'
  | 'squareOff'
  | 'auctionEnd'
  | 'lossCover'
  | 'corporateAction'
  | 'bracketEnd'
  | 'insufficientFunds'
  | 'accountFrozen';

/** Met by the first print of its own environment's book at this price or beyond it. */
export interface Trigger {
  readonly price: Price;
  readonly when: 'rises' | 'falls';
}

/** One of the two ways in which an order that waits may be activated. */
export interface TriggerLeg {
  readonly trigger: Trigger;
  readonly priceLimit: Price;
}

/** The two ends of a bracket: a gain above the order's price, and a stop below it, at a price or trailing. */
export interface Bracket {
  readonly priceTakeProfit: Price;
  /** Of a fixed stop; one of the two is given. */
  readonly priceStop?: Price;
  /** Of a stop that trails: how far behind, in basis points of the price paid. */
  readonly trailBps?: number;
}

/** A bracket in its purchase's conditions. */
export interface PlacedBracket extends Bracket {
  /** The order that sells at either end, once something has filled. */
  readonly endOrderId?: OrderId;
}

/** An end that a command has given an order which it did not release itself. */
export interface OrderEnd {
  readonly atMs: InstantMs;
  readonly cause: CancelCause;
}

/** Conditions of a conditional order; absent on a plain one, so that it pays for none of it. */
export interface OrderConditions {
  readonly trigger?: Trigger;
  /**
   * Other leg of a GTT, which is gone when one triggers; of a
   * bracket's resting gain its stop, until that has filled.
   */
  readonly otherLeg?: TriggerLeg;
  /** How far behind the best price since its placement a trailing stop's trigger stands. */
  readonly trailDistance?: Price;
  /** The part that others see; the rest waits behind it. */
  readonly quantityShown?: Quantity;
  readonly expiresAtMs?: InstantMs;
  /** End that a command has given the order, which a sweep has still to release. */
  readonly ended?: OrderEnd;
  /** A good-till-triggered instruction (rules 2.3). Replay before `orderAgents`: a bracket's end. */
  readonly origin?: 'gtt' | 'bracket';
  /** Purchase that a bracket's end closes. */
  readonly bracketOf?: OrderId;
  readonly triggeredAtMs?: InstantMs;
  /** When a corporate action last changed its prices and its quantity with the share. */
  readonly repricedAtMs?: InstantMs;
  /** Bracket of a purchase: its filled quantity is for sale at two ends from the same command on. */
  readonly bracket?: PlacedBracket;
  /** Debts of an order without product terms, which have them else. */
  readonly owed?: OwedByOrder | readonly OwedByOrder[];
}

/**
 * Reason why an order in the state `new` waits; `turn`: its book
 * is in a sweep, and takes in what came meanwhile by arrival.
 */
export type WaitsFor = 'trigger' | 'session' | 'turn';

/**
 * The spec's states (section 4), each with only its own data. `new` waits for its trigger or for the next
 * session, with all it needs held but for a GTT to buy, which holds nothing until it triggers. `rejected`
 * orders hold nothing and never reach a book.
 */
export type OrderState =
  | { readonly name: 'new'; readonly held: Amount; readonly waitsFor: WaitsFor }
  | { readonly name: 'open'; readonly held: Amount }
  | { readonly name: 'partial'; readonly held: Amount }
  | { readonly name: 'completed'; readonly endedAtMs: InstantMs }
  | { readonly name: 'cancelled'; readonly endedAtMs: InstantMs; readonly cause: CancelCause }
  | { readonly name: 'rejected'; readonly endedAtMs: InstantMs; readonly code: RefusalCode };

export interface Order {
  readonly id: OrderId;
  readonly accountId: AccountId;
  readonly environment: Environment;
  readonly instrumentId: InstrumentId;
  readonly clientId: ClientId;
  readonly side: Side;
  readonly type: OrderType;
  readonly validity: Validity;
  /** The worst price at which it may fill: the customer's limit, or the protected price of a market order. */
  readonly priceLimit: Price;
  readonly quantity: Quantity;
  readonly quantityFilled: Quantity;
  /**
   * Sum of price times quantity over its fills, in the quote asset; the part it took and the part it made.
   */
  readonly turnoverTaken: Amount;
  readonly turnoverMade: Amount;
  /** Charges posted so far, by name of charge; their sum is what the order has cost. */
  readonly charges: Readonly<Record<string, Amount>>;
  readonly fillCount: number;
  /** Version of the charge rules, and the fee tier, that hold for the order's whole life. */
  readonly ruleVersion: string;
  readonly spotFeeTier: number;
  /** Place in the queue, the sequence of the command that gave it: lower fills first at the same price. */
  readonly priority: number;
  readonly placedAtMs: InstantMs;
  /** Sender; absent: the customer. Replay before `orderAgents`: always absent (`agentOf`). */
  readonly agent?: NamedAgent;
  /** Its product and that product's terms; absent on an order of the usual one of its kind. */
  readonly productTerms?: ProductTerms;
  readonly conditions?: OrderConditions;
  readonly state: OrderState;
}

/** By the command that placed each, then by the place in its basket: ids alone do not grow with time. */
export function olderFirst(one: Pick<Order, 'id'>, other: Pick<Order, 'id'>): number {
  return sequenceOfOrder(one.id) - sequenceOfOrder(other.id) || one.id - other.id;
}

/**
 * Debts of an order to the house ledger, for its own losses or for those of another order while this one
 * could not end.
 */
export function debtsOf({
  productTerms,
  conditions,
}: Pick<Order, 'productTerms' | 'conditions'>): readonly OwedByOrder[] {
  const owed = productTerms?.owed ?? conditions?.owed;
  if (owed === undefined) return NO_DEBTS;
  return 'amount' in owed ? [owed] : owed;
}

const NO_DEBTS: readonly OwedByOrder[] = [];

/** Sum of an order's debts, in units of the asset that it holds. */
export function owedBy(order: Pick<Order, 'productTerms' | 'conditions'>): bigint {
  return debtsOf(order).reduce((sum: bigint, debt) => sum + debt.amount, 0n);
}

/** When an order ends, or has ended, by a time of its own or by a command that left it to be released. */
export function endsAtMsOf({ conditions }: Pick<Order, 'conditions'>): InstantMs | undefined {
  return conditions?.ended?.atMs ?? conditions?.expiresAtMs;
}

/**
 * An order as its owner sees it: one that a command has ended has ended then, though a sweep has released it
 * later or has still to do so.
 */
export function shownOrder(order: Order): Order {
  const { state, conditions: { ended } = {} } = order;
  if (ended === undefined) return order;
  const { atMs: endedAtMs, cause } = ended;
  if ('held' in state) return { ...order, state: { name: 'cancelled', endedAtMs, cause } };
  return state.name === 'cancelled' ? { ...order, state: { ...state, endedAtMs } } : order;
}

/** Orders of the day, and market orders of an auction that never came. */
export function endsWithDay(validity: Validity): boolean {
  return validity === 'day' || validity === 'ttl' || validity === 'ioc';
}

/** One match of two orders; a side of the market maker has account 0 and no order row. */
export interface Fill {
  /** Sequence of the command that caused it, and its place among that command's fills. */
  readonly sequence: number;
  readonly index: number;
  readonly environment: Environment;
  readonly instrumentId: InstrumentId;
  readonly price: Price;
  readonly quantity: Quantity;
  readonly value: Amount;
  readonly atMs: InstantMs;
  readonly takerSide: Side;
  readonly taker: FillParty;
  readonly maker: FillParty;
}

export type FillParty = { readonly isMarketMaker: true } | CustomerFillParty;

export interface CustomerFillParty {
  readonly isMarketMaker: false;
  readonly accountId: AccountId;
  readonly orderId: OrderId;
  /**
   * Charges of this fill, and what a sale made over the cost
   * of what was sold, charges paid; in the quote asset.
   */
  readonly charges: Amount;
  readonly profitRealised: Amount;
}
