import type { Side } from '#values/charges.ts';
import { sellsWholeRest } from '#values/whole-rest.ts';

/** Units of an instrument that an account has. */
interface Owned {
  /** Units open on margin: above zero bought first, below zero sold first. */
  readonly open: bigint;
  /** Units that it may sell now. */
  readonly sellable: bigint;
}

/** An order as the rules of closing see it: its side, and its quantity in units. */
interface ClosingAsked {
  readonly side: Side;
  readonly quantity: bigint;
}

/** Rules about orders that take down what an account has. */
export interface ClosingRules {
  /** Units that an order of this side may take down; undefined where it would open. */
  readonly closable: (side: Side, owned: Owned) => bigint | undefined;
  /** Whether an order only takes down what the account has, of which `left` units are closable. */
  readonly closes: (order: ClosingAsked, left: bigint | undefined) => boolean;
  /** Whether no limit on an order's worth holds it back: it reduces what is open, or sells all of it. */
  readonly reducesRisk: (order: ClosingAsked, left: bigint | undefined, lotSize: bigint) => boolean;
}

/** Closing by a sale of what was paid in full. */
export const CLOSED_BY_SALE: ClosingRules = {
  closable: (side, { sellable }) => (side === 'sell' ? sellable : undefined),
  // A sale holds what it sells: there is never more of it than the account has.
  closes: ({ side }) => side === 'sell',
  reducesRisk: ({ side, quantity }, left, lotSize) =>
    side === 'sell' && left !== undefined && sellsWholeRest({ quantity, sellable: left, lotSize }),
};

/** Closing of what is open on margin, by an order of the other side. */
export const CLOSED_BY_OTHER_SIDE: ClosingRules = {
  closable(side, { open }) {
    if (!isClosingSide(open, side)) return undefined;
    return open > 0n ? open : -open;
  },
  closes: fits,
  reducesRisk: fits,
};

function fits({ quantity }: ClosingAsked, left: bigint | undefined): boolean {
  return quantity <= (left ?? 0n);
}

/** Whether an order of this side lessens what is open: above zero bought first, below zero sold first. */
export function isClosingSide(open: bigint, side: Side): boolean {
  return open !== 0n && open > 0n === (side === 'sell');
}
