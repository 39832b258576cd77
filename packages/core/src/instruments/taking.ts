import { toPrice, toQuantity } from '#instruments/grid.ts';
import type { InstrumentBook, Taking } from '#instruments/instrument-book.ts';
import { type FollowedPrint, withoutMiddles } from '#instruments/triggers/prints.ts';
import { opposite } from '#matching/plain-book.ts';
import type { ReservedOrder } from '#model/messages.ts';
import type { Order } from '#model/order.ts';
import { assert, type Price } from '#values/index.ts';

/** Levels that are looked at for how far an order reaches: beyond them it may reach up to its limit. */
const LEVELS_LOOKED_AT = 512;

/** An order has made as many fills as one command may: the rest of it takes in steps. */
export function beginTaking(at: InstrumentBook, order: ReservedOrder): void {
  const { orderId, side } = order;
  at.taking = { orderId, side, order, isDone: false, prints: [], priceReached: reachOf(at, order) };
}

/** Prints of one order go in one direction: the first and the last of them say all. */
export function keepPrints({ taking }: InstrumentBook, prints: readonly FollowedPrint[]): void {
  assert(taking !== undefined, 'Invariant: an order that takes in steps is known beside its book');
  taking.prints = withoutMiddles([...taking.prints, ...prints]);
}

/** Whether an order takes in steps, or stands where one will come that does: then it does not leave. */
export function isTaken(
  { taking, resting }: InstrumentBook,
  order: Pick<Order, 'id' | 'side' | 'priceLimit'>,
): boolean {
  if (!taking) return false;
  if (taking.orderId === order.id) return true;
  return order.side !== taking.side && resting.has(order.id) && !isWorse(taking, order.priceLimit);
}

function isWorse({ side, priceReached }: Pick<Taking, 'side' | 'priceReached'>, limit: Price): boolean {
  return side === 'buy' ? limit > priceReached : limit < priceReached;
}

/**
 * Worst price at which an order can fill, by the quantity that shows in the book; hidden parts only make it
 * stop earlier.
 */
function reachOf(at: InstrumentBook, { side, priceLimit, quantity: whole }: ReservedOrder): Price {
  let left: bigint = whole;
  for (const level of at.book.levels(opposite(side), LEVELS_LOOKED_AT)) {
    left -= toQuantity(at, level.quantity);
    const priceReached = toPrice(at, level.price);
    if (isWorse({ side, priceReached: priceLimit }, priceReached)) break;
    if (left <= 0n) return priceReached;
  }
  return priceLimit;
}
