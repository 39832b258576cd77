import { ArrivalLine } from '#instruments/arrival-line.ts';
import type { Arrived } from '#instruments/arrived.ts';
import type {
  AuctionClosing,
  AuctionOrders,
  AuctionRecording,
} from '#instruments/auctions/auction-orders.ts';
import { fitGrid, type Gridded, gcd, toLots, toTicks } from '#instruments/grid.ts';
import { type Iceberg, Icebergs, visibleOf } from '#instruments/icebergs.ts';
import { NewEnds } from '#instruments/triggers/new-ends.ts';
import type { FollowedPrint } from '#instruments/triggers/prints.ts';
import { TriggerIndex } from '#instruments/triggers/trigger-index.ts';
import { FastBook } from '#matching/fast-book.ts';
import { entryId, type Lots, MARKET_MAKER_OWNER, owner, type Ticks } from '#matching/order-book.ts';
import type { QuoteEntry } from '#model/command.ts';
import type { LastPrice } from '#model/instrument.ts';
import type { ReservedOrder, WaitingOrder } from '#model/messages.ts';
import type { Validity } from '#model/order.ts';
import type { Sweep } from '#model/sweep.ts';
import {
  type AccountId,
  assert,
  type Environment,
  type OrderId,
  type Price,
  type Quantity,
  SegmentedMap,
  type Side,
} from '#values/index.ts';

/** Facts of a customer's resting order that the instrument side keeps beside its entry in the book. */
export interface Resting {
  readonly orderId: OrderId;
  readonly accountId: AccountId;
  /** The owner of its entry in the book. */
  readonly familyId: AccountId;
  readonly validity: Validity;
  /** How often it was filled: numbers its fills. */
  fillCount: number;
  readonly iceberg?: Iceberg;
}

/** The book of one instrument and environment, with all that stands beside it. */
export interface InstrumentBook extends Gridded {
  readonly environment: Environment;
  readonly resting: SegmentedMap<OrderId, Resting>;
  lastQuoteId: number;
  /** While orders are collected for a call auction: then the book itself is empty. */
  auction: Auction | undefined;
  /** Price of the newest print; undefined before the first since the start of the process. */
  priceLast: Price | undefined;
  /** The last price as the journal has it: what stands in for `priceLast` after a restart. */
  priceStored: LastPrice | undefined;
  /**
   * The price of an auction that is over, until the market maker quotes again or somebody trades: before
   * there is no book for what it activates.
   */
  priceUncrossed: Price | undefined;
  /** Icebergs that rest: while there are none, matching need not look for them. */
  readonly icebergs: Icebergs;
  /** The parts of icebergs that one command has shown: the next of the same price is a younger order's. */
  shownParts: ShownParts | undefined;
  /** Orders that wait for a trigger or for the session, and the triggers by price. */
  readonly waiting: SegmentedMap<OrderId, WaitingOrder>;
  readonly triggers: TriggerIndex;
  /** Stops of brackets whose gains rest here: among the triggers until their gain has left the book. */
  readonly stops: SegmentedMap<OrderId, WaitingOrder>;
  /** New ends of brackets, which no earlier print triggers: not among the triggers. */
  readonly newEnds: NewEnds;
  /** Waiting orders by arrival: for the session, and for their turn behind a sweep. */
  readonly lines: Readonly<Record<'session' | 'turn', ArrivalLine>>;
  /** Sweeps that are open here, oldest first: while there is one, nothing else goes to the book. */
  readonly sweeps: Sweep[];
  /** Sweeps over accounts that nothing may go to the book beside, by their sequences. */
  readonly closedBy: Set<number>;
  /** An order that meets more than one command may fill: until it is done nobody else comes to the book. */
  taking: Taking | undefined;
  /** Of the last command that brought any: nothing that a restart must know. */
  arrived: Arrived | undefined;
}

