import type { InstrumentSide } from '#instruments/instrument-side.ts';
import { learnMark } from '#model/facts.ts';
import type { MarkPrice } from '#model/mark-price.ts';
import type { PriceMarked } from '#model/messages.ts';
import type { InstantMs } from '#values/index.ts';

/**
 * Marks that are newer than the known ones, for the account
 * side; a known one that is now in the future is replaced.
 */
export function takeMarks(
  side: InstrumentSide,
  marks: readonly MarkPrice[],
  nowMs: InstantMs,
): PriceMarked[] {
  const taken = marks.filter(({ instrumentId, atMs }) => {
    const known = side.facts.marks.get(instrumentId);
    return known === undefined || known.atMs < atMs || known.atMs > nowMs;
  });
  for (const mark of taken) learnMark(side.facts, mark);
  return taken;
}
