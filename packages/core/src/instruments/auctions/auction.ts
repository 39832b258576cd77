import { AuctionOrders, type Collected, entryOf } from '#instruments/auctions/auction-orders.ts';
import { toPrice, toQuantity } from '#instruments/grid.ts';
import {
  type Auction,
  type AuctionStart,
  forgetResting,
  type InstrumentBook,
  removeQuotes,
  restOrder,
} from '#instruments/instrument-book.ts';
import { entryId } from '#matching/order-book.ts';
import { opposite } from '#matching/plain-book.ts';
import { pairsOf, type Uncrossing, uncrossingOf, uncrossingOfLevels } from '#matching/uncross.ts';
import { type AuctionRecord, linesText } from '#model/auction-record.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Matched, MatchedFill, MatchedParty, OrderReleased, ReservedOrder } from '#model/messages.ts';
import { olderFirst } from '#model/order.ts';
import {
  append,
  assert,
  type Environment,
  type InstantMs,
  type InstrumentId,
  type OrderId,
  type Price,
  price,
  type Quantity,
  quantity,
  type Side,
} from '#values/index.ts';

interface Numbered {
  readonly sequence: number;
  readonly atMs: InstantMs;
}

/** Result of an auction at its end. */
export interface AuctionEnded {
  /** Record of the collected orders, where customers took part. */
  readonly record: AuctionRecord | undefined;
  readonly fills: readonly MatchedFill[];
  readonly released: readonly OrderReleased[];
}

/** An auction that has collected nothing. */
export function createAuction(): Auction {
  const quotes = { buy: [], sell: [] };
  const closing = { isClosing: false, recording: undefined, closing: undefined, restedTo: undefined };
  return { orders: new AuctionOrders(), quotes, ...closing, starting: undefined };
}

/** Begins to collect: what rests leaves the book for the auction, and the market maker's quotes go. */
export function openAuction(
  at: InstrumentBook,
  key: { instrumentId: InstrumentId; environment: Environment },
): void {
  const auction = startAuction(at);
  for (const id of [...at.resting.keys()])
    collectResting(at, auction, { id, instrumentId: key.instrumentId });
}

/** Begins to collect with nothing: what rests stays in the book until it is moved. */
export function startAuction(at: InstrumentBook): Auction {
  for (const side of ['buy', 'sell'] as const) {
    for (const level of [...at.quotes[side].keys()]) removeQuotes(at, side, level);
  }
  at.priceUncrossed = undefined;
  at.auction = createAuction();
  return at.auction;
}

/** Moves a resting order from the book to what is collected. */
export function collectResting(
  at: InstrumentBook,
  auction: Auction,
  { id: orderId, instrumentId }: { readonly id: OrderId; readonly instrumentId: InstrumentId },
): AuctionStart {
  const { environment } = at;
  const resting = at.resting.get(orderId);
  const entry = at.book.remove(entryId(orderId));
  assert(entry !== undefined && resting !== undefined, 'Invariant: a resting order stands in its book');
  const { accountId, familyId, validity, fillCount, iceberg } = resting;
  const { side, priority } = entry;
  const priceLimit = toPrice(at, entry.price);
  const of = {
    instrumentId,
    environment,
    orderId,
    accountId,
    familyId,
    validity,
    fillCount,
    side,
    priority,
    priceLimit,
  };
  const left = iceberg
    ? { quantity: iceberg.left, shown: { each: iceberg.each, filled: iceberg.filled } }
    : { quantity: toQuantity(at, entry.quantity), shown: undefined };
  auction.orders.set(orderId, { ...of, ...left });
  forgetResting(at, orderId);
  return { side, priceLimit, priority, orderId };
}

/** Whether an order was moved before a restart, or there is none that is still to be moved. */
export function isCollected(
  { starting, restedTo }: Auction,
  order: Pick<ReservedOrder, 'side' | 'priceLimit' | 'priority' | 'orderId'>,
): boolean {
  if (restedTo !== undefined) return olderFirst({ id: restedTo }, { id: order.orderId }) < 0;
  if (!starting) return true;
  const { side, priceLimit, priority, orderId } = starting;
  if (priceLimit === undefined || priority === undefined || orderId === undefined) return false;
  if (order.side !== side) return order.side === 'buy';
  if (order.priceLimit !== priceLimit) return order.priceLimit > priceLimit === (side === 'buy');
  if (order.priority !== priority) return order.priority < priority;
  return order.orderId === orderId || olderFirst({ id: order.orderId }, { id: orderId }) < 0;
}

