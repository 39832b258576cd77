import type { Nominal, Side } from '#values/index.ts';

/** Price as a whole number of the book's price steps: a safe integer, as the book meets no money. */
export type Ticks = Nominal<number, 'Ticks'>;
/** A quantity as a whole number of the book's quantity steps. */
export type Lots = Nominal<number, 'Lots'>;
/** Numeric id of an entry: an order id of a customer, or a negative number of the market maker. */
export type EntryId = Nominal<number, 'EntryId'>;
/** Owner of an entry: a customer's account number, or `MARKET_MAKER_OWNER`. */
export type Owner = Nominal<number, 'Owner'>;

export const ticks = (count: number): Ticks => count as Ticks;
export const lots = (count: number): Lots => count as Lots;
export const entryId = (id: number): EntryId => id as EntryId;
export const owner = (account: number): Owner => account as Owner;

/** The market maker trades with everybody, itself included; a customer never trades with himself. */
export const MARKET_MAKER_OWNER = owner(0);

/** A resting order. */
export interface BookEntry {
  readonly id: EntryId;
  readonly owner: Owner;
  readonly side: Side;
  readonly price: Ticks;
  readonly quantity: Lots;
  /**
   * Lower fills first at the same price; at the same number
   * the market maker came first, then the older order.
   */
  readonly priority: number;
}

/** An order that takes what it can at once, at its limit or better. */
export interface Taker {
  readonly owner: Owner;
  readonly side: Side;
  readonly priceLimit: Ticks;
  readonly quantity: Lots;
}

/** One match, at the resting entry's price. */
export interface BookFill {
  readonly makerId: EntryId;
  readonly makerOwner: Owner;
  readonly price: Ticks;
  readonly quantity: Lots;
  /** Lots of the resting entry that are left in the book. */
  readonly makerLeft: Lots;
}

/** Result of taking, valid until the book's next call, so that a fast book may reuse it. */
export interface Taken {
  readonly fills: readonly BookFill[];
  readonly left: Lots;
  /** The taker stopped at an entry of its own owner (EXPIRE_TAKER, rules 2.3): what is left must expire. */
  readonly metItself: boolean;
  /** The taker made as many fills as it may for now, and meets somebody still. */
  readonly isCut: boolean;
}

/** More fills than any taker makes. */
export const FILLS_ALL = 2 ** 30;

export interface BookLevel {
  readonly price: Ticks;
  readonly quantity: Lots;
  /** Entries of customers, without the market maker's. */
  readonly orderCount: number;
}

/** By how much a book's steps of price and quantity become smaller: by 1 they stay. */
export interface FinerSteps {
  readonly tickFactor: number;
  readonly lotFactor: number;
}

/** Lots that stand within a limit and before an entry of the taker's own, at whose price it ends. */
export interface Reachable {
  readonly lots: number;
  readonly ownAt: Ticks | undefined;
}

/**
 * A book of one instrument and environment, in numbers
 * alone, so that the plain and the fast one can be compared.
 */
export interface OrderBook {
  /** Highest bid or lowest ask. */
  best(side: Side): Ticks | undefined;
  /** Takes in at most so many fills. */
  take(taker: Taker, fillsMax?: number): Taken;
  /**
   * Lots that a taker would find, up to all it asks for, and where it would meet its own owner first, who has
   * these entries and maybe others that are not in the book.
   */
  reachable(taker: Taker, own: readonly EntryId[]): Reachable;
  /** Puts an entry in its place by price and priority; the caller has taken first whatever it crosses. */
  rest(entry: BookEntry): void;
  /** Makes an entry smaller; it keeps its place. */
  reduce(id: EntryId, quantity: Lots): void;
  remove(id: EntryId): BookEntry | undefined;
  /** Counts all that rests, in its place, by steps that are smaller by whole factors. */
  refine(times: FinerSteps): void;
  find(id: EntryId): BookEntry | undefined;
  /** Entries of a side as they would fill. */
  entries(side: Side): Iterable<BookEntry>;
  /** Entries of a side at prices worse than the given one. */
  entriesBeyond(side: Side, price: Ticks): Iterable<BookEntry>;
  /** The best levels of a side. */
  levels(side: Side, count: number): readonly BookLevel[];
}
