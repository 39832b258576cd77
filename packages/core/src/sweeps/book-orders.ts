import type { AuctionOrders } from '#instruments/auctions/auction-orders.ts';
import type { InstrumentBook } from '#instruments/instrument-book.ts';
import { bookAt, cancelOrder, SIDES } from '#instruments/instrument-side.ts';
import { standsIn, triggersOf } from '#instruments/triggers/waiting.ts';
import { type BookEntry, MARKET_MAKER_OWNER } from '#matching/order-book.ts';
import type { CancelCause, Order } from '#model/order.ts';
import { holdsRule } from '#rules-version.ts';
import type { SweepAct, SweepAt } from '#sweeps/sweep-kind.ts';
import { assert, type OrderId, orderId, sequenceOfOrder } from '#values/index.ts';

/* Orders that a sweep finds in a book, always by price and place, so that a restart finds the same. */

/** The best order of customers that stands in a book. */
export function firstResting(at: InstrumentBook): OrderId | undefined {
  for (const side of SIDES) {
    const first = firstOf(at.book.entries(side));
    if (first !== undefined) return first;
  }
  return undefined;
}

/** The first of some entries that is a customer's: the market maker has a few levels of its own. */
export function firstOf(entries: Iterable<BookEntry>): OrderId | undefined {
  for (const { id, owner } of entries) if (owner !== MARKET_MAKER_OWNER) return orderId(id);
  return undefined;
}

/**
 * Collected orders that a sweep may end: none while the auction's price is fixed, and all at once in journals
 * of before there were steps for them.
 */
export function collectedIn(within: Pick<SweepAt, 'at' | 'rulesVersion'>): AuctionOrders | undefined {
  const { auction } = within.at;
  if (!auction || auction.isClosing || !holdsRule(within, 'collectedInSteps')) return undefined;
  return auction.orders;
}

/** Takes an order out of wherever it stands or waits: it has ended. */
export function releaseOf({ side, sweep }: SweepAt, id: OrderId, cause: CancelCause): SweepAct {
  const { instrumentId, environment } = sweep;
  const released = cancelOrder(side, { instrumentId, environment, orderId: id, cause });
  assert(
    released !== undefined && bookAt(side, sweep) !== undefined,
    'Invariant: a sweep finds who is there',
  );
  return { act: 'release', released };
}

/** The first of those that wait, of an instrument for which nobody can begin to wait any more. */
export function firstWaiting({
  at,
  rulesVersion,
}: Pick<SweepAt, 'at' | 'rulesVersion'>): OrderId | undefined {
  const { lines } = at;
  const triggers = triggersOf(at, { rulesVersion });
  for (const isOfDay of [true, false]) for (const { orderId: id } of triggers.entries({ isOfDay })) return id;
  const isThere = standsIn(at, { rulesVersion });
  return (lines.session.first(isThere) ?? lines.turn.first(isThere))?.orderId;
}

/** Whether an order was there when a sweep began: what came later is none of its business. */
export function wasThere({ id }: Pick<Order, 'id'>, { sequence }: { readonly sequence: number }): boolean {
  return sequenceOfOrder(id) < sequence;
}
