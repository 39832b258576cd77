import type { Book } from '@tarazu/protocol';
import { addDecimal, compareDecimal, negateDecimal } from '#ui/numbers/decimal-text.ts';

export interface ChangedOrder {
  readonly side: 'buy' | 'sell';
  readonly price: string;
  /** The part of it that rests now, and where: it is not ahead of itself. */
  readonly resting: string;
  readonly restsAt: string;
}

/**
 * Meeting of a changed order: it fills at once, or so much waits before it; undefined beyond what is seen.
 */
export type QueueAfter =
  | { readonly fillsAtOnce: true }
  | { readonly fillsAtOnce: false; readonly ahead: string }
  | undefined;

/** The place of an order at the end of the queue at its new price, by the book as it is seen. */
export function queueAfter(
  book: Pick<Book, 'bids' | 'asks'>,
  { side, price, resting, restsAt }: ChangedOrder,
): QueueAfter {
  if (!/[1-9]/.test(price)) return undefined;
  const [own, other] = side === 'buy' ? [book.bids, book.asks] : [book.asks, book.bids];
  /** Above zero where the price is worse for who stands across. */
  const behind = (from: string) => compareDecimal(from, price) * (side === 'buy' ? 1 : -1);
  const [best] = other;
  if (best !== undefined && behind(best[0]) <= 0) return { fillsAtOnce: true };
  const last = own.at(-1);
  if (last !== undefined && behind(last[0]) > 0) return undefined;
  // Better prices fill first too, as the queue of the order counts them.
  const ahead = own
    .filter(([at]) => behind(at) >= 0)
    .map(([at, size]) => (compareDecimal(at, restsAt) === 0 ? without(size, resting) : size))
    .reduce((sum, size) => addDecimal(sum, size), '0');
  return { fillsAtOnce: false, ahead };
}

/** The book may be a moment older than the order: never below zero. */
function without(size: string, resting: string): string {
  const left = addDecimal(size, negateDecimal(resting));
  return compareDecimal(left, '0') < 0 ? '0' : left;
}
