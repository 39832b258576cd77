import { withoutMiddles } from '#instruments/triggers/prints.ts';
import { stopWaiting } from '#instruments/triggers/waiting.ts';
import type { Sweep } from '#model/sweep.ts';
import type { SweepKind } from '#sweeps/sweep-kind.ts';
import { assert, type Price, price } from '#values/index.ts';

/** The prints that are still to be followed, oldest first, and whether instructions for a year hear them. */
export interface TriggersPlace {
  readonly prints: readonly Price[];
  readonly sparesGtt: boolean;
}

export function triggersText({ prints, sparesGtt }: TriggersPlace): string {
  return JSON.stringify({ prints: prints.map(String), sparesGtt });
}

/**
 * Prints set off more than one command may do. In it is who waits for their
 * prices: by print, the nearest trigger first, then the oldest; what those
 * fill prints again, behind the prints that are still to be followed.
 */
export const triggers: SweepKind = {
  next: ({ at, sweep }) => {
    const { prints, sparesGtt } = triggersIn(sweep);
    for (const [nth, print] of prints.entries()) {
      const passed = at.triggers.passedBy(print, { sparesGtt });
      if (!passed) continue;
      const place = triggersText({ prints: prints.slice(nth), sparesGtt });
      const { orderId, triggerAction } = passed;
      if (triggerAction === 'trail') return { act: 'trail', orderId, print, place };
      const order = stopWaiting(at, orderId);
      assert(order !== undefined, 'Invariant: a trigger is of an order that waits');
      return { act: 'free', order, leg: triggerAction === 'fire' ? 0 : 1, place };
    }
    return undefined;
  },
  heard: afterPrints,
};

/** Its text with prints that are to be followed behind the others. */
export function afterPrints(sweep: Sweep, prints: readonly Price[]): string {
  const before = triggersIn(sweep);
  return triggersText({ ...before, prints: withoutMiddles([...before.prints, ...prints]) });
}

function triggersIn({ place }: Sweep): TriggersPlace {
  const { prints, sparesGtt }: { prints: string[]; sparesGtt: boolean } = JSON.parse(place);
  return { prints: prints.map((one) => price(BigInt(one))), sparesGtt };
}
