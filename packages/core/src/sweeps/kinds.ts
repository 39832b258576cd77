import { bookAt, type InstrumentSide } from '#instruments/instrument-side.ts';
import type { CancelCause, Order } from '#model/order.ts';
import type { Sweep, SweepName } from '#model/sweep.ts';
import { auctionStart } from '#sweeps/auction-start.ts';
import { bandChange } from '#sweeps/band-change.ts';
import { release } from '#sweeps/release.ts';
import { sessionEnd } from '#sweeps/session-end.ts';
import type { SweepKind } from '#sweeps/sweep-kind.ts';
import { taking } from '#sweeps/taking.ts';
import { triggers } from '#sweeps/triggers.ts';
import { uncrossing } from '#sweeps/uncrossing.ts';

/** Every kind of sweep; a product adds its own here. */
export const SWEEP_KINDS: Readonly<Record<SweepName, SweepKind>> = {
  sessionEnd,
  bandChange,
  release,
  triggers,
  uncrossing,
  auctionStart,
  taking,
};

/**
 * Whether nobody waits for a sweep: a new band is none of these, because its book trades on and new orders
 * wait their turn.
 */
export function isPatient({ name }: Pick<Sweep, 'name'>): boolean {
  return SWEEP_KINDS[name].isPatient === true;
}

/**
 * Why an open order counts as ended although no sweep has reached it yet; undefined for one that does not.
 */
export function pendingEnd(side: InstrumentSide, order: Order): CancelCause | undefined {
  for (const sweep of bookAt(side, order)?.sweeps ?? []) {
    const cause = SWEEP_KINDS[sweep.name].endOf?.(order, sweep);
    if (cause !== undefined) return cause;
  }
  return undefined;
}
