import { passesOlder } from '#instruments/arrived.ts';
import type { InstrumentBook } from '#instruments/instrument-book.ts';
import { sweptBook } from '#instruments/sweeping.ts';
import {
  type FollowedPrint,
  type PrintText,
  printIn,
  printText,
  withoutMiddles,
} from '#instruments/triggers/prints.ts';
import { activatedBy, stopWaiting } from '#instruments/triggers/waiting.ts';
import { olderFirst } from '#model/order.ts';
import type { Sweep } from '#model/sweep.ts';
import { endBeforeTaker } from '#sweeps/band-change.ts';
import type { SweepKind } from '#sweeps/sweep-kind.ts';
import { assert, orderId } from '#values/index.ts';

/** Prints that are still to be followed, oldest first, and whether they skip GTTs. */
export interface TriggersPlace {
  readonly prints: readonly FollowedPrint[];
  readonly skipsGtt: boolean;
}

/** The same as rows of sweeps have it. */
interface TriggersText {
  readonly prints: readonly PrintText[];
  readonly sparesGtt: boolean;
  /** Oldest new end of a bracket. */
  readonly newEndsFrom?: number;
}

export function triggersText({ newEnds }: InstrumentBook, { prints, skipsGtt }: TriggersPlace): string {
  const newEndsFrom = newEnds.first();
  const text: TriggersText = {
    prints: prints.map(printText),
    sparesGtt: skipsGtt,
    ...(newEndsFrom !== undefined && { newEndsFrom }),
  };
  return JSON.stringify(text);
}

/**
 * Sweep of prints that trigger more orders than one command may activate: print by print the nearest trigger
 * first, then the oldest order; fills of those print again, behind the prints still to be followed.
 */
export const triggers: SweepKind = {
  next: (within) => {
    const { at, sweep, rulesVersion } = within;
    const { prints, skipsGtt } = triggersIn(sweep);
    for (const [nth, print] of prints.entries()) {
      const activated = activatedBy(at, print, { skipsGtt, rulesVersion });
      if (!activated) continue;
      const place = triggersText(at, { prints: prints.slice(nth), skipsGtt });
      if ('endId' in activated) return { act: 'admit', endId: activated.endId, place };
      const { orderId, triggerAction } = activated;
      if (triggerAction === 'trail') return { act: 'trail', orderId, print: print.price, place };
      const leg = triggerAction === 'activate' ? 0 : 1;
      const waiting = at.waiting.get(orderId);
      if (waiting && passesOlder(at, { order: waiting, leg, command: within }))
        return { act: 'pause', place };
      const ended = endBeforeTaker(within);
      if (ended) return { ...ended, place };
      const order = stopWaiting(at, orderId);
      assert(order !== undefined, 'Invariant: a trigger is of an order that waits');
      return { act: 'activate', order, leg, place };
    }
    return undefined;
  },
  onPrints: ({ at, sweep }, prints) => afterPrints(at, sweep, prints),
  placeOf: ({ at, sweep }) => triggersText(at, triggersIn(sweep)),
  restore: (side, sweep) => restoreNewEnds(sweptBook(side, sweep), triggersTextOf(sweep)),
};

/** Its text with prints that are to be followed behind the others. */
export function afterPrints(at: InstrumentBook, sweep: Sweep, prints: readonly FollowedPrint[]): string {
  const before = triggersIn(sweep);
  return triggersText(at, { ...before, prints: withoutMiddles([...before.prints, ...prints]) });
}

/** A restart learns which ends of brackets are new: from the older one that two sweeps name on. */
export function restoreNewEnds(
  { newEnds }: InstrumentBook,
  { newEndsFrom }: { readonly newEndsFrom?: number },
): void {
  if (newEndsFrom === undefined) return;
  const [from, known] = [orderId(newEndsFrom), newEnds.from];
  if (known === undefined || olderFirst({ id: from }, { id: known }) < 0) newEnds.from = from;
}

function triggersIn(sweep: Sweep): TriggersPlace {
  const { prints, sparesGtt: skipsGtt } = triggersTextOf(sweep);
  return { prints: prints.map(printIn), skipsGtt };
}

function triggersTextOf({ place }: Sweep): TriggersText {
  return JSON.parse(place);
}
