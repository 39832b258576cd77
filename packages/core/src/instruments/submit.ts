import { collect } from '#instruments/auctions/auction.ts';
import { restOrder, toLots, toQuantity, toTicks } from '#instruments/instrument-book.ts';
import { bookAt, type InstrumentSide } from '#instruments/instrument-side.ts';
import { isWholeThere, take } from '#instruments/take.ts';
import { owner } from '#matching/order-book.ts';
import type { Matched, MatchedParty, ReservedOrder } from '#model/messages.ts';
import { holdsRule } from '#rules-version.ts';
import { assert, type InstantMs, type Quantity, quantity } from '#values/index.ts';

/**
 * Matches a reserved order whose place in the queue is new, or adds it to what an auction collects; what is
 * left rests, or expires for the cause given.
 */
export function submit(
  side: InstrumentSide,
  order: ReservedOrder,
  within: { readonly sequence: number; readonly atMs: InstantMs; readonly rulesVersion: number },
): Matched {
  const at = bookAt(side, order);
  assert(at !== undefined, 'Invariant: an admitted order has a book');
  if (at.auction) return collect(at.auction, order);
  const taker = {
    owner: owner(order.familyId),
    side: order.side,
    priceLimit: toTicks(at, order.side, order.priceLimit),
    quantity: toLots(at, order.quantity),
  };
  const reach = holdsRule(within, 'fillOrKillReach') ? 'queue' : 'wholeIcebergs';
  if (order.validity === 'fok' && !isWholeThere(at, taker, reach))
    return { fills: [], expired: 'fillOrKill' };
  const party = (nth: number): MatchedParty => ({
    house: false,
    accountId: order.accountId,
    orderId: order.orderId,
    fillNumber: order.fillCount + 1 + nth,
  });
  const { instrumentId, side: takerSide, priority } = order;
  const { atMs } = within;
  // A taker that has waited is older than the end of the queue to which an iceberg's next part goes.
  const sequence = holdsRule(within, 'icebergQueueEnd') ? within.sequence : priority;
  const taken = take(at, taker, { instrumentId, side: takerSide, atMs, sequence, party });
  const { fills } = taken;
  if (taken.left === 0) return { fills };
  if (taken.metItself) return { fills, expired: 'selfTrade' };
  if (order.validity === 'ioc' || order.validity === 'fok') return { fills, expired: 'immediateOrCancel' };
  restOrder(at, {
    ...order,
    quantity: toQuantity(at, taken.left),
    fillCount: order.fillCount + fills.length,
    shown: shownAfter(order, toQuantity(at, taken.left)),
  });
  return { fills };
}

function shownAfter({ shown, quantity: before }: ReservedOrder, left: Quantity): ReservedOrder['shown'] {
  return shown && { each: shown.each, filled: quantity(shown.filled + before - left) };
}