/** Orders whose next parts stand at the end of their queues since a command, at each price the last one. */
export interface ShownParts {
  readonly sequence: number;
  readonly lastAt: Readonly<Record<Side, Map<Price, OrderId>>>;
  /** The last of all: the only one that was known before each price had its own. */
  last: { readonly orderId: OrderId; readonly price: Price };
}

/** An order that takes in steps: it stands nowhere, and goes on by its sweep. */
export interface Taking {
  readonly orderId: OrderId;
  readonly side: Side;
  /** No order at a worse price than this is met; who stands up to here is as good as filled. */
  readonly priceReached: Price;
  /** Its rest; undefined before a restart has read it, and once it meets nobody more. */
  order: ReservedOrder | undefined;
  /** Whether it meets nobody more: what was left of it rests, or has ended. */
  isDone: boolean;
  /** Its prints, which are followed when it is done. */
  prints: readonly FollowedPrint[];
}

/** Orders that a call auction has collected outside the book, because they may cross. */
export interface Auction {
  /**
   * Customers' orders with what is left of each; a market order never rests, so it is the one that is `ioc`.
   */
  readonly orders: AuctionOrders;
  quotes: Readonly<Record<Side, readonly QuoteEntry[]>>;
  /** The auction has ended and a sweep makes its fills: no order comes or goes any more. */
  isClosing: boolean;
  /** The auction's record, while a sweep writes it. */
  recording: AuctionRecording | undefined;
  /** Worked out by the sweep when it begins, and again after a restart. */
  closing: AuctionClosing | undefined;
  /** The last that a sweep has put into the book before a restart, by arrival. */
  restedTo: OrderId | undefined;
  /** Last order that a starting sweep has moved here; absent when all is collected. */
  starting: AuctionStart | undefined;
}

/**
 * The last order that an auction has taken over from its book, by price and place; nothing before the first.
 */
export interface AuctionStart {
  readonly side?: Side;
  readonly priceLimit?: Price;
  readonly priority?: number;
  readonly orderId?: OrderId;
}

export function createInstrumentBook(
  environment: Environment,
  grid: { tickSize: Price; lotSize: Quantity },
): InstrumentBook {
  return {
    environment,
    book: new FastBook(),
    priceStep: grid.tickSize,
    quantityStep: grid.lotSize,
    resting: new SegmentedMap(),
    quotes: { buy: new Map(), sell: new Map() },
    lastQuoteId: 0,
    auction: undefined,
    priceLast: undefined,
    priceStored: undefined,
    priceUncrossed: undefined,
    icebergs: new Icebergs(),
    shownParts: undefined,
    waiting: new SegmentedMap(),
    triggers: new TriggerIndex(),
    newEnds: new NewEnds(),
    stops: new SegmentedMap(),
    lines: { session: new ArrivalLine(), turn: new ArrivalLine() },
    sweeps: [],
    closedBy: new Set(),
    gridWanted: undefined,
    taking: undefined,
    arrived: undefined,
  };
}

/** Puts a customer's order, which must not cross, into the book. */
export function restOrder(at: InstrumentBook, order: ReservedOrder): void {
  const { orderId, accountId, familyId, validity, fillCount, shown } = order;
  assert(order.quantity > 0n, 'Invariant: an order that rests has something left');
  assert(!at.resting.has(orderId) && !at.waiting.has(orderId), 'Invariant: an order stands in one place');
  fitGrid(at, { tickSize: order.priceLimit, lotSize: order.quantity });
  if (shown) fitGrid(at, { tickSize: order.priceLimit, lotSize: gcdOf(shown) });
  const iceberg = shown && { side: order.side, each: shown.each, left: order.quantity, filled: shown.filled };
  at.book.rest({
    id: entryId(orderId),
    owner: owner(familyId),
    side: order.side,
    price: toTicks(at, order.side, order.priceLimit),
    quantity: toLots(at, iceberg ? visibleOf(iceberg) : order.quantity),
    priority: order.priority,
  });
  if (iceberg) at.icebergs.add({ orderId, side: order.side, priceLimit: order.priceLimit });
  at.resting.set(orderId, { orderId, accountId, familyId, validity, fillCount, ...(iceberg && { iceberg }) });
  if (order.stop) addStop(at, order.stop);
}