/**
 * Takes an order in, unless it could trade with another of its own family: that one expires at once, so that
 * no uncrossing has a customer on both sides of a match.
 */
export function collect(auction: Auction, order: ReservedOrder): Matched {
  const other = auction.orders.farthestOf(order.familyId, opposite(order.side));
  if (other) {
    const [buy, sell] = order.side === 'buy' ? [order, other] : [other, order];
    if (buy.priceLimit >= sell.priceLimit) return { fills: [], expired: 'selfTrade' };
  }
  auction.orders.set(order.orderId, order);
  return { fills: [] };
}

/** Result of the auction if it ended now. */
export function indicativeOf(at: InstrumentBook, instrument: Instrument): Uncrossing | undefined {
  if (!at.auction) return undefined;
  return priceOf(at.auction, instrument);
}

/** The one price of what is collected now, from what stands at each price. */
export function priceOf({ orders, quotes }: Auction, instrument: Instrument): Uncrossing | undefined {
  const terms = { tickSize: instrument.tickSize, referencePrice: referenceOf(instrument) };
  const { buy, sell } = quotes;
  if (buy.length + sell.length === 0) return uncrossingOfLevels(orders.levels, terms);
  const all = new Map(orders.levels.map((level) => [level.price, { ...level }]));
  for (const side of ['buy', 'sell'] as const)
    for (const { price: at, quantity: size } of quotes[side])
      all.getOrInsertComputed(at, () => ({ price: at, buy: 0n, sell: 0n }))[side] += size;
  const levels = [...all.values()].sort((one, other) => (one.price < other.price ? -1 : 1));
  return uncrossingOfLevels(levels, terms);
}

/** All that is collected on a side: for those who watch the auction. */
export function collectedQuantity({ orders, quotes }: Auction, side: Side): Quantity {
  let sum: bigint = orders.total(side);
  for (const entry of quotes[side]) sum += entry.quantity;
  return quantity(sum);
}

/**
 * Ends the auction: all matches are at one price, then quotes go, limit orders rest and market orders end. In
 * a halted instrument the collected orders are cancelled.
 */
export function closeAuction(at: InstrumentBook, instrument: Instrument, numbered: Numbered): AuctionEnded {
  const { atMs, sequence } = numbered;
  const { auction } = at;
  assert(auction !== undefined, 'Invariant: an auction is open before it ends');
  at.auction = undefined;
  const isHalted = instrument.status !== 'listed';
  const collected = isHalted ? [] : collectedOf(auction);
  const terms = { tickSize: instrument.tickSize, referencePrice: referenceOf(instrument) };
  const found = uncrossingOf(collected, terms);
  const tally: Tally = new Map(Array.from(auction.orders.values(), (order) => [order.orderId, order]));
  const fills: MatchedFill[] = [];
  for (const { buy, sell, quantity: traded } of found ? pairsOf(collected, found) : []) {
    const [buyer, seller] = [buy, sell].map((one) => partyOf(tally, one, { traded, sequence }));
    assert(buyer !== undefined && seller !== undefined, 'Invariant: a match has two sides');
    const takerSide: Side = comesLater(buy, sell) ? 'buy' : 'sell';
    const [taker, maker] = takerSide === 'buy' ? [buyer, seller] : [seller, buyer];
    const { id: instrumentId } = instrument;
    const at1 = {
      environment: at.environment,
      instrumentId,
      price: found?.price ?? buy.price,
      quantity: traded,
    };
    fills.push({ ...at1, takerSide, taker, maker, atMs });
  }
  const last = fills.at(-1);
  if (last) at.priceLast = last.price;
  at.priceUncrossed = last?.price;
  const released: OrderReleased[] = [];
  for (const left of [...tally.values()].sort((one, other) => one.orderId - other.orderId)) {
    if (left.quantity === 0n) continue;
    const { accountId, orderId, instrumentId, environment } = left;
    const gone = { accountId, orderId, instrumentId, environment };
    if (isHalted) released.push({ ...gone, cause: 'halt' });
    else if (left.validity === 'ioc') released.push({ ...gone, cause: 'auctionEnd' });
    else restOrder(at, left);
  }
  const isEmpty = isHalted || auction.orders.size === 0;
  return { fills, released, record: isEmpty ? undefined : recordOf(collected, { at, instrument, sequence }) };
}

