import { finished, refused, type Work } from '#commands/work.ts';
import { takeMarks } from '#instruments/marks.ts';
import type { PricesMark } from '#model/commands/venue-commands.ts';
import { learnMark } from '#model/facts.ts';
import { marksProblem } from '#model/mark-price.ts';
import type { Applied } from '#model/outcome.ts';

/**
 * Marks go to the instrument side, and from there as messages to the account side. Nobody's account is looked
 * at: its equity is worked out when somebody asks.
 */
export function markPrices(work: Work, { marks }: PricesMark): Applied {
  const { accountSide, instrumentSide } = work.state;
  const { recorder } = work;
  if (marks.some(({ instrumentId }) => !instrumentSide.facts.instruments.has(instrumentId)))
    return refused(work, { code: 'INSTRUMENT_UNKNOWN' });
  const reason = marksProblem(marks, recorder.atMs);
  if (reason !== undefined) return refused(work, { code: 'MARK_UNFIT', detail: { reason } });
  for (const marked of takeMarks(instrumentSide, marks)) {
    learnMark(accountSide.facts, marked);
    recorder.markPrices.push(marked);
  }
  return finished(work);
}