function addStop(at: InstrumentBook, stop: WaitingOrder): void {
  assert(!at.stops.has(stop.orderId), 'Invariant: the stop of a gain waits once');
  at.stops.set(stop.orderId, stop);
  for (const { when, waiting } of stopPrices(stop)) at.triggers.add(when, waiting);
}

/** Forgets the stop of a gain that has left the book; gives it where there was one. */
export function dropStop(at: InstrumentBook, orderId: OrderId): WaitingOrder | undefined {
  const stop = at.stops.get(orderId);
  if (stop === undefined) return undefined;
  at.stops.delete(orderId);
  for (const { when, waiting } of stopPrices(stop)) at.triggers.remove(when, waiting);
  return stop;
}

function stopPrices({ orderId, legs, isGtt }: WaitingOrder) {
  return legs.map(({ trigger: { when, price: level } }) => ({
    when,
    waiting: { orderId, isGtt, price: level, triggerAction: 'activate' as const },
  }));
}

/** Takes a customer's order out of the book or its auction; false when it is not there. */
export function removeOrder(at: InstrumentBook, orderId: OrderId): boolean {
  if (at.auction?.orders.delete(orderId)) return true;
  forgetResting(at, orderId);
  return at.book.remove(entryId(orderId)) !== undefined;
}

/** Makes a resting order smaller, in its place: what is left of it, shown or not. */
export function reduceOrder(at: InstrumentBook, orderId: OrderId, left: Quantity): void {
  assert(left > 0n, 'Invariant: an order of nothing ends');
  const collected = at.auction?.orders.get(orderId);
  if (collected) {
    assert(left <= collected.quantity, 'Invariant: a collected order gets smaller');
    at.auction?.orders.set(orderId, { ...collected, quantity: left });
    return;
  }
  const resting = at.resting.get(orderId);
  assert(resting !== undefined, 'Invariant: only a resting order gets smaller');
  fitGrid(at, { tickSize: at.priceStep, lotSize: left });
  const { iceberg } = resting;
  assert(iceberg === undefined || left <= iceberg.left, 'Invariant: an iceberg that changes gets smaller');
  if (iceberg) iceberg.left = left;
  at.book.reduce(entryId(orderId), toLots(at, iceberg ? visibleOf(iceberg) : left));
}

/** An order has left the book. */
export function forgetResting(at: InstrumentBook, orderId: OrderId): void {
  if (at.icebergs.size > 0) at.icebergs.remove(orderId);
  at.resting.delete(orderId);
  if (at.stops.size > 0) dropStop(at, orderId);
}

/** Largest step of which an iceberg's parts are multiples. */
function gcdOf({ each, filled }: { each: Quantity; filled: Quantity }): bigint {
  return gcd(each, filled);
}

/** Puts a level of the market maker, which must not cross, into the book with its place in the queue. */
export function restQuotes(
  at: InstrumentBook,
  level: { side: Side; price: Ticks; quantity: Lots; priority: number },
): void {
  assert(!at.quotes[level.side].has(level.price), 'Invariant: the market maker has one entry at a price');
  at.lastQuoteId -= 1;
  const id = entryId(at.lastQuoteId);
  at.book.rest({ id, owner: MARKET_MAKER_OWNER, ...level });
  at.quotes[level.side].set(level.price, id);
}

export function removeQuotes(at: InstrumentBook, side: Side, level: Ticks): void {
  const id = at.quotes[side].get(level);
  if (id === undefined) return;
  const gone = at.book.remove(id);
  assert(gone?.owner === MARKET_MAKER_OWNER, 'Invariant: a quote that goes is of the market maker');
  at.quotes[side].delete(level);
}
