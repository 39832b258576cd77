import type { InstrumentBook } from '#instruments/instrument-book.ts';
import type { InstrumentSide } from '#instruments/instrument-side.ts';
import type { FollowedPrint } from '#instruments/triggers/prints.ts';
import type { AuctionRecord } from '#model/auction-record.ts';
import type { MatchedFill, OrderReleased, WaitingOrder } from '#model/messages.ts';
import type { CancelCause, Order } from '#model/order.ts';
import type { Sweep } from '#model/sweep.ts';
import type { InstantMs, OrderId, Price } from '#values/index.ts';

/** Place at which a sweep is at work. */
export interface SweepAt {
  readonly side: InstrumentSide;
  readonly at: InstrumentBook;
  readonly sweep: Sweep;
  /** Of the command that makes the step. */
  readonly sequence: number;
  readonly atMs: InstantMs;
  readonly rulesVersion: number;
  /** Fills that one act may make: as many as the step has left, one at the least. */
  readonly fillsMax: number;
}

/** Act on the next one that a sweep reaches, which is taken out of where it stood. */
export type SweepAct =
  | { readonly act: 'release'; readonly released: OrderReleased }
  | { readonly act: 'activate'; readonly order: WaitingOrder; readonly leg: number }
  | { readonly act: 'fill'; readonly fills: readonly MatchedFill[] }
  | { readonly act: 'record'; readonly record?: Omit<AuctionRecord, 'sequence'> }
  | { readonly act: 'rest' }
  | { readonly act: 'pause' }
  | { readonly act: 'admit'; readonly endId: OrderId }
  | { readonly act: 'trail'; readonly orderId: OrderId; readonly print: Price };

/**
 * Kind of a sweep; until it is done nothing else goes to
 * its book (`isBusy`), and all its orders count as reached.
 */
export interface SweepKind {
  /**
   * Next order or account with the act on it, and the `place` that the row says from then on; undefined when
   * nobody is left.
   */
  readonly next: (within: SweepAt) => (SweepAct & { readonly place?: string }) | undefined;
  /** Why an order counts as ended that the sweep has not reached; undefined for one that does not. */
  readonly endOf?: (order: Order, sweep: Sweep) => CancelCause | undefined;
  /** Text of the row when a step is over, where that is not recorded with each act. */
  readonly placeOf?: (within: Pick<SweepAt, 'side' | 'at' | 'sweep'>) => string;
  /** State that a restart must know before orders are put back. */
  readonly restore?: (side: InstrumentSide, sweep: Sweep) => void;
  /** Work that a restart does again once orders are back, so that no step does it. */
  readonly resume?: (side: InstrumentSide, sweep: Sweep) => void;
  /** Nobody waits for it: its book takes no orders meanwhile anyway, and what it releases counts as ended. */
  readonly isPatient?: boolean;
  /** Prints of its own acts go on in it. */
  readonly onPrints?: (within: Pick<SweepAt, 'at' | 'sweep'>, prints: readonly FollowedPrint[]) => string;
}

/** Costs of acts against one command's bound: an order that goes to its book may fill. */
export const ACT_COSTS: Readonly<Record<SweepAct['act'], number>> = {
  release: 1,
  record: 4,
  rest: 1,
  pause: Number.POSITIVE_INFINITY,
  trail: 1,
  admit: 1,
  activate: 4,
  fill: 4,
};

/** Cost of an act; each of its fills counts. */
export function costOf(act: SweepAct): number {
  return ACT_COSTS[act.act] * (act.act === 'fill' ? act.fills.length : 1);
}
