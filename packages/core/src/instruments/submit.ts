import { collect } from '#instruments/auction.ts';
import { bookAt, type InstrumentSide } from '#instruments/instrument-side.ts';
import { type LaneBook, restOrder, toLots, toPrice, toQuantity, toTicks } from '#instruments/lane-book.ts';
import { type BookFill, HOUSE_OWNER, owner } from '#matching/order-book.ts';
import { opposite } from '#matching/plain-book.ts';
import type { Matched, MatchedFill, MatchedParty, ReservedOrder } from '#messages.ts';
import { accountId, assert, type InstantMs, type InstrumentId, orderId, type Side } from '#values/index.ts';

/** What is the same for all fills of one taker. */
export interface TakerContext {
  readonly instrumentId: InstrumentId;
  readonly side: Side;
  readonly atMs: InstantMs;
  /** The taker's party at its n-th fill, counted from zero. */
  readonly party: (nth: number) => MatchedParty;
}

export const HOUSE_PARTY: MatchedParty = { house: true };

/** Matches a reserved order, or adds it to what an auction collects; what is left rests, or expires for the cause given. */
export function submit(side: InstrumentSide, order: ReservedOrder, atMs: InstantMs): Matched {
  const at = bookAt(side, order);
  assert(at !== undefined, 'Invariant: an admitted order has a book');
  if (at.auction) return collect(at.auction, order);
  const taken = at.book.take({
    owner: owner(order.accountId),
    side: order.side,
    priceLimit: toTicks(at, order.side, order.priceLimit),
    quantity: toLots(at, order.quantity),
  });
  const party = (nth: number): MatchedParty => ({
    house: false,
    accountId: order.accountId,
    orderId: order.orderId,
    fillNumber: order.fillCount + 1 + nth,
  });
  const fills = matchedFills(
    at,
    { instrumentId: order.instrumentId, side: order.side, atMs, party },
    taken.fills,
  );
  if (taken.left === 0) return { fills };
  if (taken.metItself) return { fills, expired: 'selfTrade' };
  if (order.validity === 'ioc') return { fills, expired: 'immediateOrCancel' };
  restOrder(at, {
    ...order,
    quantity: toQuantity(at, taken.left),
    fillCount: order.fillCount + fills.length,
  });
  return { fills };
}

/** Turns the book's numbers into fills, and follows the resting orders that they touched. */
export function matchedFills(at: LaneBook, taker: TakerContext, fills: readonly BookFill[]): MatchedFill[] {
  return fills.map((fill, nth) => ({
    lane: at.lane,
    instrumentId: taker.instrumentId,
    price: toPrice(at, fill.price),
    quantity: toQuantity(at, fill.quantity),
    takerSide: taker.side,
    taker: taker.party(nth),
    maker: makerParty(at, opposite(taker.side), fill),
    atMs: taker.atMs,
  }));
}

function makerParty(at: LaneBook, side: Side, fill: BookFill): MatchedParty {
  if (fill.makerOwner === HOUSE_OWNER) {
    if (fill.makerLeft === 0) at.house[side].delete(fill.price);
    return HOUSE_PARTY;
  }
  const id = orderId(fill.makerId);
  const resting = at.resting.get(id);
  assert(resting !== undefined, 'Invariant: a resting order is known beside its book');
  resting.fillCount += 1;
  if (fill.makerLeft === 0) at.resting.delete(id);
  return { house: false, accountId: accountId(fill.makerOwner), orderId: id, fillNumber: resting.fillCount };
}
