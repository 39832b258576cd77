import { assert, type OrderId, orderId, type Price, price } from '#values/index.ts';

/** A print that is still to be followed. */
export interface FollowedPrint {
  readonly price: Price;
  /**
   * Number that the next end of a bracket would have had after this print, so that younger ends are not
   * triggered by it; absent: all are.
   */
  readonly endsBefore?: OrderId;
}

/** A print in the text of a sweep's row. */
export type PrintText = string | readonly [price: string, endsBefore: number];

export function printText({ price: at, endsBefore }: FollowedPrint): PrintText {
  return endsBefore === undefined ? String(at) : [String(at), endsBefore];
}

export function printIn(text: PrintText): FollowedPrint {
  if (typeof text === 'string') return { price: paidIn(text) };
  const [at, endsBefore] = text;
  return { price: paidIn(at), endsBefore: orderId(endsBefore) };
}

function paidIn(text: string): Price {
  const paid = BigInt(text);
  assert(paid > 0n, 'Condition: a print in the row of a sweep is at a price above zero');
  return price(paid);
}

/**
 * Of prints that go on in one direction the last triggers all
 * that those between would, in the same order: they are left out.
 */
export function withoutMiddles(prints: readonly FollowedPrint[]): FollowedPrint[] {
  const kept: FollowedPrint[] = [];
  for (const print of prints) {
    const [before, last] = [kept.at(-2)?.price, kept.at(-1)?.price];
    const isAgain = print.price === last;
    const isMiddle = before !== undefined && last !== undefined && before < last === last < print.price;
    if (isAgain || isMiddle) kept.pop();
    kept.push(print);
  }
  return kept;
}
