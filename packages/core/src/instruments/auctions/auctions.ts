import { termsOf } from '#checks/phase.ts';
import {
  type AuctionEnded,
  beginClosing,
  closeAuction,
  collectedQuantity,
  indicativeOf,
} from '#instruments/auctions/auction.ts';
import { isAuctionOver } from '#instruments/auctions/auction-turns.ts';
import { type BookKey, bookAt, ENVIRONMENTS, type InstrumentSide } from '#instruments/instrument-side.ts';
import { auctionDepth } from '#instruments/market-maker.ts';
import { isTaken } from '#instruments/taking.ts';
import type { MarketMakerDepth } from '#model/command.ts';
import type { Order } from '#model/order.ts';
import type { LockCode } from '#model/refusal.ts';
import { holdsRule } from '#rules-version.ts';
import { assert, type InstantMs, type Price, type Quantity, quantity } from '#values/index.ts';

/** Public facts of an auction while it collects. */
export interface AuctionView {
  /** Absent while nothing meets. */
  readonly indicativePrice?: Price;
  readonly indicativeQuantity: Quantity;
  /** Demand less supply at the indicative price. */
  readonly imbalance: bigint;
  readonly buyQuantity: Quantity;
  readonly sellQuantity: Quantity;
}

/**
 * Ends the auctions of instruments that collect no more, in the
 * order of their names, so that every machine settles alike.
 */
export function endAuctions(
  side: InstrumentSide,
  numbered: { readonly sequence: number; readonly atMs: InstantMs },
): (AuctionEnded & { readonly depth: MarketMakerDepth })[] {
  const ended: (AuctionEnded & { readonly depth: MarketMakerDepth })[] = [];
  for (const instrumentId of [...side.books.keys()].sort()) {
    const instrument = side.facts.instruments.get(instrumentId);
    assert(instrument !== undefined, 'Invariant: a book is of a known instrument');
    if (termsOf(instrument, side.facts.sessions.get(instrument.venue)).isCollecting) continue;
    for (const environment of ENVIRONMENTS) {
      const at = bookAt(side, { instrumentId, environment });
      if (!at?.auction) continue;
      const depth = auctionDepth({ instrumentId, environment }, at.auction);
      ended.push({ ...closeAuction(at, instrument, numbered), depth });
    }
  }
  return ended;
}

/** An auction that is over, and its price; absent where nothing meets. */
export interface AuctionClosed extends ReturnType<typeof beginClosing> {
  readonly depth: MarketMakerDepth;
}

/**
 * The same with the price alone: nothing comes to them or
 * goes any more, and the fills are made one after the other.
 */
export function closeAuctions(side: InstrumentSide): AuctionClosed[] {
  const closed: AuctionClosed[] = [];
  for (const instrumentId of [...side.books.keys()].sort()) {
    const instrument = side.facts.instruments.get(instrumentId);
    assert(instrument !== undefined, 'Invariant: a book is of a known instrument');
    if (termsOf(instrument, side.facts.sessions.get(instrument.venue)).isCollecting) continue;
    for (const environment of ENVIRONMENTS) {
      const at = bookAt(side, { instrumentId, environment });
      if (!at?.auction || at.auction.isClosing || at.closedBy.size > 0) continue;
      closed.push(closeAuctionOf(side, { instrumentId, environment }));
    }
  }
  return closed;
}

/** The same for one book, which has an auction. */
export function closeAuctionOf(side: InstrumentSide, key: BookKey): AuctionClosed {
  const instrument = side.facts.instruments.get(key.instrumentId);
  const at = bookAt(side, key);
  assert(instrument !== undefined && at?.auction !== undefined, 'Invariant: an auction that ends is there');
  const depth = auctionDepth(key, at.auction);
  return { ...beginClosing(at, instrument), depth };
}

/** An order and where it stands. */
type Placed = BookKey & Pick<Order, 'id' | 'side' | 'priceLimit'>;

/**
 * Whether an order stands in an auction that is over, or is still to be moved into it, or is met by one that
 * takes in steps: until all of it is filled nobody leaves.
 */
export function isPriceFixed(side: InstrumentSide, order: Placed): boolean {
  const at = bookAt(side, order);
  if (at && isTaken(at, order)) return true;
  if (!at?.auction || !isAuctionOver(at)) return false;
  const { orders, starting } = at.auction;
  return orders.has(order.id) || (starting !== undefined && at.resting.has(order.id));
}

/**
 * Whether an order stands in an auction that no longer lets
 * market orders go (rules 2.6), or whose price is fixed.
 */
export function isLocked(side: InstrumentSide, order: Order): boolean {
  return refuseLocked(side, order) !== undefined;
}

/**
 * Whether an order stays where a loss, a square-off or a new begin would end it: nobody
 * takes out what an auction holds, its owner or the broker.
 */
export function mustStay(
  side: InstrumentSide,
  order: Order,
  command: { readonly rulesVersion: number },
): boolean {
  if (holdsRule(command, 'lockedOrdersStay')) return isLocked(side, order);
  return holdsRule(command, 'fixedOrdersStay') && isPriceFixed(side, order);
}

/** Refusal to let such an order go. */
export function refuseLocked(side: InstrumentSide, order: Order): { readonly code: LockCode } | undefined {
  const at = bookAt(side, order);
  const instrument = side.facts.instruments.get(order.instrumentId);
  if (at && isTaken(at, order)) return { code: 'BOOK_BUSY' };
  if (isPriceFixed(side, order)) return { code: 'AUCTION_LOCKED' };
  if (!at?.auction || !instrument || order.validity !== 'ioc') return undefined;
  const { isMarketLocked } = termsOf(instrument, side.facts.sessions.get(instrument.venue));
  return isMarketLocked ? { code: 'AUCTION_LOCKED' } : undefined;
}

/** The auction of a book; undefined while none collects. */
export function viewAuction(side: InstrumentSide, key: BookKey): AuctionView | undefined {
  const at = bookAt(side, key);
  const instrument = side.facts.instruments.get(key.instrumentId);
  if (!at?.auction || isAuctionOver(at) || !instrument) return undefined;
  const found = indicativeOf(at, instrument);
  const buyQuantity = collectedQuantity(at.auction, 'buy');
  const sellQuantity = collectedQuantity(at.auction, 'sell');
  return {
    ...(found && { indicativePrice: found.price }),
    indicativeQuantity: found?.volume ?? quantity(0n),
    imbalance: found?.imbalance ?? buyQuantity - sellQuantity,
    buyQuantity,
    sellQuantity,
  };
}
