import { collect } from '#instruments/auctions/auction.ts';
import { type SettleEach, turnsOfIcebergs } from '#instruments/fills.ts';
import { toLots, toQuantity, toTicks } from '#instruments/grid.ts';
import { type InstrumentBook, restOrder } from '#instruments/instrument-book.ts';
import { bookAt, type InstrumentSide } from '#instruments/instrument-side.ts';
import { isWholeThere, take } from '#instruments/take.ts';
import { beginTaking } from '#instruments/taking.ts';
import { owner, type Taker } from '#matching/order-book.ts';
import type { Matched, MatchedFill, MatchedParty, ReservedOrder } from '#model/messages.ts';
import type { CancelCause } from '#model/order.ts';
import { holdsRule } from '#rules-version.ts';
import { assert, type InstantMs, type OrderId, type Quantity, quantity } from '#values/index.ts';

/** The command that brings an order to its book. */
export interface Bringing {
  readonly sequence: number;
  readonly atMs: InstantMs;
  readonly rulesVersion: number;
  /** Fills that the order may make for now; absent where there is no bound. */
  readonly fillsMax?: number;
  readonly settleEach?: SettleEach;
  /** Open orders of its family on the other side, for one that fills whole or not at all. */
  readonly own?: readonly OrderId[];
}

/**
 * Matches a reserved order whose place in the queue is new, or adds it to what an auction collects; what is
 * left rests, or expires for the cause given.
 */
export function submit(side: InstrumentSide, order: ReservedOrder, within: Bringing): Matched {
  const at = bookAt(side, order);
  assert(at !== undefined, 'Invariant: an admitted order has a book');
  assert(at.taking === undefined, 'Invariant: nobody comes to a book while an order takes in steps');
  if (at.auction) return collect(at.auction, order);
  const reach = holdsRule(within, 'fillOrKillReach') ? 'queue' : 'wholeIcebergs';
  const { own = [] } = within;
  if (order.validity === 'fok' && !isWholeThere(at, takerOf(at, order), { reach, own }))
    return { fills: [], expired: 'fillOrKill' };
  const { fills, rest, metItself, isCut } = meet(at, order, boundedAt(at, order, within));
  if (isCut) {
    beginTaking(at, rest);
    return { fills, isCut };
  }
  const expired = endOf(rest, metItself);
  if (rest.quantity === 0n) return { fills };
  if (expired) return { fills, expired };
  restOrder(at, rest);
  return { fills };
}

/**
 * Most fills of an order in one command. Replay before `icebergsInSteps`: no bound where icebergs take part.
 */
function boundedAt(at: InstrumentBook, order: ReservedOrder, within: Bringing): Bringing {
  if (!meetsIcebergs(at, order) || holdsRule(within, 'icebergsInSteps')) return within;
  const { fillsMax: _none, ...unbounded } = within;
  return unbounded;
}

/** Whether an order is an iceberg, or may meet one. */
export function meetsIcebergs({ icebergs }: InstrumentBook, { shown }: ReservedOrder): boolean {
  return icebergs.size > 0 || shown !== undefined;
}

/** Cause by which the rest of an order expires when it meets nobody more; undefined where it rests. */
export function endOf({ validity }: ReservedOrder, metItself: boolean): CancelCause | undefined {
  if (metItself) return 'selfTrade';
  return validity === 'ioc' || validity === 'fok' ? 'immediateOrCancel' : undefined;
}

/** Result of what an order met, with what is left of it. */
interface Met {
  readonly fills: readonly MatchedFill[];
  readonly rest: ReservedOrder;
  readonly metItself: boolean;
  readonly isCut: boolean;
}

/** Fills an order with what it meets in the book. */
export function meet(at: InstrumentBook, order: ReservedOrder, within: Bringing): Met {
  const party = (nth: number): MatchedParty => ({
    isMarketMaker: false,
    accountId: order.accountId,
    orderId: order.orderId,
    fillNumber: order.fillCount + 1 + nth,
  });
  const { instrumentId, side, priority } = order;
  const { atMs, fillsMax, settleEach } = within;
  // A taker that has waited is older than the end of the queue to which an iceberg's next part goes.
  const sequence = holdsRule(within, 'icebergQueueEnd') ? within.sequence : priority;
  const turnsOf = turnsOfIcebergs(within);
  const cut = { ...(fillsMax !== undefined && { fillsMax }), ...(settleEach && { settleEach }) };
  const context = { instrumentId, side, atMs, sequence, party, turnsOf, ...cut };
  const { fills, left, metItself, isCut } = take(at, takerOf(at, order), context);
  assert(left >= 0 && (left > 0 || !metItself), 'Invariant: only a rest meets an order of its own');
  assert(fillsMax === undefined || fills.length <= fillsMax, 'Invariant: a taker fills as often as it may');
  const rest = {
    ...order,
    quantity: toQuantity(at, left),
    fillCount: order.fillCount + fills.length,
    shown: shownAfter(order, toQuantity(at, left)),
    priority: holdsRule(within, 'icebergsInSteps') ? placeAfter(order, fills, within) : priority,
  };
  return { fills, rest, metItself, isCut };
}

/** An iceberg that has filled a whole part stands at the end of the queue, as its row says. */
function placeAfter(
  { shown, priority }: ReservedOrder,
  fills: readonly MatchedFill[],
  { sequence }: Bringing,
): number {
  if (!shown) return priority;
  let { filled }: { filled: bigint } = shown;
  let place = priority;
  for (const { quantity: size } of fills) {
    filled += size;
    if (filled % shown.each === 0n) place = sequence;
  }
  return place;
}

function takerOf(at: InstrumentBook, order: ReservedOrder): Taker {
  return {
    owner: owner(order.familyId),
    side: order.side,
    priceLimit: toTicks(at, order.side, order.priceLimit),
    quantity: toLots(at, order.quantity),
  };
}

function shownAfter({ shown, quantity: before }: ReservedOrder, left: Quantity): ReservedOrder['shown'] {
  return shown && { each: shown.each, filled: quantity(shown.filled + before - left) };
}
