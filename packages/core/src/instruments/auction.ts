import {
  type Auction,
  type InstrumentBook,
  removeQuotes,
  restOrder,
  toPrice,
  toQuantity,
} from '#instruments/instrument-book.ts';
import { entryId } from '#matching/order-book.ts';
import { type AuctionEntry, pairsOf, type Uncrossing, uncrossingOf } from '#matching/uncross.ts';
import { type AuctionRecord, linesText } from '#model/auction-record.ts';
import type { Instrument } from '#model/instrument.ts';
import type { Matched, MatchedFill, MatchedParty, OrderReleased, ReservedOrder } from '#model/messages.ts';
import {
  assert,
  type Environment,
  type InstantMs,
  type InstrumentId,
  type Price,
  price,
  type Quantity,
  quantity,
  type Side,
} from '#values/index.ts';

/** An order or a level of the market maker as the uncrossing sees it. */
interface Collected extends AuctionEntry {
  readonly order: ReservedOrder | undefined;
}

interface Numbered {
  readonly sequence: number;
  readonly atMs: InstantMs;
}

/** What an auction gave when it ended. */
export interface AuctionEnded {
  /** What was collected, where customers took part. */
  readonly record: AuctionRecord | undefined;
  readonly fills: readonly MatchedFill[];
  readonly released: readonly OrderReleased[];
}

/** Begins to collect: what rests leaves the book for the auction, and the market maker's quotes go. */
export function openAuction(
  at: InstrumentBook,
  key: { instrumentId: InstrumentId; environment: Environment },
): void {
  const auction: Auction = { orders: new Map(), quotes: { buy: [], sell: [] } };
  for (const side of ['buy', 'sell'] as const) {
    for (const level of [...at.quotes[side].keys()]) removeQuotes(at, side, level);
  }
  for (const { orderId, accountId, validity, fillCount, iceberg } of at.resting.values()) {
    const entry = at.book.remove(entryId(orderId));
    assert(entry !== undefined, 'Invariant: a resting order stands in its book');
    const priceLimit = toPrice(at, entry.price);
    const left = iceberg
      ? { priceLimit, quantity: iceberg.left, shown: { each: iceberg.each, filled: iceberg.filled } }
      : { priceLimit, quantity: toQuantity(at, entry.quantity), shown: undefined };
    const { side, priority } = entry;
    auction.orders.set(orderId, { ...key, orderId, accountId, validity, fillCount, side, priority, ...left });
  }
  at.resting.clear();
  at.icebergCount = 0;
  at.auction = auction;
  at.priceUncrossed = undefined;
}

/**
 * Takes an order in. One that could trade with another of its own account expires at once, so that the uncrossing never has a
 * customer on both sides of a match.
 */
export function collect(auction: Auction, order: ReservedOrder): Matched {
  for (const other of auction.orders.values()) {
    if (other.accountId !== order.accountId || other.side === order.side) continue;
    const [buy, sell] = order.side === 'buy' ? [order, other] : [other, order];
    if (buy.priceLimit >= sell.priceLimit) return { fills: [], expired: 'selfTrade' };
  }
  auction.orders.set(order.orderId, order);
  return { fills: [] };
}

/** What the auction would give now. */
export function indicativeOf(at: InstrumentBook, instrument: Instrument): Uncrossing | undefined {
  if (!at.auction) return undefined;
  return uncrossingOf(collectedOf(at.auction), { ...instrument, referencePrice: referenceOf(instrument) });
}

/** All that is collected on a side: for those who watch the auction. */
export function collectedQuantity({ orders, quotes }: Auction, side: Side): Quantity {
  let sum = 0n;
  for (const order of orders.values()) if (order.side === side) sum += order.quantity;
  for (const entry of quotes[side]) sum += entry.quantity;
  return quantity(sum);
}

/**
 * Ends the auction. All that trades does so at one price; then the market maker's quotes go, limit orders rest in the book with their
 * places, and market orders end. A halted instrument does not trade: its collected orders are cancelled.
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
  const tally = new Map(
    [...auction.orders].map(([id, order]) => [id, { ...order, quantity: order.quantity }]),
  );
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
  const record =
    isHalted || auction.orders.size === 0
      ? undefined
      : {
          sequence,
          instrumentId: instrument.id,
          environment: at.environment,
          ...terms,
          lines: linesText(collected.map((one) => ({ ...one, isMarketMaker: one.order === undefined }))),
        };
  return { fills, released, record };
}

type Tally = Map<ReservedOrder['orderId'], { -readonly [Name in keyof ReservedOrder]: ReservedOrder[Name] }>;

/** A side of a match, and one fill more on its order. */
function partyOf(
  tally: Tally,
  { order }: Collected,
  { traded, sequence }: { traded: Quantity; sequence: number },
): MatchedParty {
  const left = order && tally.get(order.orderId);
  if (!left) return { house: true };
  left.quantity = quantity(left.quantity - traded);
  left.fillCount += 1;
  if (left.shown) {
    const filled = quantity(left.shown.filled + traded);
    left.shown = { each: left.shown.each, filled };
    // An iceberg whose part was filled whole goes on at the end of the queue, in the book as in its row.
    if (filled % left.shown.each === 0n) left.priority = sequence;
  }
  return { house: false, accountId: left.accountId, orderId: left.orderId, fillNumber: left.fillCount };
}

/** Who came later took: between the market maker and a customer of the same moment, the customer. */
function comesLater(one: Collected, other: Collected): boolean {
  return one.priority !== other.priority ? one.priority > other.priority : one.order !== undefined;
}

function collectedOf({ orders, quotes }: Auction): Collected[] {
  const collected: Collected[] = [];
  for (const side of ['buy', 'sell'] as const) {
    for (const entry of quotes[side]) collected.push({ ...entry, side, isMarket: false, order: undefined });
  }
  // By their numbers, so that those of one command stand alike after a restart.
  for (const order of [...orders.values()].sort((one, other) => one.orderId - other.orderId)) {
    const { side, priceLimit, quantity: left, priority, validity } = order;
    collected.push({
      side,
      price: priceLimit,
      quantity: left,
      priority,
      isMarket: validity === 'ioc',
      order,
    });
  }
  return collected;
}

/** The published reference, or the middle of the band. */
function referenceOf({ referencePrice, band, tickSize }: Instrument): Price {
  if (referencePrice !== undefined) return referencePrice;
  return band === undefined ? tickSize : price((band.priceLow + band.priceHigh) / 2n);
}