/** Written record of what an auction had. */
export function recordOf(
  collected: readonly Collected[],
  { at, instrument, sequence }: { at: InstrumentBook; instrument: Instrument; sequence: number },
): AuctionRecord {
  return {
    sequence,
    instrumentId: instrument.id,
    environment: at.environment,
    tickSize: instrument.tickSize,
    referencePrice: referenceOf(instrument),
    lines: linesText(collected.map((one) => ({ ...one, isMarketMaker: one.order === undefined }))),
  };
}

/** Fixes the price of an auction that is over. */
export function beginClosing(
  at: InstrumentBook,
  instrument: Instrument,
): { price: Price | undefined; isHalted: boolean; isEmpty: boolean; referencePrice: Price; tickSize: Price } {
  const { auction } = at;
  assert(auction !== undefined, 'Invariant: an auction is open before it ends');
  auction.isClosing = true;
  const isHalted = instrument.status !== 'listed';
  const found = isHalted ? undefined : priceOf(auction, instrument);
  const terms = { referencePrice: referenceOf(instrument), tickSize: instrument.tickSize };
  return { ...terms, price: found?.price, isHalted, isEmpty: auction.orders.size === 0 };
}

type Tally = Map<ReservedOrder['orderId'], ReservedOrder>;

/** A side of a match, and one fill more on its order. */
function partyOf(
  tally: Tally,
  { order }: Collected,
  of: { traded: Quantity; sequence: number },
): MatchedParty {
  const left = order && tally.get(order.orderId);
  if (!left) return { isMarketMaker: true };
  const filled = filledBy(left, of);
  tally.set(left.orderId, filled);
  return {
    isMarketMaker: false,
    accountId: left.accountId,
    orderId: left.orderId,
    fillNumber: filled.fillCount,
  };
}

/**
 * An order with one fill more; an iceberg whose visible part was filled whole goes to the end of the queue,
 * in the book and in its row.
 */
export function filledBy(
  order: ReservedOrder,
  { traded, sequence }: { traded: Quantity; sequence: number },
): ReservedOrder {
  const rest = { ...order, quantity: quantity(order.quantity - traded), fillCount: order.fillCount + 1 };
  if (!order.shown) return rest;
  const { each } = order.shown;
  const filled = quantity(order.shown.filled + traded);
  return { ...rest, shown: { each, filled }, priority: filled % each === 0n ? sequence : order.priority };
}

/**
 * Order of arrival, by which the later one took: between the
 * market maker and a customer of the same moment, the customer.
 */
export function comesLater(one: Collected, other: Collected): boolean {
  return one.priority !== other.priority ? one.priority > other.priority : one.order !== undefined;
}

/** The market maker's levels of a side as the uncrossing sees them. */
export function quotedOf(quotes: Auction['quotes'], side: Side): Collected[] {
  return quotes[side].map((entry) => ({ ...entry, side, isMarket: false, order: undefined }));
}

function collectedOf({ orders, quotes }: Auction): Collected[] {
  const collected: Collected[] = [];
  for (const side of ['buy', 'sell'] as const) append(collected, quotedOf(quotes, side));
  // By their numbers, so that those of one command stand alike after a restart.
  for (const order of [...orders.values()].sort((one, other) => one.orderId - other.orderId))
    collected.push(entryOf(order));
  return collected;
}

/** The published reference, or the middle of the band. */
export function referenceOf({ referencePrice, band, tickSize }: Instrument): Price {
  if (referencePrice !== undefined) return referencePrice;
  return band === undefined ? tickSize : price((band.priceLow + band.priceHigh) / 2n);
}
