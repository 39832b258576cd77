import type { InstrumentSide } from '#instruments/instrument-side.ts';
import { learnMark } from '#model/facts.ts';
import type { MarkPrice } from '#model/mark-price.ts';
import type { PriceMarked } from '#model/messages.ts';

/**
 * Takes marks in. Of what is said, those go on to the account side that are newer than what is known: a mark
 * that comes late replaces nothing.
 */
export function takeMarks(side: InstrumentSide, marks: readonly MarkPrice[]): PriceMarked[] {
  const taken = marks.filter(({ instrumentId, atMs }) => {
    const known = side.facts.marks.get(instrumentId);
    return known === undefined || known.atMs < atMs;
  });
  for (const mark of taken) learnMark(side.facts, mark);
  return taken;
}
