import type { LogHead } from '@tarazu/core/proof';
import type { Job } from '#platform/time/scheduler.ts';

/** Signed heads of the journal, while this process holds the writer. */
export function headJob(parts: {
  readonly everyMs: number;
  readonly isWriting: () => boolean;
  readonly makeHead: () => Promise<LogHead | undefined>;
}): Job {
  const { everyMs, isWriting, makeHead } = parts;
  return {
    name: 'proof: signed heads',
    everyMs,
    problem: 'No signed head of the journal could be made.',
    run: async () => {
      if (isWriting()) await makeHead();
    },
  };
}
