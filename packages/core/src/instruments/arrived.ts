import type { WaitingOrder } from '#model/messages.ts';
import { olderFirst } from '#model/order.ts';
import { holdsRule } from '#rules-version.ts';
import type { OrderId, Price, Side } from '#values/index.ts';

/*
 * Places in a queue are by command, then by order number, so one command brings to a price only those whose
 * numbers agree with their arrival.
 */

/** Orders that waited and came to their book in a command, by their prices. */
export interface Arrived {
  readonly sequence: number;
  readonly at: Readonly<Record<Side, Map<Price, OrderId[]>>>;
}

interface Known {
  readonly has: (id: OrderId) => boolean;
}

/** Part of an instrument's book that tells who has come. */
interface ArrivedIn {
  arrived: Arrived | undefined;
  readonly resting: Known;
  readonly auction: { readonly orders: Known } | undefined;
}

interface Arriving {
  readonly order: WaitingOrder;
  readonly leg: number;
  readonly command: { readonly sequence: number; readonly rulesVersion: number };
}

/** Whether an order would stand before an older one that the same command has brought to its price. */
export function passesOlder(book: ArrivedIn, { order, leg, command }: Arriving): boolean {
  const { arrived } = book;
  if (arrived?.sequence !== command.sequence || !holdsRule(command, 'tiesByArrival')) return false;
  // Orders for a session keep the places of when they were placed.
  if (order.waitsFor === 'session') return false;
  const { orderId: own } = order;
  const isPassed = (id: OrderId): boolean => id > own && olderFirst({ id }, { id: own }) < 0;
  const known = arrived.at[order.side].get(limitOf(order, leg)) ?? [];
  return known.some((id) => isPassed(id) && (book.resting.has(id) || book.auction?.orders.has(id) === true));
}

/** An order comes to its book. */
export function noteArrived(book: ArrivedIn, { order, leg, command: { sequence } }: Arriving): void {
  if (book.arrived?.sequence !== sequence)
    book.arrived = { sequence, at: { buy: new Map(), sell: new Map() } };
  book.arrived.at[order.side].getOrInsertComputed(limitOf(order, leg), () => []).push(order.orderId);
}

function limitOf({ legs, priceLimit }: WaitingOrder, leg: number): Price {
  return legs[leg]?.priceLimit ?? priceLimit;
}
