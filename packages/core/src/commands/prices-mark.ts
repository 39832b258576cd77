import { finished, refused, type Work } from '#commands/work.ts';
import { takeMarks } from '#instruments/marks.ts';
import type { PricesMark } from '#model/commands/venue-commands.ts';
import { learnMark } from '#model/facts.ts';
import { marksProblem } from '#model/mark-price.ts';
import type { Applied } from '#model/outcome.ts';
import type { InstantMs } from '#values/index.ts';

/**
 * Passes marks to the instrument side, and by messages to the account side; no account is touched, because
 * its equity is computed when somebody asks.
 */
export function markPrices(work: Work, command: PricesMark): Applied {
  const { accountSide, instrumentSide } = work.state;
  const { recorder } = work;
  const { marks } = command;
  const nowMs = marksNowMs(command, recorder.atMs);
  if (marks.some(({ instrumentId }) => !instrumentSide.facts.instruments.has(instrumentId)))
    return refused(work, { code: 'INSTRUMENT_UNKNOWN' });
  const reason = marksProblem(marks, nowMs);
  if (reason !== undefined) return refused(work, { code: 'MARK_UNFIT', detail: { reason } });
  for (const marked of takeMarks(instrumentSide, marks, nowMs)) {
    learnMark(accountSide.facts, marked);
    recorder.markPrices.push(marked);
  }
  return finished(work);
}

/** The time by which marks are judged: of the clock of who brings them, where it was set back. */
function marksNowMs({ clockAtMs }: PricesMark, atMs: InstantMs): InstantMs {
  return clockAtMs !== undefined && clockAtMs < atMs ? clockAtMs : atMs;
}
